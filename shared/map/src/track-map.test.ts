import { loadMapView } from './load-map-view.ts';
import { createTrackMap } from './track-map.ts';
import type { MapDot, MapLine, MapView } from './view.ts';

jest.mock('./load-map-view.ts', () => ({ loadMapView: jest.fn() }));

/** A track on a map that draws nothing; `told` hears what it is to draw. */
async function startMap(told: Partial<MapView>) {
  const view: Partial<MapView> = { setLines() {}, setDots() {}, follow() {}, fit() {}, ...told };
  jest.mocked(loadMapView).mockResolvedValue(view as MapView);
  const map = createTrackMap(document.createElement('div'), {
    variant: 'openlayers',
    source: { tiles: null } as never,
    system: 'metric',
    label: 'Map',
  });
  await Promise.resolve();
  return map;
}

it('[WORK-04] no line leads over a pause, in the track, in a selected part and in what an edit keeps', async () => {
  const layers = new Map<string, readonly MapLine[]>();
  const map = await startMap({ setLines: (name, lines) => void layers.set(name, lines) });
  const drawn = (name: string) =>
    layers.get(name)!.map(({ line }) => [...line].filter((_, i) => i % 2 === 0));
  map.setTrack([[0, 1], [1, 1], null, [2, 1], [7, 1], [8, 1], [9, 1]], [4]);
  expect(drawn('track')).toEqual([
    [0, 1, 2],
    [7, 8, 9],
  ]);
  map.setRange({ from: 1, to: 5 });
  expect(drawn('range')).toEqual([
    [1, 2],
    [7, 8],
  ]);
  map.setKept([{ from: 0, to: 5 }]);
  expect(drawn('track').slice(2)).toEqual([
    [0, 1, 2],
    [7, 8],
  ]);
  map.setRange(null);
  map.setTrack([
    [0, 1],
    [1, 1],
  ]);
  expect([drawn('range'), drawn('track')]).toEqual([[], [[0, 1]]]);
});

it('[WORK-04] a track begins with a dot, ends with a flag, and carries a mark for each kilometre', async () => {
  let dots: readonly MapDot[] = [];
  const map = await startMap({ setDots: (_name, drawn) => void (dots = drawn) });
  map.setTrack([
    [0, 1],
    [1, 1],
    [2, 1],
    [3, 1],
  ]);
  map.setMarks([
    { index: 1, text: '1' },
    { index: 2, text: '2' },
    { index: 9, text: 'beyond' },
  ]);
  expect(dots.map(({ shape, at, text }) => [shape, at[0], text])).toEqual([
    ['dot', 0, undefined],
    ['flag', 3, undefined],
    ['label', 1, '1'],
    ['label', 2, '2'],
  ]);
});
