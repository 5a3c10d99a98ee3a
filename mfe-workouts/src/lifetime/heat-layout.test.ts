import { heatLayout, levelsOf } from './heat-layout.ts';

it('[WORK-08] a year is laid out by weeks, each weekday in its own row', () => {
  const { cells, columns, months } = heatLayout(2026, 1, 1);
  expect(cells).toHaveLength(365);
  // 1 January 2026 is a Thursday, 31 December as well.
  expect(cells[0]).toEqual({ day: '2026-01-01', band: 0, column: 0, row: 3 });
  expect(cells[4]).toEqual({ day: '2026-01-05', band: 0, column: 1, row: 0 });
  expect(columns).toBe(53);
  expect(months.map(({ day }) => day.slice(5, 7)).join(' ')).toBe('01 02 03 04 05 06 07 08 09 10 11 12');
  expect(heatLayout(2028, 0, 1).cells).toHaveLength(366);
});

it('[WORK-08] on a narrow screen the year is cut in two halves', () => {
  const { cells, columns } = heatLayout(2026, 1, 2);
  expect(columns).toBe(27);
  expect(cells.find(({ day }) => day === '2026-07-01')).toEqual({
    day: '2026-07-01',
    band: 1,
    column: 0,
    row: 2,
  });
});

it('levels are quarters of what the active days have', () => {
  const level = levelsOf([0, 600, 1200, 1800, 2400, 3000, 3600, 4200, 4800, 0]);
  expect([0, 600, 1800, 3000, 3600, 4800].map(level)).toEqual([0, 1, 2, 3, 3, 4]);
  expect(levelsOf([])(100)).toBe(1);
  expect(levelsOf([900])(900)).toBe(1);
});
