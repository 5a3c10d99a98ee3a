import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ADA, ADA_START, installDialogs, remote, renderShellAt } from '../testing/fixtures.tsx';
import { initials } from './avatar.tsx';

const SIGNED_IN = { session: ADA_START };
const entries = (menu: string) =>
  [...document.querySelectorAll<HTMLAnchorElement>(`#menu-${menu} a`)].map((a) => a.getAttribute('href'));
const name = (label: string) => ({ name: label });

beforeAll(installDialogs);

it('[HOST-04] Workouts menu: stats and goals only for members; its title leads to the home path', () => {
  const { unmount } = renderShellAt('/');
  expect(screen.getByRole('link', name('Workouts')).getAttribute('href')).toBe('/dashboard');
  expect(entries('workouts')).toEqual(['/dashboard']);
  unmount();
  renderShellAt('/', SIGNED_IN);
  expect(entries('workouts')).toEqual(['/dashboard', '/workout/stats', '/profile/42/goals']);
});

it('[HOST-05] Routes menu: search, create and own routes only for members', () => {
  const { unmount } = renderShellAt('/');
  expect(entries('routes')).toEqual(['/routes', '/us']);
  unmount();
  renderShellAt('/', SIGNED_IN);
  expect(entries('routes')).toEqual([
    '/routes',
    '/routes/search',
    '/routes/create',
    '/routes/my_routes',
    '/us',
  ]);
});

it('[HOST-05] Create Route and Find Your City load the page anew even when a remote has them', async () => {
  const navigate = jest.fn();
  const remotes = [remote('mfe-routes', ['/routes', '/routes/create', '/us'])];
  renderShellAt('/', { ...SIGNED_IN, remotes }, { navigate });
  for (const label of ['Create Route', 'Find Your City']) {
    await userEvent.click(screen.getByRole('button', name('Routes menu')));
    let taken = true;
    const look = (event: Event) => {
      taken = event.defaultPrevented;
      event.preventDefault();
    };
    document.addEventListener('click', look, { once: true });
    fireEvent.click(screen.getByRole('link', name(label)));
    expect(taken).toBe(false);
  }
  expect(navigate).not.toHaveBeenCalled();
});

it('[HOST-06] Community menu: friends only for members', () => {
  const { unmount } = renderShellAt('/');
  expect(entries('community')).toEqual(['/activity_feed', '/challenges']);
  unmount();
  renderShellAt('/', SIGNED_IN);
  expect(entries('community')).toEqual(['/activity_feed', '/challenges', '/people/friends']);
});

it('[HOST-07] profile menu: settings, apps, privacy, support and log out', async () => {
  const signOut = jest.fn(() => Promise.resolve());
  renderShellAt('/', SIGNED_IN, { signOut });
  await userEvent.click(screen.getByRole('button', name('Your account')));
  expect(entries('profile')).toEqual([
    '/account/my_profile',
    '/account/connected_apps',
    '/privacy_center/manage',
    'https://support.waymark.test/login',
    '/auth/logout',
  ]);
  expect(screen.getByRole('link', name('Profile and Settings'))).toBeTruthy();
  await userEvent.click(screen.getByRole('link', name('Log out')));
  expect(signOut).toHaveBeenCalledTimes(1);
});

it.each([
  [
    '/workout/7?tab=laps',
    '/auth/login/?next=%2Fworkout%2F7%3Ftab%3Dlaps',
    '/auth/signup/?next=%2Fworkout%2F7%3Ftab%3Dlaps',
  ],
  ['/auth/signup', '/auth/login/', '/auth/signup/'],
])('[HOST-08] Log in and Sign Up on %s', (at, login, signup) => {
  renderShellAt(at);
  const header = within(screen.getByRole('banner'));
  expect(header.getByRole('link', name('Log in')).getAttribute('href')).toBe(login);
  expect(header.getByRole('link', name('Sign Up')).getAttribute('href')).toBe(signup);
});

it('[HOST-08] shows Help where the layout is reduced, not elsewhere', () => {
  const { unmount } = renderShellAt('/auth/login');
  expect(screen.getByRole('link', name('Help')).getAttribute('href')).toBe('/privacy_center/help');
  unmount();
  renderShellAt('/');
  expect(screen.queryByRole('link', name('Help'))).toBeNull();
});

it('[HOST-03] logo: home page for visitors, home path for members; a click clears session storage', async () => {
  const navigate = jest.fn();
  const { unmount } = renderShellAt('/nowhere', {}, { navigate });
  sessionStorage.setItem('draft', '1');
  const logo = screen.getByRole('link', name('Waymark home'));
  expect(logo.getAttribute('href')).toBe('/');
  await userEvent.click(logo);
  expect(sessionStorage.length).toBe(0);
  expect(navigate).toHaveBeenCalledWith('/', {});
  unmount();
  renderShellAt('/', SIGNED_IN);
  expect(screen.getByRole('link', name('Waymark home')).getAttribute('href')).toBe('/dashboard');
});

