import type { LngLat, MapDot, MapEvents, MapLine, MapPointer, MapView } from '@waymark/map';
import { installTestHost } from '@waymark/remote/testing';
import { waypoints } from '@waymark/routes';
import { waitFor } from '@testing-library/react';
import { createPlanner } from '../store/create-planner.ts';
import { playRouting } from '../testing.ts';
import { attachPlanner } from './attach-planner.ts';
import type { Hit } from './hit-test.ts';

const at = (lng: number, lat: number) => ({ lng, lat });
/** Pixels of a degree in the map of these tests, whose left lower corner is 0, 0. */
const SCALE = 10_000;

/** A map that draws nothing: it keeps what it is told, and is pointed at by the test. */
function plainMap() {
  const listeners = new Map<keyof MapEvents, (...about: never[]) => unknown>();
  const lines = new Map<string, readonly MapLine[]>();
  const dots = new Map<string, readonly MapDot[]>();
  const followed = new Map<string, LngLat | null>();
  const element = document.createElement('div');
  const map: Partial<MapView> = {
    element,
    setLines: (layer, drawn) => void lines.set(layer, drawn),
    setDots: (layer, drawn) => void dots.set(layer, drawn),
    follow: (mark, place) => void followed.set(mark.dataset['part']!, place),
    project: ([lng, lat]) => [lng * SCALE, -lat * SCALE],
    zoomLevel: () => Math.log2((SCALE * 360) / 512),
    pointer: () => {},
    look: () => {},
    fit: () => {},
    on(event, listener) {
      listeners.set(event, listener);
      return () => void listeners.delete(event);
    },
  };
  const pointer = (lng: number, lat: number, more: Partial<MapPointer> = {}): MapPointer => ({
    at: [lng, lat],
    x: lng * SCALE,
    y: -lat * SCALE,
    touch: false,
    shift: false,
    alt: false,
    ctrl: false,
    ...more,
  });
  const tell = (event: keyof MapEvents, about: MapPointer | null) => listeners.get(event)?.(about as never);
  return { map: map as MapView, lines, dots, followed, pointer, tell, listeners };
}

async function start() {
  installTestHost(playRouting);
  const planner = createPlanner();
  for (const place of [at(0, 0), at(0.02, 0.02), at(0.04, 0.04)]) await planner.append(place);
  const fake = plainMap();
  const menus: Hit[] = [];
  const notes: number[] = [];
  const unclear: string[] = [];
  const detach = attachPlanner(fake.map, planner, {
    unit: 1000,
    onMenu: (hit) => void menus.push(hit),
    onNote: (along) => void notes.push(along),
    onUnclearStreet: () => void unclear.push('unclear'),
  });
  return { ...fake, planner, menus, notes, unclear, detach };
}

it('[ROUTE-05] each segment is a line of its own; an edit hands the others over as they were', async () => {
  const { planner, lines, dots, detach, listeners } = await start();
  const before = lines.get('course')!.map(({ line }) => line);
  expect(before).toHaveLength(2);
  expect(
    dots
      .get('course-points')!
      .filter(({ text }) => text)
      .map(({ text }) => text),
  ).toEqual(['C', 'B', 'A']);
  expect(dots.get('course-markers')!.map(({ text }) => text)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((distance) => `${distance}\u00a0km`),
  );
  await planner.append(at(0.05, 0.05), 0);
  const after = lines.get('course')!;
  expect(after.map(({ line }) => line).slice(0, 2)).toEqual(before);
  expect(after[0]!.line).toBe(before[0]);
  expect([after[0]!.dash, after[2]!.dash]).toEqual([undefined, expect.any(Array)]);
  planner.setRange({ from: 1000, to: 3000 });
  const [range] = lines.get('course-range')!;
  expect(range!.line[0]).toBeCloseTo(1000 / 111_195, 5);
  expect(Array.from(range!.line.subarray(2, 4))).toEqual([0.02, 0]);
  expect(range!.line).toHaveLength(6);
  detach();
  expect(listeners.size).toBe(0);
});

it('[ROUTE-05] a click goes on, with shift straight; on a waypoint it chooses it', async () => {
  const { planner, pointer, tell } = await start();
  tell('click', pointer(0.05, 0));
  await waitFor(() => expect(planner.get().plan.segments).toHaveLength(3));
  tell('click', pointer(0.06, 0.01, { shift: true }));
  await waitFor(() =>
    expect(planner.get().plan.segments.map(({ travelMode }) => travelMode)).toEqual([1, 1, 1, 0]),
  );
  tell('click', pointer(0.0205, 0.0195));
  expect(planner.get().selected).toBe(1);
  tell('click', pointer(0.0205, 0.0195));
  expect(planner.get().selected).toBeNull();
});

it('[ROUTE-05] the line below the pointer shows a point to drag, and where it is along the course', async () => {
  const { planner, pointer, tell, followed } = await start();
  tell('hover', pointer(0.01, 0.0005));
  expect(followed.get('handle')).toEqual([0.01, 0]);
  expect(planner.get().cursor).toBeCloseTo(1112, 0);
  tell('hover', pointer(0.01, 0.005));
  expect(followed.get('handle')).toBeNull();
  expect(planner.get().cursor).toBeNull();
  // The profile's cursor is the map's.
  planner.setCursor(1112);
  await waitFor(() => expect(followed.get('cursor')?.[0]).toBeCloseTo(0.01, 4));
});

