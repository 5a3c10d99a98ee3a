import { MenuEntry } from '@waymark/contract/manifest';
import type { Session } from '@waymark/contract';
import { mainMenus } from './menus.ts';

const session = (userId: number | null): Session => ({
  status: userId === null ? 'signed-out' : 'signed-in',
  authorized: userId !== null,
  userId,
  user: null,
  premium: null,
  blockedBy: null,
  refreshing: false,
  userError: false,
});
const entry = (given: object) =>
  MenuEntry.parse({ menu: 'community', label: 'Clubs', path: '/clubs', ...given });
const REMOTES = [
  {
    menu: [entry({ order: 2 }), entry({ label: 'Own clubs', path: '/clubs/own', guard: 'login', order: 3 })],
  },
  {},
  { menu: [entry({ label: 'Leagues', path: '/leagues', order: 1, fullPageLoad: true })] },
];
const community = (userId: number | null, remotes: Parameters<typeof mainMenus>[1] = REMOTES) =>
  mainMenus(session(userId), remotes).find(({ id }) => id === 'community')!.items;

it('entries that remotes declare follow those of the product by their order, those for members for members only', () => {
  const product = community(null, []).map(({ href }) => href);
  expect(product).toEqual(['/activity_feed', '/challenges']);
  expect(community(null).map(({ href }) => href)).toEqual([...product, '/leagues', '/clubs']);
  expect(community(42).map(({ href }) => href)).toEqual([
    ...product,
    '/people/friends',
    '/leagues',
    '/clubs',
    '/clubs/own',
  ]);
  expect(community(null).find(({ href }) => href === '/leagues')?.fullLoad).toBe(true);
});

it('[HOST-06] an entry that the product has is not shown twice', () => {
  const menu = [entry({ label: 'Contests', path: '/challenges' })];
  expect(community(null, [{ menu }])).toEqual(community(null, []));
});

it.each(['https://elsewhere.test/', '//elsewhere.test/', '/clubs?id=7'])(
  '%s is no address of a menu entry',
  (path) => expect(MenuEntry.safeParse({ menu: 'community', label: 'Clubs', path }).success).toBe(false),
);
