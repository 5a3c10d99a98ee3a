import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderUi } from '../test-render.tsx';
import { Modal, type ModalProps } from './modal.tsx';

function Page(props: Partial<ModalProps>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title="Delete this workout?"
        footer={
          <>
            <button onClick={() => setOpen(false)}>Keep it</button>
            <button>Delete</button>
          </>
        }
        {...props}
      >
        {props.children ?? <a href="#x">Why</a>}
      </Modal>
    </>
  );
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const state = () => screen.queryByRole('dialog')?.dataset['state'];
const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms), delay: null });
const open = async () => {
  await user.click(screen.getByText('Open'));
};

it('[UI-04] opens, is entered after 40 ms, exits for 250 ms and is gone', async () => {
  renderUi(<Page />);
  await open();
  expect(state()).toBe('opening');
  pass(39);
  expect(state()).toBe('opening');
  pass(1);
  expect(state()).toBe('entered');
  fireEvent.click(screen.getByText('Keep it'));
  expect(state()).toBe('exiting');
  pass(249);
  expect(state()).toBe('exiting');
  pass(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('[UI-04] opens again while it closes', async () => {
  renderUi(<Page />);
  await open();
  pass(40);
  fireEvent.click(screen.getByText('Keep it'));
  pass(100);
  fireEvent.click(screen.getByText('Open'));
  expect(state()).toBe('opening');
  pass(300);
  expect(state()).toBe('entered');
});

it('[UI-04] closes on Escape and gives the focus back', async () => {
  renderUi(<Page />);
  await open();
  expect(screen.getByRole('dialog', { name: 'Delete this workout?' }).contains(document.activeElement)).toBe(
    true,
  );
  await user.keyboard('{Escape}');
  pass(250);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByText('Open'));
});

it('[UI-04] keeps the focus inside, both ways round', async () => {
  renderUi(<Page />);
  await open();
  const dialog = screen.getByRole('dialog');
  const order = ['Close', 'Why', 'Keep it', 'Delete', 'Close'];
  for (const name of order) {
    await user.tab();
    expect(document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label')).toBe(
      name,
    );
  }
  await user.tab({ shift: true });
  expect(document.activeElement?.textContent).toBe('Delete');
  expect(dialog.contains(document.activeElement)).toBe(true);
});

it('[UI-04] puts the focus where the page wants it', async () => {
  renderUi(
    <Page>
      <input data-autofocus aria-label="Name" />
    </Page>,
  );
  await open();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

it('closes on a press beside it, not inside it', async () => {
  renderUi(<Page />);
  await open();
  const dialog = screen.getByRole('dialog');
  dialog.getBoundingClientRect = () => new DOMRect(100, 100, 400, 200);
  const [within, beside] = [
    { clientX: 200, clientY: 150 },
    { clientX: 20, clientY: 20 },
  ];
  const drag = (from: object, to: object) => {
    fireEvent.mouseDown(dialog, from);
    fireEvent.mouseUp(dialog, to);
    fireEvent.click(dialog, to);
  };
  drag(within, within);
  // Selecting text may end beside the dialog, a press there within it.
  drag(within, beside);
  drag(beside, within);
  expect(state()).toBe('opening');
  drag(beside, beside);
  expect(state()).toBe('exiting');
});

it('stays while it blocks: no close button, Escape does nothing', async () => {
  renderUi(<Page blocking title="Refreshing auth token" />);
  await open();
  pass(40);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  await user.keyboard('{Escape}');
  expect(state()).toBe('entered');
});

it('keeps the page behind it from scrolling only while it is there', async () => {
  renderUi(<Page />);
  await open();
  expect(document.documentElement.style.overflow).toBe('hidden');
  await user.keyboard('{Escape}');
  pass(250);
  expect(document.documentElement.style.overflow).toBe('');
});
