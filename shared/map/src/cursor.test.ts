import { createCursor } from './cursor.ts';

/** A map whose coordinates are pixels, moved by `shift`; null before it is drawn. */
function fakeMap() {
  const viewport = document.createElement('div');
  const state: { shift: number | null; drawn: () => void } = { shift: null, drawn: () => {} };
  const cursor = createCursor({
    getViewport: () => viewport,
    getPixelFromCoordinate: ([x, y]) => (state.shift === null ? null! : [x! + state.shift, y!]),
    on: (_, follow) => {
      state.drawn = follow;
    },
  });
  return { cursor, state, dot: viewport.firstElementChild as HTMLElement };
}

it('[WORK-04] the cursor waits for the map, follows it, and goes', () => {
  const { cursor, state, dot } = fakeMap();
  cursor.moveTo([10, 20]);
  expect(dot.hidden).toBe(true);
  state.shift = 0;
  state.drawn();
  expect([dot.hidden, dot.style.transform]).toEqual([false, 'translate(10.0px, 20.0px)']);
  state.shift = 5;
  state.drawn();
  expect(dot.style.transform).toBe('translate(15.0px, 20.0px)');
  cursor.moveTo(null);
  expect(dot.hidden).toBe(true);
});

it('the cursor takes the colours of the page', () => {
  const { cursor, dot } = fakeMap();
  cursor.colour('rgb(1, 2, 3)', 'rgb(4, 5, 6)');
  expect(dot.style.background).toBe('rgb(1, 2, 3)');
  expect(dot.style.border).toBe('2px solid rgb(4, 5, 6)');
});
