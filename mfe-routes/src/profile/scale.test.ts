import { applyKey } from './profile-input.ts';
import { scalesOf } from './profile-scales.ts';

const ROOM = { width: 700, height: 140 };

it('[ROUTE-08] scales are round in the measurement system of whoever looks', () => {
  const heights = { total: 42_195, low: 12, high: 310 };
  const metric = scalesOf(heights, ROOM, { system: 'metric', locale: 'de' });
  expect(metric.across.map(({ text }) => text)).toEqual(['0', '5', '10', '15', '20', '25', '30', '35', '40']);
  expect(metric.up.map(({ text }) => text)).toEqual(['0', '100', '200', '300']);
  const imperial = scalesOf(heights, ROOM, { system: 'imperial', locale: 'en-US' });
  expect(imperial.across.map(({ text }) => text)).toEqual(['0', '5', '10', '15', '20', '25']);
  expect(imperial.up.map(({ text }) => text)).toEqual(['0', '500', '1,000']);
  expect(imperial.up[1]!.at).toBeCloseTo(152.4, 6);
});

it('a level course stays level, and a short one has decimals', () => {
  const { low, high, across } = scalesOf({ total: 600, low: 3, high: 4 }, ROOM, {
    system: 'metric',
    locale: 'en',
  });
  expect(high - low).toBeGreaterThan(25);
  expect(low).toBeLessThan(3);
  expect(across.map(({ text }) => text)).toEqual(['0.0', '0.1', '0.2', '0.3', '0.4', '0.5', '0.6']);
});

const press = (key: string, cursor: number | null, shiftKey = false, anchor: number | null = null) =>
  applyKey({ key, shiftKey }, { cursor, range: null, anchor }, 1000);

it('[ROUTE-05] keys move the cursor along the course and stop at its ends', () => {
  expect(press('ArrowRight', 500)).toEqual({ cursor: 505, range: null, anchor: null });
  expect(press('PageUp', null)?.cursor).toBe(100);
  expect(press('ArrowLeft', 2)?.cursor).toBe(0);
  expect(press('End', 2)?.cursor).toBe(1000);
  expect(press('x', 2)).toBeNull();
});

it('[ROUTE-05] with Shift keys select a part from where they began, in both directions', () => {
  expect(press('ArrowRight', 500, true)).toEqual({
    cursor: 505,
    range: { from: 500, to: 505 },
    anchor: 500,
  });
  expect(press('PageDown', 505, true, 500)?.range).toEqual({ from: 405, to: 500 });
  expect(press('ArrowLeft', 505, true, 500)?.range).toBeNull();
});

it('[ROUTE-05] Escape lets go of the part, then of the cursor, then is anybody’s', () => {
  const escape = { key: 'Escape', shiftKey: false };
  const part = { cursor: 5, range: { from: 1, to: 5 }, anchor: 1 };
  expect(applyKey(escape, part, 10)).toEqual({ cursor: 5, range: null, anchor: null });
  expect(press('Escape', 5)).toEqual({ cursor: null, range: null, anchor: null });
  expect(press('Escape', null)).toBeNull();
});
