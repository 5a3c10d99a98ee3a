import { installTestHost, renderPage } from '@waymark/remote/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { ChartReader } from './chart-reader.tsx';
import { stubLayout } from './testing.ts';

function Sample({ stays, onOpen }: { stays?: boolean; onOpen?: (at: number) => void }) {
  const [at, setAt] = useState<number | null>(null);
  return (
    <>
      <ChartReader
        label="Places"
        count={10}
        at={at}
        onAt={setAt}
        start={4}
        text={(i) => `place ${i}`}
        pick={(x) => (x < 0 || x > 1 ? null : Math.floor(x * 10))}
        stays={stays}
        onOpen={onOpen}
      >
        drawing
      </ChartReader>
      <output>{at ?? 'none'}</output>
    </>
  );
}

function open(props: Parameters<typeof Sample>[0] = {}) {
  stubLayout(100);
  installTestHost(() => null);
  renderPage(<Sample {...props} />);
  return screen.getByRole('slider');
}
const at = () => screen.getByRole('status').textContent;

it('leaves keys with Ctrl, Alt and Meta, and those it does not know, to the browser', () => {
  const slider = open();
  expect(fireEvent.keyDown(slider, { key: 'ArrowRight', ctrlKey: true })).toBe(true);
  expect(fireEvent.keyDown(slider, { key: 'ArrowLeft', altKey: true })).toBe(true);
  expect(fireEvent.keyDown(slider, { key: 'a' })).toBe(true);
  expect(at()).toBe('none');
  expect(fireEvent.keyDown(slider, { key: 'ArrowRight' })).toBe(false);
  expect(at()).toBe('5');
});

it('Page Up and Down go by a week, and stop at the ends', () => {
  const slider = open();
  fireEvent.keyDown(slider, { key: 'PageUp' });
  expect(at()).toBe('9');
  fireEvent.keyDown(slider, { key: 'PageDown' });
  expect(at()).toBe('2');
  fireEvent.keyDown(slider, { key: 'PageDown' });
  expect(at()).toBe('0');
});

it('what is read by key does not vanish when the pointer leaves, and does when the focus goes', () => {
  const slider = open();
  act(() => slider.focus());
  fireEvent.keyDown(slider, { key: 'Home' });
  fireEvent.pointerLeave(slider);
  expect(at()).toBe('0');
  act(() => slider.blur());
  expect(at()).toBe('none');
});

it('a place with a way on stays until another is pointed at', () => {
  const slider = open({ stays: true });
  fireEvent.pointerMove(slider, { clientX: 35 });
  fireEvent.pointerLeave(slider);
  fireEvent.pointerMove(slider, { clientX: 150 });
  expect(at()).toBe('3');
});

it('a click of the mouse opens, a tap only looks, Enter opens what is read', () => {
  const opened: number[] = [];
  const slider = open({ onOpen: (place) => opened.push(place) });
  fireEvent.keyDown(slider, { key: 'Enter' });
  expect(opened).toEqual([]);
  const tap = new MouseEvent('click', { bubbles: true, clientX: 25 });
  Object.defineProperty(tap, 'pointerType', { value: 'touch' });
  fireEvent(slider, tap);
  expect(opened).toEqual([]);
  fireEvent.click(slider, { clientX: 25 });
  fireEvent.keyDown(slider, { key: 'End' });
  fireEvent.keyDown(slider, { key: 'Enter' });
  expect(opened).toEqual([2, 9]);
});
