import { createRecordingSelection, isSamePart } from './recording-selection.ts';

it('[WORK-04] map, chart and tables are told of a change once, and of no change not at all', () => {
  const selection = createRecordingSelection();
  const heard: (number | null)[] = [];
  const end = selection.subscribe(() => heard.push(selection.get().cursor));
  const part = { from: 1, to: 5 };
  selection.patch({ cursor: 3 });
  selection.patch({ cursor: 3 });
  selection.patch({ part });
  selection.patch({ part, hoveredPart: null });
  expect(heard).toEqual([3, 3]);
  expect(selection.get()).toEqual({ cursor: 3, part, hoveredPart: null });
  end();
  selection.patch({ cursor: null });
  expect(heard).toHaveLength(2);
});

it('parts are the same by their ends', () => {
  expect(isSamePart({ from: 1, to: 2 }, { from: 1, to: 2 })).toBe(true);
  expect(isSamePart({ from: 1, to: 2 }, { from: 1, to: 2.5 })).toBe(false);
  expect(isSamePart(null, { from: 1, to: 2 })).toBe(false);
  expect(isSamePart(null, null)).toBe(true);
});
