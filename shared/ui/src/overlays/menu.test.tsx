import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderUi } from '../test-render.tsx';
import { Menu } from './menu.tsx';
import { Tooltip } from './tooltip.tsx';

function setup() {
  const copy = jest.fn();
  const remove = jest.fn();
  renderUi(
    <>
      <Menu
        label="Actions"
        items={[
          { label: 'Edit', href: '/workout/edit/1' },
          { label: 'Copy', onSelect: copy },
          { label: 'Crop', disabled: true, onSelect: remove },
          { label: 'Delete', danger: true, onSelect: remove },
        ]}
      />
      <button>Elsewhere</button>
    </>,
  );
  return {
    copy,
    remove,
    button: screen.getByRole('button', { name: 'Actions' }),
    user: userEvent.setup({ delay: null }),
  };
}

it('opens with the focus on its first item and walks with the arrows', async () => {
  const { button, user } = setup();
  button.focus();
  await user.keyboard('{ArrowDown}');
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement?.textContent).toBe('Edit');
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Copy');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement?.textContent).toBe('Delete');
  await user.keyboard('{Home}c');
  expect(document.activeElement?.textContent).toBe('Copy');
  await user.keyboard('{End}');
  expect(document.activeElement?.textContent).toBe('Delete');
});

it('does what is chosen, closes and gives the focus back', async () => {
  const { button, user, copy } = setup();
  await user.click(button);
  await user.click(screen.getByRole('menuitem', { name: 'Copy' }));
  expect(copy).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

it('closes on Escape and on a press elsewhere', async () => {
  const { button, user } = setup();
  await user.click(button);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  await user.click(button);
  await user.click(screen.getByText('Elsewhere'));
  expect(screen.queryByRole('menu')).toBeNull();
});

it('does nothing for a disabled item, and links where there is an address', async () => {
  const { button, user, remove } = setup();
  await user.click(button);
  await user.click(screen.getByRole('menuitem', { name: 'Crop' }));
  expect(remove).not.toHaveBeenCalled();
  expect(screen.getByRole('menuitem', { name: 'Edit' }).getAttribute('href')).toBe('/workout/edit/1');
});

it('explains on focus at once, on hover after a moment, and hides on Escape', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  renderUi(
    <Tooltip content="Undo the last leg" shortcut="Z">
      <button>Undo</button>
    </Tooltip>,
  );
  const button = screen.getByRole('button', { description: 'Undo the last leg' });
  await user.hover(button);
  expect(screen.queryByText('Z')).toBeNull();
  act(() => jest.advanceTimersByTime(300));
  expect(screen.getByText('Z')).toBeTruthy();
  await user.unhover(button);
  expect(screen.queryByText('Z')).toBeNull();
  act(() => button.focus());
  expect(screen.getByText('Z')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Z')).toBeNull();
  jest.useRealTimers();
});
