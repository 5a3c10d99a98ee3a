import { installTestHost, type TestCall } from '@waymark/remote/testing';
import { decodePlan, encodePlan, type Plan, planLine, simplifyPlan } from '@waymark/routes';
import { createPlanner } from '../store/create-planner.ts';
import { playRouting, refusal } from '../testing.ts';
import { createNote, coursePositionAt } from './note-position.ts';

const at = (lng: number, lat: number) => ({ lng, lat });

/** Three points on foot, with a note on the first leg. */
async function drawn(answer: (call: TestCall) => unknown = playRouting) {
  const host = installTestHost(answer);
  const planner = createPlanner();
  for (const place of [at(0, 0), at(0.01, 0.01), at(0.02, 0)]) await planner.append(place);
  const spot = coursePositionAt(planLine(planner.get().plan), 160)!;
  planner.addNote(spot.segment, createNote(spot, 'Water tap'), spot.atEnd);
  return { host, planner, plan: () => planner.get().plan };
}

const own = ({ segments }: Plan) =>
  segments.flatMap(({ notes }) =>
    notes.filter(({ isCustomNote }) => isCustomNote).map(({ instructions }) => instructions),
  );
const turns = ({ segments }: Plan) =>
  segments.map(({ notes }) => notes.filter(({ isCustomNote }) => !isCustomNote).length);

it("[ROUTE-05] the member's own note stays when its leg is routed again in any way, and undo brings all back", async () => {
  const { planner, plan } = await drawn();
  const noted = plan();
  const edits: [string, () => Promise<void>][] = [
    ['move', () => planner.move(1, at(0.012, 0.011))],
    ['mode', () => planner.setLegMode(0, 2)],
    ['straight', () => planner.setLegMode(0, 0)],
    ['insert', () => planner.insert(0, at(0.005, 0.001))],
    ['remove', () => planner.remove(1)],
    ['reorder', () => planner.through([at(0.01, 0.01), at(0, 0), at(0.02, 0)], [1, 1])],
    ['reverse', () => planner.reverse()],
  ];
  for (const [name, edit] of edits) {
    await edit();
    expect([name, plan() === noted, own(plan())]).toEqual([name, false, ['Water tap']]);
    expect(own(decodePlan(encodePlan(simplifyPlan(plan()))))).toEqual(['Water tap']);
    planner.undo();
    expect(plan().segments.map(({ notes }) => notes)).toEqual(noted.segments.map(({ notes }) => notes));
  }
  await planner.setLegMode(0, 2);
  await planner.reverse();
  expect(own(plan())).toEqual(['Water tap']);
  await planner.outAndBack();
  expect(own(plan())).toEqual(['Water tap', 'Water tap']);
});

it('[ROUTE-05] a dragged point keeps the note of its leg, and so does a leg drawn straight after it failed', async () => {
  let down = false;
  const { planner, plan } = await drawn((call) => {
    if (down && call.path === '/route') throw refusal('no_path');
    return playRouting(call);
  });
  const drag = planner.startDrag({ waypoint: 1 }, at(0.01, 0.01));
  drag.to(at(0.01, 0.012));
  await drag.end();
  expect(own(plan())).toEqual(['Water tap']);
  down = true;
  await planner.setLegMode(0, 3);
  expect(own(plan())).toEqual(['Water tap']);
  await planner.get().problem!.straight();
  expect(plan().segments[0]!.travelMode).toBe(0);
  expect(own(plan())).toEqual(['Water tap']);
});

it('[ROUTE-05] on foot reverse, and out and back, bring the turns of the way back', async () => {
  const { planner, plan, host } = await drawn();
  const before = host.calls.filter(({ path }) => path === '/route').length;
  await planner.reverse();
  expect(turns(plan())).toEqual([2, 2]);
  expect(host.calls.filter(({ path }) => path === '/route')).toHaveLength(before + 1);
  planner.undo();
  await planner.outAndBack();
  expect(turns(plan())).toEqual([2, 2, 2, 2]);
});

it('[ROUTE-05] without an answer the line on foot is walked back as it was drawn, shown at once, without turns', async () => {
  const { promise, reject } = Promise.withResolvers();
  let down = false;
  const { planner, plan } = await drawn((call) =>
    down && call.path === '/route' ? promise : playRouting(call),
  );
  const { line } = planner.get().whole;
  const back = Array.from({ length: line.length / 2 }, (_, i) =>
    Array.from(line.slice(i * 2, i * 2 + 2)),
  ).reverse();
  down = true;
  const done = planner.reverse();
  expect([...planLine(planner.get().preview!).line]).toEqual(back.flat());
  reject(refusal('routing_unavailable'));
  await done;
  expect([...planner.get().whole.line]).toEqual(back.flat());
  expect([turns(plan()), own(plan()), planner.get().problem]).toEqual([[0, 0], ['Water tap'], null]);
  // What was made up is not remembered as the router's answer.
  planner.undo();
  down = false;
  await planner.reverse();
  expect(turns(plan())).toEqual([2, 2]);
});
