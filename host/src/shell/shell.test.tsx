import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AUTO_HIDE_MS, pushNotice } from '../app/notices.ts';
import { ADA_START, installDialogs, remote, renderShellAt, SETTINGS } from '../testing/fixtures.tsx';

/** Tells the shell whether the room below the page is in sight. */
let reportRoomVisibility: (isIntersecting: boolean) => void;
beforeAll(() => {
  installDialogs();
  globalThis.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback) {
      reportRoomVisibility = (isIntersecting) =>
        callback([{ isIntersecting } as IntersectionObserverEntry], this as unknown as IntersectionObserver);
    }
    observe() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
});
afterAll(() => Reflect.deleteProperty(globalThis, 'IntersectionObserver'));
const fail = (error = new Error('The script did not arrive.')) => ({ state: 'failed' as const, error });

it('[HOST-01] has a place for each remote, and only the one of the page is in sight', () => {
  const { container } = renderShellAt('/dashboard');
  expect(container.querySelector<HTMLElement>('#slot-mfe-workouts')?.hidden).toBe(false);
  expect(container.querySelector<HTMLElement>('#slot-mfe-auth')?.hidden).toBe(true);
  expect(screen.getByText('Loading')).toBeTruthy();
});

it('[HOST-01] keeps its skeleton until the remote has drawn something, not only been mounted', async () => {
  const { app, container } = renderShellAt('/dashboard');
  act(() => app.remotes.set({ 'mfe-workouts': { state: 'mounted' } }));
  expect(screen.getByText('Loading')).toBeTruthy();
  container.querySelector('#slot-mfe-workouts')?.append(document.createElement('h1'));
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
});

it.each(['/nowhere', '/error/notfound', '/workout/abc'])(
  '[HOST-02] shows the not-found page at %s',
  async (at) => {
    renderShellAt(at);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This path ends here');
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Page not found · Waymark'));
  },
);

it('[HOST-02] believes the server about a page that a pattern would match', () => {
  const page = { status: 404, remote: null, layout: {} } as never;
  renderShellAt('/dashboard', { page });
  expect(screen.getByText('This path ends here')).toBeTruthy();
});

it('[HOST-03] home page: one line, a picture from a track, sign up, find your city', () => {
  const { unmount } = renderShellAt('/');
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  expect(screen.getByRole('img', { name: /demo hike/ }).querySelectorAll('path').length).toBeGreaterThan(3);
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/auth/signup/?next=%2F');
  expect(screen.getByRole('link', { name: 'Find your city' }).getAttribute('href')).toBe('/de');
  unmount();
  renderShellAt('/', { session: ADA_START });
  expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toBeTruthy();
});

it('[HOST-22] leads to cities of a configured country only', () => {
  renderShellAt('/', { settings: { ...SETTINGS, country: 'ZZ' } });
  expect(screen.getByRole('link', { name: 'Find your city' }).getAttribute('href')).toBe('/us');
});

it('[HOST-14] blocks the page while the session is renewed in sight', () => {
  const { app } = renderShellAt('/dashboard', { session: ADA_START });
  expect(screen.queryByRole('dialog', { name: 'Refreshing auth token' })).toBeNull();
  act(() => app.session.set((before) => ({ ...before, refreshing: true })));
  const modal = screen.getByRole('dialog', { name: 'Refreshing auth token' });
  expect(modal.dispatchEvent(new Event('cancel', { cancelable: true }))).toBe(false);
  act(() => app.session.set((before) => ({ ...before, refreshing: false })));
  expect(screen.queryByRole('dialog', { name: 'Refreshing auth token' })).toBeNull();
});

it('[HOST-15] shows the global error banner until it is closed or the page changes', async () => {
  const text = 'This page encountered an error. Please refresh and try again.';
  const { app } = renderShellAt('/dashboard');
  act(() => app.failed.set(true));
  expect(screen.getByRole('alert').textContent).toContain(text);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(text)).toBeNull();
  act(() => app.failed.set(true));
  act(() => app.place.set({ path: '/', search: '' }));
  expect(screen.queryByText(text)).toBeNull();
});

