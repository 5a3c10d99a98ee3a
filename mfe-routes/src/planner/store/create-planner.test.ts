import { installTestHost, type TestCall } from '@waymark/remote/testing';
import { planLength, staticPlan, waypoints } from '@waymark/routes';
import { waitFor } from '@testing-library/react';
import type { Planner } from '../planner.ts';
import { asked, playRouting, refusal } from '../testing.ts';
import { createPlanner } from './create-planner.ts';

const at = (lng: number, lat: number) => ({ lng, lat });

function start(answer: (call: TestCall) => unknown = playRouting) {
  const host = installTestHost(answer);
  const routed = () => host.calls.filter(({ path }) => path === '/route');
  const interactions = () => host.events.map(({ properties }) => Object.values(properties)[0]);
  return { host, planner: createPlanner(), routed, interactions };
}

async function draw(planner: Planner, ...places: [number, number][]) {
  for (const [lng, lat] of places) await planner.append(at(lng, lat));
}

const points = (planner: Planner) => waypoints(planner.get().plan).map(({ lng, lat }) => [lng, lat]);

it('[ROUTE-05] clicks draw a course along roads, each leg asked once', async () => {
  const { planner, routed, interactions } = start();
  await draw(planner, [0, 0], [0.01, 0.01], [0.02, 0.02]);
  const { plan, whole, routing } = planner.get();
  expect(points(planner)).toEqual([
    [0, 0],
    [0.01, 0.01],
    [0.02, 0.02],
  ]);
  expect(plan.segments.map(({ travelMode, line }) => [travelMode, line.length / 2])).toEqual([
    [1, 3],
    [1, 3],
  ]);
  expect([whole.along.length, routing]).toEqual([5, false]);
  expect(
    plan.segments[0]!.notes.map(({ instructions, isCustomNote }) => [instructions, isCustomNote]),
  ).toEqual([
    ['Set off', false],
    ['Turn left', false],
  ]);
  expect(plan.segments[0]!.notes[1]!.distance).toBeCloseTo(1112, 0);
  expect(routed()).toHaveLength(2);
  expect(interactions()).toEqual(['add', 'add', 'add']);
});

it('[ROUTE-16] a point and a control are told by the events of the specification', async () => {
  const { planner, host } = start();
  await draw(planner, [0, 0], [0.01, 0.01]);
  planner.undo();
  expect(host.events).toEqual([
    { name: 'route_point_interaction_performed', properties: { interaction: 'add' } },
    { name: 'route_point_interaction_performed', properties: { interaction: 'add' } },
    { name: 'route_control_performed', properties: { control: 'undo' } },
  ]);
});

it('[ROUTE-12] the question has the Valhalla form; a straight leg asks nobody', async () => {
  const { planner, routed } = start();
  planner.setMode(2);
  await draw(planner, [0, 0], [0.01, 0.01]);
  await planner.append(at(0.02, 0), 0);
  expect(routed()).toHaveLength(1);
  expect(asked(routed()[0]!)).toEqual({
    locations: [
      { lat: 0, lon: 0 },
      { lat: 0.01, lon: 0.01 },
    ],
    costing: 'bicycle',
    costing_options: { bicycle: { cycling_speed: 5 } },
    directions_options: { units: 'kilometers' },
  });
  expect(planner.get().plan.segments.map(({ travelMode }) => travelMode)).toEqual([2, 0]);
});

it('[ROUTE-05] quick clicks follow each other in their order, shown straight until they are routed', async () => {
  const { planner } = start();
  const all = [
    planner.append(at(0, 0)),
    planner.append(at(0.01, 0.01)),
    planner.append(at(0.02, 0.02)),
    planner.remove(0),
  ];
  expect(planner.get()).toMatchObject({ routing: true });
  expect(waypoints(planner.get().preview!)).toEqual([at(0.01, 0.01), at(0.02, 0.02)]);
  await Promise.all(all);
  expect(points(planner)).toEqual([
    [0.01, 0.01],
    [0.02, 0.02],
  ]);
  expect(planner.get()).toMatchObject({ routing: false, preview: null });
});

it('[ROUTE-05] a step back drops what is being routed', async () => {
  const { planner } = start();
  await draw(planner, [0, 0], [0.01, 0.01]);
  const late = planner.append(at(0.02, 0.02));
  planner.undo();
  await late;
  expect(points(planner)).toHaveLength(2);
  planner.undo();
  expect(points(planner)).toHaveLength(1);
  planner.redo();
  expect(points(planner)).toHaveLength(2);
});

