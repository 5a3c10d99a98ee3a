import { createFocus, samePart } from './focus.ts';

it('[WORK-04] map, chart and tables are told of a change once, and of no change not at all', () => {
  const focus = createFocus();
  const heard: (number | null)[] = [];
  const end = focus.subscribe(() => heard.push(focus.get().cursor));
  const part = { from: 1, to: 5 };
  focus.set({ cursor: 3 });
  focus.set({ cursor: 3 });
  focus.set({ part });
  focus.set({ part, hint: null });
  expect(heard).toEqual([3, 3]);
  expect(focus.get()).toEqual({ cursor: 3, part, hint: null });
  end();
  focus.set({ cursor: null });
  expect(heard).toHaveLength(2);
});

it('parts are the same by their ends', () => {
  expect(samePart({ from: 1, to: 2 }, { from: 1, to: 2 })).toBe(true);
  expect(samePart({ from: 1, to: 2 }, { from: 1, to: 2.5 })).toBe(false);
  expect(samePart(null, { from: 1, to: 2 })).toBe(false);
  expect(samePart(null, null)).toBe(true);
});
