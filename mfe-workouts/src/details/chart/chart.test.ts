import { nearestIndex } from '@waymark/chart';
import { MISSING } from '@waymark/streams';
import { sampleStreams } from '../../testing/recording.ts';
import { axisOf, readPlace } from './axis.ts';
import { drawnPoints, valueNear } from './columns.ts';
import { moveByKey } from './move-by-key.ts';

const same = (value: number) => value;

describe('what is drawn of a column', () => {
  const n = 100_000;
  const xs = Float64Array.from({ length: n }, (_, i) => i);
  const heart = Int32Array.from({ length: n }, (_, i) => 140 + Math.round(10 * Math.sin(i / 900)));
  heart[61_234] = 201;

  it('[WORK-04] of 100,000 samples is two points a pixel at most, with every peak', () => {
    const { x, y } = drawnPoints(heart, xs, 0, n, { pixels: 800, even: false, toPlot: same, breaks: [] });
    expect(x.length).toBeLessThanOrEqual(1600);
    expect(y[x.indexOf(61_234)]).toBe(201);
  });

  it('is evened out where it is noisy, and keeps its mean', () => {
    const noise = Int32Array.from({ length: n }, (_, i) => 200 + (i % 2 ? 100 : -100));
    const { y } = drawnPoints(noise, xs, 0, n, { pixels: 800, even: true, toPlot: same, breaks: [] });
    expect(Math.min(...(y as number[]))).toBeGreaterThan(195);
    expect(Math.max(...(y as number[]))).toBeLessThan(205);
  });

  it('zoomed in is each sample as it is, with gaps where the sensor was silent', () => {
    const values = Int32Array.of(1, 2, MISSING, 4);
    expect(
      drawnPoints(values, xs, 1, 4, { pixels: 800, even: true, toPlot: (v) => v * 10, breaks: [] }),
    ).toEqual({
      x: [1, 2, 3],
      y: [20, null, 40],
    });
  });

  it('[WORK-04] breaks over a pause, zoomed in or thinned', () => {
    const values = Int32Array.of(1, 2, 3, 4);
    const options = { pixels: 800, even: false, toPlot: same };
    expect(drawnPoints(values, xs, 0, 4, { ...options, breaks: [2] }).y).toEqual([1, 2, null, 3, 4]);
    expect(drawnPoints(values, xs, 2, 4, { ...options, breaks: [2] }).y).toEqual([3, 4]);
    const { x, y } = drawnPoints(heart, xs, 0, n, { ...options, breaks: [40_000, 70_000] });
    expect(x.filter((_, i) => y[i] === null).map((at) => Math.round(at / 1000))).toEqual([40, 70]);
  });

  it('has a value near a silent moment, and none far from any', () => {
    const values = Int32Array.from({ length: 20 }, (_, i) => (i === 3 ? 150 : MISSING));
    expect([valueNear(values, 5), valueNear(values, 15)]).toEqual([150, MISSING]);
  });
});

it('[WORK-04] lines break at a stop that was not recorded, whether the timer stood still or ran on', () => {
  const time = (i: number) => (i + (i > 500 ? 600 : 0)) * 1000;
  const standing = (i: number) => (i === 501 ? 0 : 1);
  const breaksOf = (more: Parameters<typeof sampleStreams>[1]) =>
    axisOf('time', sampleStreams(1000, { time, ...more }), 'metric', 'en-us').breaks;
  expect(breaksOf({})).toEqual([501]);
  expect(breaksOf({ timer: time, moving: standing })).toEqual([501]);
  expect(breaksOf({ timer: time })).toEqual([]);
});

it('an axis over distance reads in the member’s own unit', () => {
  const streams = sampleStreams(1000);
  expect(axisOf('distance', streams, 'metric', 'en-us').text(1.25)).toBe('1.25 km');
  expect(axisOf('distance', streams, 'imperial', 'en-us').values.at(-1)).toBeCloseTo(1.5534, 3);
  expect(axisOf('time', streams, 'metric', 'en-us').tickText(3600)).toBe('1:00:00');
});

it('the nearest sample is found in any column that never falls', () => {
  const column = Float64Array.of(0, 10, 10, 40);
  expect([-5, 4, 6, 24, 26, 99].map((v) => column[nearestIndex(column, v)])).toEqual([0, 0, 10, 10, 40, 40]);
});

describe('keys', () => {
  const axis = axisOf('time', sampleStreams(1000), 'metric', 'en-us');
  const view = { axis, from: 0, to: 1000, width: 800 };
  const at = (cursor: number | null) => ({ cursor, part: null, hoveredPart: null });
  const press = (key: string, cursor: number | null, shiftKey = false, anchor?: number) =>
    moveByKey({ key, shiftKey }, at(cursor), view, anchor);

  it('[WORK-04] move the cursor within what is in sight', () => {
    expect(press('ArrowRight', 100)?.change).toEqual({ cursor: 105 });
    expect(press('ArrowLeft', 2)?.change).toEqual({ cursor: 0 });
    expect(press('End', null)?.change).toEqual({ cursor: 1000 });
    expect(press('Tab', 100)).toBeNull();
  });

  it('[WORK-04] select with Shift, also back over the start', () => {
    expect(press('ArrowRight', 100, true)).toEqual({
      change: { cursor: 105, part: { from: 100, to: 105 } },
      anchor: 100,
    });
    expect(press('PageDown', 105, true, 100)?.change.part).toEqual({ from: 5, to: 100 });
  });

  it('move by one sample where samples lie far apart', () => {
    const sparse = { ...axis, values: Float64Array.of(0, 500, 1000) };
    const move = moveByKey(
      { key: 'ArrowRight', shiftKey: false },
      at(0),
      { ...view, axis: sparse, to: 2 },
      undefined,
    );
    expect(move?.change).toEqual({ cursor: 1 });
  });
});

it('a typed place is read as a time or a distance', () => {
  const time = (text: string) => readPlace(text, { kind: 'time' });
  expect(['45', '12:30', '1:02:30', ' 0:05 '].map(time)).toEqual([45, 750, 3750, 5]);
  expect(['12:75', 'soon', '', '-3'].map(time)).toEqual([null, null, null, null]);
  expect(readPlace('2.5 km', { kind: 'distance' })).toBe(2.5);
  expect(readPlace('-1', { kind: 'distance' })).toBeNull();
});
