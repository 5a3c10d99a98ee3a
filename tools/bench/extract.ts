import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { demoTown } from '@waymark/api/src/maps/demo-town.ts';
import { type TownNode, type TownWay, writeExtract } from '@waymark/api/src/maps/osm/write-extract.ts';
import { type Row, table } from './row.ts';

const STREETS = 330;
/** Houses in each block: with them the file is as large as a city's, most of which is no road either. */
const HOUSES = 5;
const REACH = { seconds: 30, memory: 1000, nodes: 300_000 };
const METERS = 1 / 111_194.93;

/** A city: the town's streets at a larger size, with the outlines of its houses. */
function city(): { nodes: TownNode[]; ways: TownWay[] } {
  const { nodes, ways } = demoTown({ streets: STREETS });
  let state = 3;
  const chance = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const corners = STREETS * STREETS;
  for (let corner = 0; corner < corners; corner++) {
    const { lat, lng } = nodes[corner]!;
    for (let house = 0; house < HOUSES; house++) {
      const [south, west] = [lat + (20 + chance() * 130) * METERS, lng + (20 + chance() * 130) * METERS];
      const [height, width] = [(8 + chance() * 20) * METERS, (8 + chance() * 20) * METERS];
      const first = nodes.length;
      for (const [y, x] of [
        [0, 0],
        [0, 1],
        [1, 1],
        [1, 0],
      ] as const)
        nodes.push({ lat: south + y * height, lng: west + x * width });
      const tags = { building: 'house', 'addr:housenumber': String(1 + Math.floor(chance() * 200)) };
      ways.push({ nodes: [first, first + 1, first + 2, first + 3, first], tags });
    }
  }
  return { nodes, ways };
}

/** An extract as large as a city's, through the command that members of the public use. */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-extract-'));
  try {
    const file = path.join(folder, 'city.osm.pbf');
    const { nodes, ways } = city();
    writeFileSync(file, writeExtract(nodes, ways));
    const megabytes = (statSync(file).size / 1e6).toFixed(1);
    const began = performance.now();
    const { stdout } = await promisify(execFile)(process.execPath, [
      path.join(import.meta.dirname, '../import-extract.ts'),
      file,
      '--data',
      path.join(folder, 'data'),
    ]);
    const seconds = (performance.now() - began) / 1000;
    const memory = Number(/([\d,]+) MB of memory/.exec(stdout)?.[1]?.replaceAll(',', ''));
    return [
      {
        what: `importing an extract of ${megabytes} MB, ${nodes.length.toLocaleString('en')} nodes`,
        measured: `${seconds.toFixed(1)} s`,
        reach: `under ${REACH.seconds} s, at least ${REACH.nodes.toLocaleString('en')} nodes`,
        ok: seconds < REACH.seconds && nodes.length >= REACH.nodes,
      },
      {
        what: 'memory of it at most',
        measured: `${memory} MB`,
        reach: `below ${REACH.memory} MB`,
        ok: memory < REACH.memory,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await run()));