it('[ROUTE-05] a failed leg leaves the course as it was, says which and why, and can be drawn straight', async () => {
  let down = true;
  const { planner, routed } = start((call) => {
    if (down && call.path === '/route') throw refusal('no_path', 1);
    return playRouting(call);
  });
  down = false;
  await draw(planner, [0, 0], [0.01, 0.01], [0.02, 0.02]);
  const before = planner.get().plan;
  down = true;
  await planner.move(1, at(0.5, 0.5));
  expect(waypoints(planner.get().plan)).toEqual(waypoints(before));
  expect(planner.get().problem).toMatchObject({
    from: 1,
    to: 2,
    text: 'We couldn’t route from point B to point C. There’s no way between these points.',
  });
  const { problem } = planner.get();
  down = false;
  await problem!.straight();
  expect(planner.get().problem).toBeNull();
  expect(planner.get().plan.segments.map(({ travelMode }) => travelMode)).toEqual([1, 0]);
  expect(points(planner)[1]).toEqual([0.5, 0.5]);
  expect(asked(routed().at(-1)!).locations).toHaveLength(2);
});

it.each([
  ['no_path', 'There’s no way between these points.'],
  ['routing_unavailable', 'Routing isn’t available right now.'],
  ['routing_slow', 'Routing took too long.'],
  ['some_other', 'Routing isn’t available right now.'],
])('[ROUTE-12] %s is told in words, and another try draws what waited', async (code, words) => {
  let down = true;
  const { planner } = start((call) => {
    if (down) throw refusal(code);
    return playRouting(call);
  });
  await Promise.all([
    planner.append(at(0, 0)),
    planner.append(at(0.01, 0.01)),
    planner.append(at(0.02, 0.02)),
  ]);
  expect(planner.get().problem!.text).toContain(words);
  expect(points(planner)).toHaveLength(1);
  down = false;
  await planner.get().problem!.retry();
  await waitFor(() => expect(points(planner)).toHaveLength(3));
});

it.each(['no_coverage', 'too_far_from_road'])(
  '[ROUTE-05] where no road is near (%s) each leg is straight without a card, and that is said once',
  async (code) => {
    const { planner, routed } = start((call) => {
      if (call.path === '/route' && asked(call).locations.some(({ lat }) => lat > 0.015)) throw refusal(code);
      return playRouting(call);
    });
    await draw(planner, [0, 0], [0.01, 0.01]);
    expect(planner.get().offRoad).toBe('none');
    await draw(planner, [0.02, 0.02], [0.03, 0.03]);
    const { plan, problem, offRoad } = planner.get();
    expect([problem, offRoad]).toEqual([null, 'hint']);
    expect(plan.segments.map(({ travelMode }) => travelMode)).toEqual([1, 0, 0]);
    expect(routed()).toHaveLength(3);
    planner.dismissOffRoadHint();
    await draw(planner, [0.04, 0.04]);
    expect(planner.get().offRoad).toBe('known');
    planner.undo();
    expect(points(planner)).toHaveLength(4);
  },
);

it('[ROUTE-05] heights come after the drawing, without a step of the history', async () => {
  const { promise: heights, resolve: answer } = Promise.withResolvers();
  const { planner } = start((call) => (call.service === 'elevation' ? heights : playRouting(call)));
  await draw(planner, [0, 0], [0.01, 0.01]);
  expect(planner.figures().ascent).toBeNull();
  answer({ height: [100, 150, 150], source: 'demo' });
  await waitFor(() => expect(planner.figures()).toMatchObject({ ascent: 49.3, descent: 0 }));
  expect(planner.get().history.past).toHaveLength(2);
  planner.undo();
  planner.redo();
  expect(planner.get().plan.segments[0]!.elevation).toEqual(Float64Array.of(100, 150, 150));
});

it('[ROUTE-05] reverse, out and back, back to start, close the loop, splice, split, join and clear', async () => {
  const { planner, interactions } = start();
  await draw(planner, [0, 0], [0.01, 0.01], [0.02, 0]);
  const length = planLength(planner.get().plan);
  await planner.reverse();
  expect(points(planner)[0]).toEqual([0.02, 0]);
  await planner.outAndBack();
  expect(planLength(planner.get().plan)).toBeCloseTo(2 * length, 6);
  planner.undo();
  await planner.backToStart();
  expect(points(planner).at(-1)).toEqual([0.02, 0]);
  planner.undo();
  await planner.closeLoop();
  expect(planner.get().plan.segments.at(-1)!.travelMode).toBe(0);
  planner.split(0, 1);
  expect(planner.get().plan.segments).toHaveLength(4);
  planner.join(0);
  planner.splice(2, 1, []);
  expect(planner.get().plan.segments).toHaveLength(2);
  planner.clear();
  expect(planner.get().plan.start).toBeNull();
  planner.undo();
  expect(planner.get().plan.segments).toHaveLength(2);
  planner.split(7, 1);
  expect(interactions().slice(3)).toEqual([
    'reverse',
    'out_and_back',
    'undo',
    'back_to_start',
    'undo',
    'close_loop',
    'split',
    'join',
    'splice',
    'clear',
    'undo',
    'split',
  ]);
});