it('[ROUTE-05] dragging the line inserts, dragging a point moves it, Escape puts it back', async () => {
  const { planner, pointer, tell } = await start();
  expect(tell('grab', pointer(0.01, 0.01))).toBe(false);
  expect(tell('grab', pointer(0.01, 0))).toBe(true);
  tell('drag', pointer(0.01, -0.005));
  expect(planner.get().preview!.segments).toHaveLength(3);
  tell('drop', pointer(0.01, -0.01));
  await waitFor(() => expect(planner.get().plan.segments).toHaveLength(3));
  expect(waypoints(planner.get().plan)[1]).toEqual(at(0.01, -0.01));
  const { plan } = planner.get();
  tell('grab', pointer(0.01, -0.01));
  tell('drag', pointer(0.01, -0.02));
  tell('drop', null);
  expect(planner.get()).toMatchObject({ plan, preview: null });
});

it('[ROUTE-05] a finger on the line asks what to do, and moves points only; holding asks everywhere', async () => {
  const { pointer, tell, menus } = await start();
  const finger = { touch: true };
  expect(tell('grab', pointer(0.01, 0.0015, finger))).toBe(false);
  expect(tell('grab', pointer(0.0215, 0.02, finger))).toBe(true);
  tell('drop', null);
  tell('click', pointer(0.01, 0.0015, finger));
  tell('longpress', pointer(0.03, 0.03, finger));
  expect(menus.map(({ kind }) => kind)).toEqual(['line', 'ground']);
});

it('[ROUTE-05] with the tools a click on the line writes a note or puts a point there', async () => {
  const { planner, pointer, tell, notes } = await start();
  planner.setTool('note');
  expect(tell('grab', pointer(0.01, 0))).toBe(false);
  tell('click', pointer(0.01, 0));
  tell('click', pointer(0.01, 0.01));
  expect(notes).toEqual([expect.closeTo(1112, 0)]);
  planner.setTool('split');
  tell('click', pointer(0.019, 0));
  expect(planner.get().plan.segments).toHaveLength(3);
});

it('[ROUTE-05] a line drawn along a street has legs keep off it; those over it are routed again, in one step', async () => {
  const { planner, pointer, tell, lines, dots } = await start();
  try {
    const before = planner.get().plan;
    planner.setTool('avoid');
    expect(tell('grab', pointer(0.005, 0, { touch: true }))).toBe(true);
    tell('drag', pointer(0.0051, 0));
    tell('drag', pointer(0.008, 0));
    expect(lines.get('stroke')).toHaveLength(1);
    tell('drop', pointer(0.008, 0));
    expect(lines.get('stroke')).toEqual([]);
    expect(planner.get().avoided.map((street) => Array.from(street))).toEqual([[0.005, 0, 0.008, 0]]);
    expect(lines.get('avoided-streets')).toHaveLength(1);
    await waitFor(() => expect(planner.get().plan).not.toBe(before));
    const after = planner.get().plan;
    expect(after.segments.map((segment, i) => segment === before.segments[i])).toEqual([false, true]);
    planner.undo();
    expect(planner.get().plan).toBe(before);
    // A drag that is broken off draws nothing.
    tell('grab', pointer(0.03, 0.02));
    tell('drag', pointer(0.035, 0.02));
    tell('drop', null);
    expect(planner.get().avoided).toHaveLength(1);
    // A tap avoids one place, and allows what is avoided there.
    tell('click', pointer(0.03, 0.03));
    expect(dots.get('avoided-places')).toHaveLength(1);
    tell('click', pointer(0.0065, 0.0005));
    expect(planner.get().avoided.map((street) => Array.from(street))).toEqual([[0.03, 0.03]]);
    // For the next course as well.
    expect(createPlanner().get().avoided).toHaveLength(1);
    planner.allowAllStreets();
    expect([planner.get().avoided, lines.get('avoided-streets'), dots.get('avoided-places')]).toEqual([
      [],
      [],
      [],
    ]);
  } finally {
    planner.allowAllStreets();
  }
});

it('[ROUTE-05] what is too long to be one street, or drawn where streets cannot be told apart, is not avoided and says so', async () => {
  const { planner, pointer, tell, unclear, map, lines } = await start();
  try {
    planner.setTool('avoid');
    tell('grab', pointer(0, 0));
    tell('drag', pointer(0.05, 0));
    tell('drop', pointer(0.05, 0));
    expect([unclear.length, planner.get().avoided, lines.get('stroke')]).toEqual([1, [], []]);
    map.zoomLevel = () => 8;
    tell('click', pointer(0.005, 0));
    expect([unclear.length, planner.get().avoided]).toEqual([2, []]);
  } finally {
    planner.allowAllStreets();
  }
});

it('[ROUTE-05] a hundred streets are the most that are avoided', async () => {
  const { planner, pointer, tell } = await start();
  try {
    planner.setTool('avoid');
    for (let i = 0; i < 101; i++) tell('click', pointer(1 + i / 100, 1));
    expect(planner.get().avoided).toHaveLength(100);
  } finally {
    planner.allowAllStreets();
  }
});
