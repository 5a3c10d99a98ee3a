import { installTestHost, type TestCall } from '@waymark/remote/testing';
import { staticPlan, waypoints } from '@waymark/routes';
import { waitFor } from '@testing-library/react';
import { createPlanner } from './create-planner.ts';
import { asked, playRouting, refusal } from '../testing.ts';

const at = (lng: number, lat: number) => ({ lng, lat });

/** A router whose answers come when the test says so. */
function start() {
  const waiting: { call: TestCall; answer: (how?: 'refused') => void }[] = [];
  let slow = false;
  const host = installTestHost((call) => {
    if (!slow || call.path !== '/route') return playRouting(call);
    return new Promise((resolve, reject) =>
      waiting.push({
        call,
        answer: (how) => (how ? reject(refusal('no_path')) : resolve(playRouting(call))),
      }),
    );
  });
  const planner = createPlanner();
  return { host, planner, waiting, byHand: () => (slow = true) };
}

async function drawn() {
  const test = start();
  for (const place of [at(0, 0), at(0.01, 0.01), at(0.02, 0.02), at(0.03, 0.03)])
    await test.planner.append(place);
  // Heights come in afterwards, as another plan of the same step.
  await waitFor(() =>
    expect(test.planner.get().plan.segments.every(({ elevation }) => elevation)).toBe(true),
  );
  test.byHand();
  return test;
}

const middle = (call: TestCall) => asked(call).locations[1]!.lat;

it('[ROUTE-05] a drag asks for its two legs only, one question at a time, and of those waiting the newest', async () => {
  const { planner, waiting } = await drawn();
  const { segments } = planner.get().plan;
  const drag = planner.startDrag({ waypoint: 1 }, at(0.01, 0.01));
  for (const lat of [0.011, 0.012, 0.013]) drag.to(at(0.01, lat));
  expect(waiting).toHaveLength(1);
  expect(asked(waiting[0]!.call).locations.map(({ lat }) => lat)).toEqual([0, 0.011, 0.02]);
  // Straight lines until there is an answer, the other segments as they are.
  expect(planner.get().preview!.segments.map(({ line }) => line.length / 2)).toEqual([2, 2, 3]);
  expect(planner.get().preview!.segments[2]).toBe(segments[2]);
  waiting[0]!.answer();
  await waitFor(() => expect(waiting).toHaveLength(2));
  expect(middle(waiting[1]!.call)).toBe(0.013);
  expect(planner.get().preview!.segments.map(({ line }) => line.length / 2)).toEqual([3, 3, 3]);
  expect(planner.get().plan.segments).toBe(segments);
});

it('[ROUTE-05] letting go is one step of the history; answers that come later change nothing', async () => {
  const { planner, waiting } = await drawn();
  const steps = planner.get().history.past.length;
  const drag = planner.startDrag({ waypoint: 1 }, at(0.01, 0.01));
  drag.to(at(0.01, 0.011));
  drag.to(at(0.01, 0.012));
  const done = drag.end();
  await waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]!.answer();
  await done;
  waiting[0]!.answer();
  const after = planner.get();
  expect(waypoints(after.plan)[1]).toEqual(at(0.01, 0.012));
  expect([after.history.past.length, after.preview]).toEqual([steps + 1, null]);
  await Promise.resolve();
  expect(planner.get().preview).toBeNull();
});

it('[ROUTE-05] a point that cannot be routed is put back and said; Escape puts it back and says nothing', async () => {
  const { planner, waiting } = await drawn();
  const before = planner.get().plan;
  let drag = planner.startDrag({ waypoint: 1 }, at(0.01, 0.01));
  drag.to(at(0.01, 0.5));
  const done = drag.end();
  await waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]!.answer('refused');
  await done;
  expect(planner.get()).toMatchObject({ plan: before, preview: null, problem: { from: 0, to: 1 } });
  planner.dismissProblem();
  drag = planner.startDrag({ waypoint: 2 }, at(0.02, 0.02));
  drag.to(at(0.02, 0.5));
  expect(planner.get().preview).not.toBeNull();
  drag.cancel();
  expect(planner.get()).toMatchObject({ plan: before, preview: null, problem: null });
});

it('[ROUTE-05] dragging the line puts a point in between; of a file only what is near is routed', async () => {
  const { planner } = start();
  planner.load(staticPlan(Array.from({ length: 100_000 }, (_, i) => at(i * 1e-5, 0))));
  const { line } = planner.get().plan.segments[0]!;
  const drag = planner.startDrag({ segment: 0, index: 50_000, part: 0.2 }, at(0.5, 0), 100);
  drag.to(at(0.5, 0.002));
  await drag.end();
  const { segments } = planner.get().plan;
  expect(segments.map(({ isStaticData }) => isStaticData)).toEqual([true, false, false, true]);
  expect(segments[1]!.line[0]).toBeCloseTo(0.4991, 4);
  expect(waypoints(planner.get().plan)[2]).toEqual(at(0.5, 0.002));
  planner.undo();
  expect(planner.get().plan.segments[0]!.line).toBe(line);
});
