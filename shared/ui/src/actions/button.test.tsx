import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { EditIcon } from '../icons/icons.tsx';
import { renderUi } from '../test-render.tsx';
import { Button, IconButton, Link } from './button.tsx';

it('is a plain button unless it submits, and tells its variant', () => {
  renderUi(
    <>
      <Button variant="primary">Save</Button>
      <Button type="submit">Send</Button>
    </>,
  );
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save.getAttribute('type')).toBe('button');
  expect(save.dataset['variant']).toBe('primary');
  expect(screen.getByRole('button', { name: 'Send' }).getAttribute('type')).toBe('submit');
});

it('refuses clicks and says that it works while loading', () => {
  const onClick = jest.fn();
  renderUi(
    <Button loading onClick={onClick}>
      Save
    </Button>,
  );
  const button = screen.getByRole('button', { busy: true });
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByLabelText('Working on it')).toBeTruthy();
});

it('keeps the focus while loading, and sends its form no second time', async () => {
  const onSubmit = jest.fn((event: FormEvent) => event.preventDefault());
  const form = (loading: boolean) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" loading={loading}>
        Save
      </Button>
    </form>
  );
  const { rerender } = renderUi(form(false));
  const user = userEvent.setup();
  await user.click(screen.getByRole('button'));
  expect(onSubmit).toHaveBeenCalledTimes(1);
  rerender(form(true));
  expect(document.activeElement).toBe(screen.getByRole('button'));
  await user.click(screen.getByRole('button'));
  await user.type(screen.getByLabelText('Name'), '{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it('becomes a link with an address, and a button again when disabled', () => {
  renderUi(
    <>
      <Button href="/workout/import">Import</Button>
      <Button href="/routes" disabled>
        Routes
      </Button>
    </>,
  );
  const link = screen.getByRole('link', { name: 'Import' });
  expect(link.getAttribute('href')).toBe('/workout/import');
  expect(link.hasAttribute('type')).toBe(false);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Routes' }).disabled).toBe(true);
});

it('takes the looks for an element of the page with asChild', () => {
  renderUi(
    <Button asChild variant="primary">
      <a href="/x">Go</a>
    </Button>,
  );
  expect(screen.getByRole('link', { name: 'Go' }).className).toContain('wm-button');
});

it('names an icon button', () => {
  const onClick = jest.fn();
  renderUi(<IconButton label="Edit" icon={<EditIcon />} onClick={onClick} />);
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(onClick).toHaveBeenCalledTimes(1);
});

it('links through the component of the app, and past it for other sites', () => {
  const AppLink = (props: React.ComponentPropsWithRef<'a'>) => (
    <a {...props} data-app="">
      {props.children}
    </a>
  );
  renderUi(
    <>
      <Link href="/in">In</Link>
      <Link href="https://example.org" external>
        Out
      </Link>
    </>,
    { link: AppLink },
  );
  expect(screen.getByRole('link', { name: 'In' }).dataset['app']).toBe('');
  const out = screen.getByRole('link', { name: 'Out' });
  expect(out.dataset['app']).toBeUndefined();
  expect(out.getAttribute('rel')).toContain('noopener');
});
