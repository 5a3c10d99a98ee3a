import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '@waymark/api-contract';
import type { MouseEvent } from 'react';
import { useApp, useSettings } from '../app/context.ts';
import { HostLink } from '../controls/host-link.tsx';
import { Avatar } from './avatar.tsx';
import { profileItems } from './menus.ts';
import { useMenu } from './use-menu.ts';

/** Ends the session through the host, so that other tabs hear of it; without scripts the link does it alone. */
export function useLogOut() {
  const app = useApp();
  return (event: MouseEvent) => {
    if (!app.links.signOut) return;
    event.preventDefault();
    void app.links.signOut();
  };
}

export function ProfileMenu({ user }: { user: User }) {
  const { t } = useLingui();
  const { i18n } = useApp();
  const { open, close, root, button } = useMenu();
  const logOut = useLogOut();
  return (
    <div className="wm-h-profile" {...root}>
      <button
        type="button"
        className="wm-h-profile-button"
        aria-label={t`Your account`}
        aria-controls="menu-profile"
        {...button}
      >
        <Avatar user={user} />
      </button>
      <div className="wm-h-menu" id="menu-profile" data-menu data-end hidden={!open}>
        <p className="wm-h-menu-title">{user.display_name}</p>
        <ul>
          {profileItems(useSettings().supportLoginLink).map((item) => (
            <li key={item.href}>
              <HostLink href={item.href} fullLoad={item.fullLoad} onClick={close}>
                {i18n._(item.label)}
              </HostLink>
            </li>
          ))}
          <li className="wm-h-menu-rule">
            <a href="/auth/logout" onClick={logOut}>
              <Trans>Log out</Trans>
            </a>
          </li>
        </ul>
      </div>
    </div>
  );
}
