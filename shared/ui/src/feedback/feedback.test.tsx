import { act, fireEvent, screen } from '@testing-library/react';
import { renderUi } from '../test-render.tsx';
import { LoadingOverlay, Skeleton, SkeletonText } from './loading.tsx';
import { Badge, Banner, EmptyState } from './messages.tsx';
import { NotificationBar, type Notice } from './notification-bar.tsx';
import { ProgressBar } from './progress-bar.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

it('[UI-01] covers what is being worked on with a spinner', () => {
  const { rerender } = renderUi(
    <LoadingOverlay active>
      <button>Save</button>
    </LoadingOverlay>,
  );
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(screen.getByText('Save').closest('[inert]')).toBeTruthy();
  rerender(
    <LoadingOverlay active={false}>
      <button>Save</button>
    </LoadingOverlay>,
  );
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByText('Save').closest('[inert]')).toBeNull();
});

it('[UI-01] covers the page when it has no content of its own', () => {
  renderUi(<LoadingOverlay active label="Signing you in" />);
  expect(screen.getByRole('status', { name: 'Signing you in' }).parentElement?.dataset['page']).toBe('');
});

it('keeps the room of what comes, and shows the skeleton after 150 ms', () => {
  const { container } = renderUi(<Skeleton height={40} />);
  const box = container.querySelector<HTMLElement>('.wm-skeleton');
  expect(box?.style.height).toBe('40px');
  pass(149);
  expect(box?.dataset['waiting']).toBe('');
  pass(1);
  expect(box?.dataset['waiting']).toBeUndefined();
});

it('draws lines of text, the last one shorter', () => {
  const { container } = renderUi(<SkeletonText lines={3} />);
  const widths = [...container.querySelectorAll<HTMLElement>('.wm-skeleton')].map((line) => line.style.width);
  expect(widths).toEqual(['100%', '100%', '60%']);
});

describe('[UI-01] the notification bar', () => {
  const notice: Notice = { kind: 'success', text: 'Your run is in.' };

  it.each([
    ['warning', 'status'],
    ['success', 'status'],
    ['error', 'alert'],
  ] as const)('speaks a %s as %s', (kind, role) => {
    renderUi(<NotificationBar notice={{ kind, text: 'Words' }} onClose={jest.fn()} />);
    expect(screen.getByRole(role).dataset['kind']).toBe(kind);
  });

  it('closes by its button, not by a press elsewhere', () => {
    const onClose = jest.fn();
    renderUi(
      <>
        <p>Elsewhere</p>
        <NotificationBar notice={notice} onClose={onClose} />
      </>,
    );
    const elsewhere = screen.getByText('Elsewhere');
    fireEvent.pointerDown(elsewhere);
    fireEvent.mouseDown(elsewhere);
    fireEvent.click(elsewhere);
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Close message' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('hides itself after 60 s, counted anew for a new message', () => {
    const onClose = jest.fn();
    const { rerender } = renderUi(<NotificationBar notice={notice} onClose={onClose} />);
    pass(59_999);
    rerender(<NotificationBar notice={{ ...notice, id: 2 }} onClose={onClose} />);
    pass(59_999);
    expect(onClose).not.toHaveBeenCalled();
    pass(1);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('does not count anew when the page renders again', () => {
    const first = jest.fn();
    const second = jest.fn();
    const { rerender } = renderUi(<NotificationBar notice={notice} onClose={first} />);
    pass(30_000);
    rerender(<NotificationBar notice={notice} onClose={second} />);
    pass(30_000);
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledTimes(1);
  });

  it('offers one action, and shows nothing without a message', () => {
    const onSelect = jest.fn();
    const { rerender } = renderUi(
      <NotificationBar notice={{ ...notice, action: { label: 'Undo', onSelect } }} onClose={jest.fn()} />,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(onSelect).toHaveBeenCalledTimes(1);
    rerender(<NotificationBar notice={null} onClose={jest.fn()} />);
    expect(screen.queryByRole('status')).toBeNull();
  });
});

it('speaks errors at once and other messages politely', () => {
  renderUi(
    <>
      <Banner kind="error" title="Not saved" action={<button>Try again</button>}>
        Nothing was lost.
      </Banner>
      <Banner>Maps load when you are online.</Banner>
    </>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Not savedNothing was lost.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Maps load when you are online.');
});

it('says what will be here and offers the action', () => {
  renderUi(
    <EmptyState title="Your routes will be here" action={<button>Plan a route</button>}>
      Draw one. <Badge hue="sun">New</Badge>
    </EmptyState>,
  );
  expect(screen.getByRole('heading', { name: 'Your routes will be here' })).toBeTruthy();
  expect(screen.getByText('New').dataset['hue']).toBe('sun');
});

it('tells how far something is, within its bounds', () => {
  const { rerender } = renderUi(<ProgressBar label="Upload" value={30} max={120} valueText="30 of 120 kB" />);
  const bar = () => screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Upload' });
  expect(bar().position).toBe(0.25);
  expect(bar().getAttribute('aria-valuetext')).toBe('30 of 120 kB');
  rerender(<ProgressBar label="Upload" value={150} max={120} />);
  expect(bar().value).toBe(1);
  expect(bar().dataset['done']).toBe('');
  rerender(<ProgressBar label="Upload" />);
  expect(bar().position).toBe(-1);
});
