import { fireEvent } from '@testing-library/react';
import { watchPointerSelection } from './pointer-selection.ts';
import { stubLayout } from './testing.ts';

const HOLD_MS = 400;

function open() {
  stubLayout(100);
  const layer = document.createElement('div');
  document.body.append(layer);
  const calls: unknown[][] = [];
  const stop = watchPointerSelection(layer, {
    placeAt: (clientX) => clientX,
    onMove: (place, range) => calls.push(['move', place, range]),
    onLeave: () => calls.push(['leave']),
    onClear: () => calls.push(['clear']),
  });
  return { layer, calls, stop };
}

/** jsdom's pointer events have no pointer type of their own. */
function touch(layer: HTMLElement, type: string, clientX: number) {
  const event = new MouseEvent(type, { clientX, bubbles: true });
  Object.defineProperty(event, 'pointerType', { value: 'touch' });
  layer.dispatchEvent(event);
}

afterEach(() => jest.useRealTimers());

it('a drag selects what lies between its ends; a shorter move is a click, which clears', () => {
  const { layer, calls } = open();
  fireEvent.pointerDown(layer, { clientX: 60, button: 0 });
  fireEvent.pointerMove(layer, { clientX: 58 });
  fireEvent.pointerMove(layer, { clientX: 20 });
  fireEvent.pointerMove(layer, { clientX: 60 });
  fireEvent.pointerUp(layer);
  expect(calls).toEqual([
    ['move', 58, undefined],
    ['move', 20, { from: 20, to: 60 }],
    ['move', 60, null],
  ]);
  fireEvent.pointerDown(layer, { clientX: 40, button: 0 });
  fireEvent.pointerUp(layer);
  fireEvent.pointerLeave(layer);
  expect(calls.slice(3)).toEqual([['clear'], ['leave']]);
});

it('a finger moves the cursor, and selects once it has rested', () => {
  jest.useFakeTimers();
  const { layer, calls } = open();
  touch(layer, 'pointerdown', 30);
  touch(layer, 'pointermove', 45);
  jest.advanceTimersByTime(HOLD_MS);
  touch(layer, 'pointermove', 50);
  touch(layer, 'pointerup', 50);
  expect(calls).toEqual([
    ['move', 30, undefined],
    ['move', 45, undefined],
    ['move', 50, undefined],
  ]);
  calls.length = 0;
  touch(layer, 'pointerdown', 30);
  jest.advanceTimersByTime(HOLD_MS);
  touch(layer, 'pointermove', 50);
  touch(layer, 'pointerup', 50);
  expect(calls.at(-1)).toEqual(['move', 50, { from: 30, to: 50 }]);
});

it('ends', () => {
  const { layer, calls, stop } = open();
  stop();
  fireEvent.pointerMove(layer, { clientX: 10 });
  expect(calls).toEqual([]);
});
