import { act, render, screen } from '@testing-library/react';
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
  expect(document.activeElement).toBe(screen.getByRole('list'));
  await press('Close');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Nobody' }));
});

it('[SOC-03] [A11Y] gives the focus of a message above the page back to where it came from', async () => {
  function Page() {
    useRestoredFocus();
    const [isSaid, setIsSaid] = useState(true);
    return (
      <>
        <main>
          <section>
            <button type="button">Mute</button>
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
  render(<Page />);
  const mute = screen.getByRole('button', { name: 'Mute' });
  mute.focus();
  await press('Undo');
  expect(document.activeElement).toBe(mute);
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
  expect(document.activeElement).toBe(screen.getByRole('list'));
  rerender(page(0));
  expect(disconnect).toHaveBeenCalledTimes(1);
  rerender(page(1));
  expect(observe).toHaveBeenCalledTimes(2);
  observe.mockRestore();
  disconnect.mockRestore();
});
