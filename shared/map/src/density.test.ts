import { density, paint, shadeIndex, shadesOf } from './density.ts';
import {
  busiestBox,
  lngLatOf,
  planeX,
  planeY,
  tracksAt,
  createTrackSet,
  type TrackSet,
  tracksWithin,
  unitsPerMeter,
  WORLD,
} from './track-set.ts';

const STEP = 1e-7;
/** Tracks given in degrees, as the API packs them. */
function setOf(...tracks: [lng: number, lat: number][][]): TrackSet {
  const points = tracks.flat();
  let at = 0;
  return createTrackSet({
    header: { step: STEP } as Parameters<typeof createTrackSet>[0]['header'],
    starts: Uint32Array.from([0, ...tracks.map((track) => (at += track.length))]),
    lng: Int32Array.from(points, ([lng]) => Math.round(lng / STEP)),
    lat: Int32Array.from(points, ([, lat]) => Math.round(lat / STEP)),
    breaks: new Uint8Array(points.length),
  });
}
/** A frame of 20 by 20 cells of 10 units, its middle on a place. */
const around = (lng: number, lat: number) => ({
  west: Math.floor(planeX(lng)) - 100,
  north: Math.floor(planeY(lat)) + 100,
  cell: 10,
  width: 20,
  height: 20,
});

it('[WORK-08] the plane is web mercator within 20 cm, and leads back to degrees', () => {
  for (const lat of [-84, -33.123_456, 0, 52.000_01, 69.65]) {
    const exact = (Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)) * WORLD;
    expect(Math.abs(planeY(lat) - exact) / unitsPerMeter(lat)).toBeLessThan(0.2);
    expect(lngLatOf(planeX(21), planeY(lat))[1]).toBeCloseTo(lat, 5);
  }
  expect(lngLatOf(planeX(181), 0)[0]).toBeCloseTo(-179, 8);
});

it('[WORK-08] each track counts once in a cell, however often it comes by, and lines have no gaps', () => {
  const there: [number, number][] = [
    [20.999, 52],
    [21.001, 52],
  ];
  const set = setOf([...there, ...there.toReversed(), ...there], there, [
    [10, 10],
    [10.1, 10],
  ]);
  const { counts, most } = density(set, null, around(21, 52));
  expect(most).toBe(2);
  const touched = [...counts].filter((count) => count > 0);
  expect(touched).toEqual(Array.from({ length: 20 }, () => 2));
  const masked = density(set, Uint8Array.of(0, 1, 1), around(21, 52));
  expect(masked.most).toBe(1);
});

it('[WORK-08] no line leads over a pause: neither in the picture nor under the pointer', () => {
  const set = setOf([
    [20.99, 52],
    [20.995, 52],
    [21.005, 52],
    [21.01, 52],
  ]);
  const reach = 20 * unitsPerMeter(52);
  const found = (lng: number) => tracksAt(set, null, planeX(lng), planeY(52), reach);
  expect([density(set, null, around(21, 52)).most, found(21), found(20.992)]).toEqual([1, [0], [0]]);
  set.breaks[2] = 1;
  expect([density(set, null, around(21, 52)).most, found(21), found(20.992), found(21.008)]).toEqual([
    0,
    [],
    [0],
    [0],
  ]);
  // The point after it is drawn all the same.
  expect(density(set, null, around(21.005, 52)).most).toBe(1);
});

it('[WORK-08] a line that enters, leaves or only passes the frame is counted where it is inside', () => {
  const frame = around(21, 52);
  const at = (column: number, row: number): [number, number] =>
    lngLatOf(frame.west + column * frame.cell + 5, frame.north - row * frame.cell - 5);
  const rows = (track: [number, number][]) => {
    const { counts } = density(setOf(track), null, frame);
    return [...counts.keys()]
      .filter((cell) => counts[cell])
      .map((cell) => [cell % 20, Math.floor(cell / 20)]);
  };
  const whole = Array.from({ length: 20 }, (_, i) => [i, 5]);
  expect(rows([at(-300, 5), at(300, 5)])).toEqual(whole);
  expect(rows([at(-300, 5), at(4, 5)])).toEqual(whole.slice(0, 5));
  expect(rows([at(15, 5), at(300, 5)])).toEqual(whole.slice(15));
  expect(rows([at(-300, -5), at(300, -5)])).toEqual([]);
});

it('[WORK-08] shades grow with the logarithm from one track to the most', () => {
  expect([1, 10, 100].map((count) => shadeIndex(count, 100))).toEqual([0, 128, 255]);
  expect(shadeIndex(1, 1)).toBe(0);
  const pixels = new Uint8ClampedArray(3 * 4);
  paint({ counts: Uint16Array.of(0, 1, 2000), most: 2000 }, 'dark', pixels);
  const shades = shadesOf('dark');
  expect([...pixels.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
  expect([...pixels.subarray(4, 8)]).toEqual([...shades.subarray(0, 4)]);
  expect([...pixels.subarray(8)]).toEqual([...shades.subarray(-4)]);
});

it('[WORK-08] a spot finds the tracks that pass it between their points, a box those inside, and both mind the mask', () => {
  const set = setOf(
    [
      [20.99, 52],
      [21.01, 52],
    ],
    [
      [20.99, 52.001],
      [21.01, 52.001],
    ],
    [
      [21.5, 52],
      [21.6, 52],
    ],
  );
  const reach = 20 * unitsPerMeter(52);
  expect(tracksAt(set, null, planeX(21), planeY(52.0001), reach)).toEqual([0]);
  expect(tracksAt(set, null, planeX(21), planeY(52.0005), 6 * reach)).toEqual([0, 1]);
  expect(tracksAt(set, Uint8Array.of(0, 1, 1), planeX(21), planeY(52.0005), 6 * reach)).toEqual([1]);
  expect(tracksWithin(set, null, [planeX(20.9), planeY(51.9), planeX(21.1), planeY(52.1)])).toEqual([0, 1]);
  expect(busiestBox(set, null)![2]).toBe(Math.round(planeX(21.01)));
  expect(busiestBox(set, Uint8Array.of(0, 0, 0))).toBeNull();
});
