import { placesOf } from '@waymark/api/src/maps/places/places.ts';
import { SERVICE_BASES } from '@waymark/api-contract';
import { buildAll } from '../build.ts';
import { startBench } from './member.ts';
import { percentile, type Row, table } from './row.ts';

const CALLS = 2000;
const WARM = 300;
const REACH = { server: 5, load: 200 };

/** Beginnings of three to eight letters of names from all over the list, each as somebody would type it. */
function beginnings(): string[] {
  const places = placesOf({});
  let state = 11;
  const chance = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const found: string[] = [];
  while (found.length < CALLS + WARM) {
    const name = places.name(Math.floor(chance() * places.count));
    const text = name.slice(0, 3 + Math.floor(chance() * 6)).trim();
    if (text.length >= 3) found.push(text);
  }
  return found;
}

/** City search over all cities, through HTTP; every second one with a place near which to search. */
export async function run(): Promise<Row[]> {
  await buildAll({ names: ['places'] });
  const began = performance.now();
  const texts = beginnings();
  const loaded = performance.now() - began;
  const bench = await startBench();
  try {
    const timed = async (where: string) => {
      const start = performance.now();
      const answer = await fetch(bench.api.url + where);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${where}: ${answer.status}`);
      return performance.now() - start;
    };
    const search: number[] = [];
    const idle: number[] = [];
    for (const [call, text] of texts.entries()) {
      const wish = new URLSearchParams({ term: text, ...(call % 2 && { near: '42.1,-72.6' }) });
      const took = await timed(`${SERVICE_BASES.main}/search_for_city/?${wish.toString()}`);
      // A call that does nothing, in turns: what HTTP and this machine take by themselves.
      const empty = await timed(`${SERVICE_BASES.main}/search_for_city/?term=a`);
      if (call < WARM) continue;
      search.push(took);
      idle.push(empty);
    }
    const p99 = percentile(search, 0.99) - percentile(idle, 0.5);
    const median = percentile(search, 0.5);
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    return [
      {
        what: `city search, HTTP and all (median ${ms(median)}; a call that does nothing ${ms(percentile(idle, 0.5))}, its 99th percentile ${ms(percentile(idle, 0.99))}): 99th percentile beyond that`,
        measured: ms(p99),
        reach: `under ${REACH.server} ms`,
        ok: p99 < REACH.server,
      },
      {
        what: 'list of cities read and ready for the first question',
        measured: ms(loaded),
        reach: `under ${REACH.load} ms`,
        ok: loaded < REACH.load,
      },
    ];
  } finally {
    await bench.stop();
  }
}

if (import.meta.main) console.log(table(await run()));