it('[HOST-16] shows the error page and logs an error event when a page throws', () => {
  const track = jest.fn();
  jest.spyOn(console, 'error').mockImplementation(() => {});
  renderShellAt(
    '/',
    { settings: { ...SETTINGS, appConfig: { ...SETTINGS.appConfig, countries: null as never } } },
    { track },
  );
  expect(screen.getByRole('heading', { name: 'Looks like something went wrong' })).toBeTruthy();
  expect(screen.getByText(/working to restore service/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Contact the support team' }).getAttribute('href')).toBe(
    SETTINGS.supportLink,
  );
  expect(screen.getByRole('banner')).toBeTruthy();
  expect(track).toHaveBeenCalledWith('error', expect.objectContaining({ remote: 'host' }));
});

it('[PLAT-07] a remote that does not come without a connection is not called broken', () => {
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { app, unmount } = renderShellAt('/dashboard');
  act(() => app.remotes.set({ 'mfe-workouts': fail() }));
  expect(screen.getByText('You’re offline. Try again once you’re connected.')).toBeTruthy();
  expect(screen.queryByText(/The rest of the site works/)).toBeNull();
  unmount();
  onLine.mockReturnValue(true);
  const again = renderShellAt('/dashboard');
  act(() => again.app.remotes.set({ 'mfe-workouts': fail() }));
  expect(screen.getByText(/The rest of the site works/)).toBeTruthy();
  onLine.mockRestore();
});

it('[PLAT-07] a failed remote gets its fallback with a retry; header and footer stay', async () => {
  const retry = jest.fn(() => Promise.resolve());
  const { app, container } = renderShellAt('/dashboard', {}, { retry });
  act(() => app.remotes.set({ 'mfe-workouts': fail() }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Workouts');
  expect(screen.getByText('The script did not arrive.')).toBeTruthy();
  expect(container.querySelector<HTMLElement>('#slot-mfe-workouts')?.hidden).toBe(true);
  expect(screen.getByRole('banner')).toBeTruthy();
  expect(screen.getByRole('contentinfo')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledWith('mfe-workouts');
  act(() => app.remotes.set({ 'mfe-workouts': { state: 'mounted' } }));
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it.each([
  [{}, 'normal', true, true],
  [{ wide: true }, 'wide', true, true],
  [{ reduced: true }, 'reduced', true, true],
  [{ header: false }, 'normal', false, true],
  [{ footer: false }, 'normal', true, false],
])('[HOST-17] layout %j', (layout, name, header, footer) => {
  renderShellAt('/x', { remotes: [remote('mfe-x', ['/x'], layout)] });
  expect(screen.getByRole('main').dataset['layout']).toBe(name);
  expect(screen.queryByRole('banner') !== null).toBe(header);
  expect(screen.queryByRole('contentinfo') !== null).toBe(footer);
});

it('[UI-01] notification bar: closable, stays on a click elsewhere, goes after 60000 ms, offers an action', async () => {
  jest.useFakeTimers();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const { app } = renderShellAt('/');
  const undo = jest.fn();
  act(
    () =>
      void pushNotice(app.notices, {
        kind: 'success',
        text: 'Workout deleted.',
        action: { label: 'Undo', run: undo },
      }),
  );
  await user.click(document.body);
  expect(screen.getByText('Workout deleted.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Workout deleted.')).toBeNull();

  act(() => void pushNotice(app.notices, { kind: 'error', text: 'Not saved.' }));
  act(() => jest.advanceTimersByTime(AUTO_HIDE_MS - 1));
  expect(screen.getByText('Not saved.')).toBeTruthy();
  act(() => jest.advanceTimersByTime(1));
  expect(screen.queryByText('Not saved.')).toBeNull();

  act(() => void pushNotice(app.notices, { kind: 'warning', text: 'Almost full.' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Almost full.')).toBeNull();
  jest.useRealTimers();
});

it.each([
  ['a key gives the focus back to where it came from', () => userEvent.keyboard('{Enter}'), true],
  [
    'a tap leaves it, and opens no keyboard of a phone',
    () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
    false,
  ],
])('[UI-01] [A11Y] a message that is closed by %s', async (_, answer, isBack) => {
  const { app } = renderShellAt('/');
  const link = screen.getByRole('link', { name: 'Find your city' });
  link.focus();
  act(() => void pushNotice(app.notices, { kind: 'success', text: 'Workout deleted.' }));
  // On the way to the message.
  act(() => screen.getByRole('link', { name: 'Skip to content' }).focus());
  act(() => screen.getByRole('button', { name: 'Close' }).focus());
  await answer();
  expect(screen.queryByText('Workout deleted.')).toBeNull();
  expect(document.activeElement === link).toBe(isBack);
});

it('[UI-01] [A11Y] the room that messages make below the page goes once no message stands and nobody sees it', () => {
  const { app, container } = renderShellAt('/');
  const room = () => container.querySelector('.wm-h-notice-room');
  const link = screen.getByRole('link', { name: 'Find your city' });
  act(() => link.focus());
  expect(room()).toBeNull();
  act(() => void pushNotice(app.notices, { kind: 'success', text: 'Workout deleted.' }));
  expect(room()).not.toBeNull();
  act(() => link.blur());
  act(() => app.notices.set([]));
  act(() => reportRoomVisibility(true));
  expect(room()).not.toBeNull();
  act(() => reportRoomVisibility(false));
  expect(room()).toBeNull();
});

it('moves the focus to the heading of the next page and reads its title', async () => {
  const { app } = renderShellAt('/');
  act(() => app.place.set({ path: '/nowhere', search: '' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('This path ends here'));
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('Page not found · Waymark'));
});

it('waits for the heading of a remote, and leaves the focus in a field that the visitor types in', async () => {
  const { app } = renderShellAt('/');
  act(() => app.place.set({ path: '/dashboard', search: '' }));
  document.title = 'Dashboard';
  const slot = document.getElementById('slot-mfe-workouts') as HTMLElement;
  slot.innerHTML = '<input aria-label="Name" />';
  slot.querySelector('input')?.focus();
  slot.insertAdjacentHTML('beforeend', '<h1>This week</h1>');
  await waitFor(() => expect(document.querySelector('output')?.textContent).toBe('Dashboard'));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Name');
});

it.each(['/', '/nowhere', '/dashboard'])('has no text outside the translations at %s', (at) => {
  const { container, app } = renderShellAt(at, {
    locale: 'pseudo',
    settings: { ...SETTINGS, country: null },
  });
  act(() => app.remotes.set({ 'mfe-workouts': fail(new Error('')) }));
  const texts = [...container.querySelectorAll('*')].flatMap((element) => {
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    return [element.getAttribute('aria-label') ?? '', own.map((node) => node.textContent).join('')];
  });
  // The name of the product and units are the same in every language.
  const plain = texts
    .map((text) => text.replaceAll(/Waymark|km|\bm\b/g, ''))
    .filter((text) => /[a-zA-Z]/.test(text));
  expect(plain).toEqual([]);
});
