import { act, render, screen } from '@testing-library/react';
import { createStore, useStore } from './index.ts';

it('tells subscribers of each change once, and of no change not at all', () => {
  const store = createStore({ cursor: 0, part: 'a' });
  const listener = jest.fn();
  const unsubscribe = store.subscribe(listener);
  store.patch({ cursor: 0 });
  store.set((before) => before);
  expect(listener).not.toHaveBeenCalled();
  store.patch({ cursor: 3, part: 'a' });
  store.set({ cursor: 4, part: 'b' });
  expect(listener).toHaveBeenCalledTimes(2);
  expect(store.get()).toEqual({ cursor: 4, part: 'b' });
  unsubscribe();
  store.patch({ cursor: 5 });
  expect(listener).toHaveBeenCalledTimes(2);
});

it('renders a component when what it selects changes', () => {
  const store = createStore({ cursor: 0, part: 'a' });
  let renders = 0;
  function Cursor() {
    renders++;
    return <output>{useStore(store, ({ cursor }) => cursor)}</output>;
  }
  render(<Cursor />);
  act(() => store.patch({ part: 'b' }));
  expect(renders).toBe(1);
  act(() => store.patch({ cursor: 7 }));
  expect(screen.getByRole('status').textContent).toBe('7');
  expect(renders).toBe(2);
});
