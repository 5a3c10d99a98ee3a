import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { isSignedIn, loginPath, type ResolvedRemote, type Session } from '@waymark/contract';
import { HOME_PATH } from '../app/session-state.ts';

export interface MenuItem {
  label: MessageDescriptor;
  href: string;
  /** Loads the page anew, as the specification wants for some. */
  fullLoad?: boolean;
}
export interface Menu {
  id: string;
  label: MessageDescriptor;
  /** Where the menu's own title leads. */
  href: string;
  items: MenuItem[];
}

/**
 * The three menus, with the entries that this visitor may use: first those of the specification, then what the manifests
 * of remotes add. The specification's stand here because they are shown whether or not the remote of their page is
 * published, and because their order goes across remotes.
 */
export function mainMenus(session: Session, remotes: readonly Pick<ResolvedRemote, 'menu'>[] = []): Menu[] {
  const isMember = isSignedIn(session);
  const added = remotes.flatMap(({ menu }) => menu ?? []).toSorted((a, b) => a.order - b.order);
  const menus = productMenus(session, isMember);
  for (const { id: menuId, items } of menus)
    for (const { menu, label, path, guard, fullPageLoad } of added)
      if (menu === menuId && (guard === 'none' || isMember) && !items.some(({ href }) => href === path))
        items.push({ label: { id: label, message: label }, href: path, fullLoad: fullPageLoad });
  return menus;
}

function productMenus(session: Session, isMember: boolean): Menu[] {
  const forMembers = (...items: MenuItem[]) => (isMember ? items : []);
  return [
    {
      id: 'workouts',
      label: msg`Workouts`,
      href: HOME_PATH,
      items: [
        { label: msg`Dashboard`, href: '/dashboard' },
        ...forMembers(
          { label: msg`Stats`, href: '/workout/stats' },
          { label: msg`Goals`, href: `/profile/${session.userId}/goals` },
        ),
      ],
    },
    {
      id: 'routes',
      label: msg`Routes`,
      href: '/routes',
      items: [
        { label: msg`Routes`, href: '/routes' },
        ...forMembers(
          { label: msg`Find Routes`, href: '/routes/search' },
          { label: msg`Create Route`, href: '/routes/create', fullLoad: true },
          { label: msg`My Routes`, href: '/routes/my_routes' },
        ),
        { label: msg`Find Your City`, href: '/us', fullLoad: true },
      ],
    },
    {
      id: 'community',
      label: msg`Community`,
      href: '/activity_feed',
      items: [
        { label: msg`Activity Feed`, href: '/activity_feed' },
        { label: msg`Challenges`, href: '/challenges' },
        ...forMembers({ label: msg`Friends`, href: '/people/friends' }),
      ],
    },
  ];
}

/** The avatar's menu, without its last entry, Log out. */
export const profileItems = (supportLink: string): MenuItem[] => [
  { label: msg`Profile and Settings`, href: '/account/my_profile' },
  { label: msg`Connected Apps`, href: '/account/connected_apps' },
  { label: msg`Privacy Settings`, href: '/privacy_center/manage' },
  { label: msg`Support`, href: supportLink, fullLoad: true },
];

/** @param from path and query of the current page, which both come back to */
export const loginHref = (from: string): string => loginPath(from);
export const signupHref = (from: string): string => loginPath(from).replace('/auth/login/', '/auth/signup/');

export const HELP: MenuItem = { label: msg`Help`, href: '/privacy_center/help' };

/** The help link stands in for the menus' help where a layout is reduced, and in the privacy center. */
export const showsHelp = (path: string, reduced: boolean): boolean =>
  reduced || path.startsWith('/privacy_center');
