import type { MapView } from '@waymark/map';
import { installTestHost } from '@waymark/remote/testing';
import { showTrainingPlace } from './training-view.ts';

type Box = [number, number, number, number];

function open(bounds: (Box | null)[], places: unknown[] = []) {
  installTestHost(({ path }) => {
    if (path === '/search') return { features: places, attribution: '', addresses: false };
    if (path !== '/workout/') throw new Error(`unplanned: ${path}`);
    return { _embedded: { workouts: bounds.map((box) => ({ preview: { polyline: null, bounds: box } })) } };
  });
  let center: [number, number] = [-95.71, 37.09];
  const looks: unknown[] = [];
  const map = {
    center: () => center,
    zoomLevel: () => 3.4,
    look: (at: unknown, zoom: number) => void looks.push([at, zoom]),
  } as unknown as MapView;
  return { map, looks, move: () => (center = [10, 50]) };
}

it('[ROUTE-05] the planner opens where the latest workout with a track was, also across the date line', async () => {
  const town = open([null, [18, 54, 18.2, 54.2], [0, 0, 1, 1]]);
  await showTrainingPlace(town.map, 'PL');
  expect(town.looks).toEqual([[[18.1, 54.1], 12]]);
  const sea = open([[179, 0, -179, 2]]);
  await showTrainingPlace(sea.map, null);
  expect(sea.looks).toEqual([[[180, 1], 12]]);
});

it('[ROUTE-05] without one it opens on the member’s country, and stays where somebody moved it', async () => {
  const fresh = open([null], [{ center: [19, 52] }]);
  await showTrainingPlace(fresh.map, 'PL');
  expect(fresh.looks).toEqual([[[19, 52], 5]]);
  const nowhere = open([]);
  await showTrainingPlace(nowhere.map, null);
  expect(nowhere.looks).toEqual([]);
  const moved = open([[18, 54, 18.2, 54.2]]);
  const shown = showTrainingPlace(moved.map, null);
  moved.move();
  await shown;
  expect(moved.looks).toEqual([]);
});