it('[HOST-09] menus open on hover, by click and by keyboard; Escape gives the focus back', async () => {
  renderShellAt('/', SIGNED_IN);
  const button = screen.getByRole('button', name('Workouts menu'));
  const open = () => button.getAttribute('aria-expanded');
  const tab = button.closest('li') as HTMLElement;
  await userEvent.hover(tab);
  expect(open()).toBe('true');
  await userEvent.click(button);
  expect(open()).toBe('true');
  await userEvent.click(button);
  expect(open()).toBe('false');

  button.focus();
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Dashboard'));
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Stats');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement?.textContent).toBe('Goals');
  await userEvent.keyboard('{Escape}');
  expect(open()).toBe('false');
  expect(document.activeElement).toBe(button);
});

it('[HOST-09] drawer: opens from the bar with every menu, closes when the page changes', async () => {
  const { app } = renderShellAt('/', SIGNED_IN);
  await userEvent.click(screen.getByRole('button', name('Open the menu')));
  const drawer = screen.getByRole('dialog', name('Menu'));
  expect(within(drawer).getByRole('link', name('Goals')).getAttribute('href')).toBe('/profile/42/goals');
  expect(within(drawer).getByRole('link', name('Log out'))).toBeTruthy();
  act(() => app.place.set({ path: '/dashboard', search: '' }));
  await waitFor(() => expect(screen.queryByRole('dialog', name('Menu'))).toBeNull());
});

it('[HOST-08] the drawer has Help too where the layout is reduced', async () => {
  const { unmount } = renderShellAt('/auth/login');
  const help = async () => {
    await userEvent.click(screen.getByRole('button', name('Open the menu')));
    return within(screen.getByRole('dialog', name('Menu'))).queryByRole('link', name('Help'));
  };
  expect((await help())?.getAttribute('href')).toBe('/privacy_center/help');
  unmount();
  renderShellAt('/');
  expect(await help()).toBeNull();
});

it('[HOST-10] shows the picture of the member, and initials when it can not be loaded', () => {
  const { container } = renderShellAt('/', SIGNED_IN);
  const picture = container.querySelector('header img') as HTMLImageElement;
  expect(picture.getAttribute('src')).toBe('/profile/ada/picture?size=Small');
  fireEvent.error(picture);
  const drawn = screen.getByRole('button', name('Your account')).querySelector('[data-initials]');
  expect(drawn?.getAttribute('data-initials')).toBe('AB');
  expect(initials({ ...ADA, first_name: '', last_name: '', display_name: 'élan' })).toBe('É');
});

it('[PLAT-14] prefetches the target of a link on hover and on focus', async () => {
  const prefetch = jest.fn();
  renderShellAt('/', {}, { prefetch });
  const link = screen.getByRole('link', name('Workouts'));
  fireEvent.pointerEnter(link);
  act(() => link.focus());
  expect(prefetch.mock.calls).toEqual([['/dashboard'], ['/dashboard']]);
});

it('changes the page in place where a remote has it, and leaves other links to the server', () => {
  const navigate = jest.fn();
  renderShellAt('/', {}, { navigate });
  expect(fireEvent.click(screen.getByRole('link', name('Workouts')))).toBe(false);
  expect(navigate).toHaveBeenCalledWith('/dashboard', {});
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(screen.getByRole('link', name('Community')));
  expect(fireEvent.click(screen.getByRole('link', name('Workouts')), { ctrlKey: true })).toBe(true);
  expect(navigate).toHaveBeenCalledTimes(1);
});

it('the bell leads to the page that a remote has for notifications, with how many are unread', () => {
  const social = remote('mfe-social', ['/news']);
  social.pages[0]!.role = 'notifications';
  const { app } = renderShellAt('/', { ...SIGNED_IN, remotes: [social] });
  expect(screen.getByRole('link', name('Notifications')).getAttribute('href')).toBe('/news');
  act(() => app.unreadCount.set(3));
  expect(screen.getByRole('link', name('Notifications, 3 unread'))).toBeTruthy();
  act(() => app.unreadCount.set(100));
  expect(screen.getByText('99+')).toBeTruthy();
});

it('without such a page, and for visitors, there is no bell', () => {
  const { unmount } = renderShellAt('/', SIGNED_IN);
  expect(screen.queryByRole('link', { name: /Notifications/ })).toBeNull();
  unmount();
  const social = remote('mfe-social', ['/news']);
  social.pages[0]!.role = 'notifications';
  renderShellAt('/', { remotes: [social] });
  expect(screen.queryByRole('link', { name: /Notifications/ })).toBeNull();
});
