import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useRestoredFocus } from './use-restored-focus.ts';

function Requests() {
  useRestoredFocus();
  const [names, setNames] = useState(['Ana', 'Ben']);
  const [isOpen, setIsOpen] = useState(true);
  if (!isOpen) return <h1>Nobody</h1>;
  return (
    <section aria-label="Requests">
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setNames(names.filter((other) => other !== name))}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => setIsOpen(false)}>
        Close
      </button>
    </section>
  );
}

/** Presses a button that has the focus, and waits until what is observed was told. */
async function press(name: string) {
  const button = screen.getByRole('button', { name });
  await act(async () => {
    button.focus();
    button.click();
  });
}

it('[SOC-03] gives the focus of a control that goes away to what is around it, and then to the heading', async () => {
  render(
    <main>
      <Requests />
    </main>,
  );
  await press('Ana');
  expect(document.activeElement).toBe(screen.getByRole('listitem'));
  await press('Ben');
  expect(document.activeElement).toBe(screen.getByRole('list'));
  await press('Close');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Nobody' }));
});

it('[SOC-03] [A11Y] reading goes on behind the story that goes away, or before it where it was the last', async () => {
  function Feed() {
    useRestoredFocus();
    const [names, setNames] = useState(['Run', 'Ride', 'Hike']);
    return (
      <div role="feed">
        {names.map((name) => (
          <article key={name} aria-label={name}>
            <button type="button" onClick={() => setNames(names.filter((other) => other !== name))}>
              Hide {name}
            </button>
          </article>
        ))}
      </div>
    );
  }
  render(
    <main>
      <div>
        <Feed />
      </div>
    </main>,
  );
  await press('Hide Ride');
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Hike' }));
  await press('Hide Hike');
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Run' }));
});

function PageWithMessage() {
  useRestoredFocus();
  const [isSaid, setIsSaid] = useState(true);
  return (
    <>
      <main>
        <section>
          <input aria-label="Search" />
        </section>
      </main>
      {isSaid && (
        <button type="button" onClick={() => setIsSaid(false)}>
          Undo
        </button>
      )}
    </>
  );
}

it('[SOC-03] [A11Y] a key gives the focus of a message above the page back to where it came from', async () => {
  render(<PageWithMessage />);
  const field = screen.getByRole('textbox', { name: 'Search' });
  fireEvent.pointerDown(field);
  field.focus();
  fireEvent.keyDown(field, { key: 'Tab' });
  await press('Undo');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(document.activeElement).toBe(field);
});

it('[SOC-03] [A11Y] a tap on a message above the page opens no keyboard for the field before', async () => {
  render(<PageWithMessage />);
  screen.getByRole('textbox', { name: 'Search' }).focus();
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Undo' }));
  await press('Undo');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(document.activeElement).toBe(document.body);
});

it('[SOC-03] [A11Y] a dialog keeps the focus of a control in it that goes away', async () => {
  function Likers() {
    useRestoredFocus();
    const [hasMore, setHasMore] = useState(true);
    return (
      <dialog open aria-label="Likes">
        {hasMore && (
          <button type="button" onClick={() => setHasMore(false)}>
            Show more
          </button>
        )}
      </dialog>
    );
  }
  render(<Likers />);
  await press('Show more');
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Likes' }));
});

it('[SOC-03] leaves the focus alone that is somewhere else by then', async () => {
  render(
    <main>
      <Requests />
      <input aria-label="Search" />
    </main>,
  );
  const button = screen.getByRole('button', { name: 'Ana' });
  button.focus();
  const field = screen.getByRole('textbox', { name: 'Search' });
  field.focus();
  await act(async () => button.click());
  expect(document.activeElement).toBe(field);
});

it('[SOC-03] components that restore the focus share one observer, which stays until the last of them is gone', async () => {
  const observe = jest.spyOn(MutationObserver.prototype, 'observe');
  const disconnect = jest.spyOn(MutationObserver.prototype, 'disconnect');
  const page = (count: number) => (
    <main>
      <h1>Requests</h1>
      {Array.from({ length: count }, (_, index) => (
        <Requests key={index} />
      ))}
    </main>
  );
  const { rerender } = render(page(2));
  rerender(page(3));
  rerender(page(1));
  expect(observe).toHaveBeenCalledTimes(1);
  expect(disconnect).not.toHaveBeenCalled();
  await press('Ana');
  expect(document.activeElement).toBe(screen.getByRole('listitem'));
  rerender(page(0));
  expect(disconnect).toHaveBeenCalledTimes(1);
  rerender(page(1));
  expect(observe).toHaveBeenCalledTimes(2);
  observe.mockRestore();
  disconnect.mockRestore();
});
