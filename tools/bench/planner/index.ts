import { percentile, type Row, table } from '../row.ts';
import { firstLoads } from './first-load.ts';
import { courseOf, longRoute, previews, undos } from './measure.ts';
import { openPlanner } from './page.ts';
import { startPlannerBench } from './product.ts';

const REACH = { preview: 60, undo: 16, long: 500, megabytes: 300, load: 1.4, kB: 500 };
/** Milliseconds that a picture may have to wait for the screen. */
const FRAME = 16.7;
const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const below = (what: string, value: number, reach: number): Row => ({
  what,
  measured: ms(value),
  reach: `under ${+reach.toFixed(1)} ms`,
  ok: value < reach,
});

/** Drawing with the roads of 50,000 nodes beside it: previews, steps back, a very long route, and the first visit. */
export async function run({ rounds = 5 }: { rounds?: number } = {}): Promise<Row[]> {
  const bench = await startPlannerBench();
  try {
    const page = await bench.context.newPage();
    await openPlanner(page, `${bench.site}/routes/create?lat=0.5&lng=-150&zoom=13`);
    const moved = await previews(page);
    await page.goto('about:blank');
    const short = await bench.save(courseOf(1000, 20, 1));
    await openPlanner(page, `${bench.site}/routes/edit/${short}`);
    await page.waitForFunction(() => /[1-9]/.test(window.planning.figures()));
    const back = await undos(page);
    const id = await bench.save(courseOf(100_000, 100_000, 0));
    await openPlanner(page, `${bench.site}/routes/create?lat=0.5&lng=-150&zoom=13`);
    const long = await longRoute(page, id);
    await page.close();
    const loads = await firstLoads(bench, rounds);
    return [
      below('planner: pointer move to drawn leg, 50,000 nodes, p95', percentile(moved, 0.95), REACH.preview),
      below(
        'planner: undo of a step, 1,000 points and 50 legs, one behind the other: work of the page for each',
        back.work,
        REACH.undo,
      ),
      below('the same from key to picture, p95', percentile(back.pictures, 0.95), REACH.undo + FRAME),
      {
        what: 'a step alone: work of the page until list, profile and draft have followed, in several tasks',
        measured: ms(back.alone),
        reach: 'not asked',
        ok: true,
      },
      below('planner: opening a saved route of 100,000 points', long.opened, REACH.long),
      below('planner: inserting a point into it', long.inserted, REACH.long),
      below('planner: dragging a point of it', long.dragged, REACH.long),
      {
        what: 'planner: memory of the page with it',
        measured: `${long.megabytes.toFixed(0)} MB`,
        reach: `under ${REACH.megabytes} MB`,
        ok: long.megabytes < REACH.megabytes,
      },
      {
        what: `planner: first visit, CPU x4, 1.6 Mbit/s, 150 ms, against a page with the map library alone (${ms(loads.bare)})`,
        measured: `${ms(loads.planner)}, ${(loads.planner / loads.bare).toFixed(2)} times`,
        reach: `at most ${REACH.load} times`,
        ok: loads.planner <= loads.bare * REACH.load,
      },
      {
        what: 'planner: script of the first visit',
        measured: `${loads.kB.toFixed(0)} kB`,
        reach: `under ${REACH.kB} kB`,
        ok: loads.kB < REACH.kB,
      },
    ];
  } finally {
    await bench.stop();
  }
}

if (import.meta.main) console.log(table(await run()));