it('[ROUTE-05] moving a point of a file bends only what is near it', async () => {
  const { planner } = start();
  planner.load(staticPlan(Array.from({ length: 2001 }, (_, i) => at(i / 10_000, 0))));
  await planner.insert(0, at(0.1, 0.001));
  const { segments } = planner.get().plan;
  expect(segments.map(({ isStaticData }) => isStaticData)).toEqual([true, false, false, true]);
  await planner.move(4, at(0.2, 0.001));
  expect(planner.get().plan.segments.map(({ isStaticData }) => isStaticData)).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});

it('[ROUTE-06] what is saved with the course counts as unsaved once somebody wrote it', async () => {
  const { planner } = start();
  planner.setForm({ name: 'Austin Route' });
  expect(planner.get().unsaved).toBe(false);
  planner.setForm({ name: 'My loop', named: true });
  expect(planner.get().unsaved).toBe(true);
  await draw(planner, [0, 0], [0.01, 0.01]);
  expect(planner.saved(planner.get())).toBe(true);
  expect(planner.get().unsaved).toBe(false);
  await draw(planner, [0.02, 0]);
  expect(planner.get().unsaved).toBe(true);
});

it('[ROUTE-05] what comes while the course is being saved stays to be saved; heights alone do not count', async () => {
  const { promise: heights, resolve: answer } = Promise.withResolvers();
  const { planner } = start((call) => (call.service === 'elevation' ? heights : playRouting(call)));
  await draw(planner, [0, 0], [0.01, 0.01]);
  const sent = planner.get();
  answer({ height: [100, 150, 150], source: 'demo' });
  await waitFor(() => expect(planner.figures().ascent).not.toBeNull());
  expect(planner.saved(sent)).toBe(true);
  const coming = planner.append(at(0.02, 0.02));
  expect(planner.saved(sent)).toBe(false);
  await coming;
  expect([planner.saved(sent), planner.get().unsaved]).toEqual([false, true]);
  planner.undo();
  expect([planner.saved(sent), planner.get().unsaved]).toEqual([true, false]);
  planner.setForm({ description: 'Mud' });
  expect([planner.saved(sent), planner.get().form.description]).toEqual([false, 'Mud']);
});

it('[ROUTE-05] beginning anew is one step of the history, and what is begun with is what is saved', async () => {
  const { planner } = start();
  await draw(planner, [0, 0], [0.01, 0.01], [0.02, 0.02]);
  const { form } = planner.get();
  const plan = staticPlan([at(5, 5), at(5, 6)]);
  planner.begin({ plan, form, at: '2026-05-01T10:00:00.000Z' }, plan, form);
  expect([points(planner).length, planner.get().unsaved]).toEqual([2, false]);
  planner.undo();
  expect([points(planner).length, planner.get().unsaved]).toEqual([3, true]);
});

describe('avoided streets', () => {
  const KEY = 'waymark.planner_avoided_streets';
  const lines = (planner: Planner) => planner.get().avoided.map((street) => Array.from(street));
  afterEach(() => localStorage.removeItem(KEY));

  it('[ROUTE-05] a street that is avoided while a leg over it is being routed has that leg routed again', async () => {
    const held: (() => void)[] = [];
    const { planner, routed } = start(async (call) => {
      if (call.path === '/route' && routed().length === 1) await new Promise<void>((go) => held.push(go));
      return playRouting(call);
    });
    await planner.append(at(0, 0));
    const appended = planner.append(at(0.01, 0.01));
    await waitFor(() => expect(held).toHaveLength(1));
    const avoided = planner.avoidStreet(Float64Array.of(0.005, 0));
    held[0]!();
    await Promise.all([appended, avoided]);
    expect(routed().map((call) => asked(call).exclude_locations?.length)).toEqual([undefined, 1]);
  });

  it('[ROUTE-05] what another tab changes is shown, and a street is allowed by what it is, not by its number', async () => {
    const { planner } = start();
    await planner.avoidStreet(Float64Array.of(1, 1));
    await planner.avoidStreet(Float64Array.of(2, 2));
    // Another tab allowed the first street, and this one does not know yet.
    localStorage.setItem(KEY, '[[2,2]]');
    planner.allowStreet(0);
    expect(lines(planner)).toEqual([[2, 2]]);
    localStorage.setItem(KEY, '[[2,2],[3,3]]');
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
    expect(lines(planner)).toEqual([
      [2, 2],
      [3, 3],
    ]);
    planner.destroy();
    localStorage.setItem(KEY, '[[4,4]]');
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
    expect(lines(planner)).toHaveLength(2);
  });
});
