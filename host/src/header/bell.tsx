import { useLingui } from '@lingui/react/macro';
import { pageWithRole } from '../location/page.ts';
import { useApp } from '../app/context.ts';
import { useStore } from '@waymark/store';
import { HostLink } from '../controls/host-link.tsx';
import { BellIcon } from '../controls/icons.tsx';

const SHOWN_MAX = 99;

/** The way to the notifications, with how many are unread. Without a remote that has them there is none. */
export function Bell() {
  const { t } = useLingui();
  const { boot, unreadCount } = useApp();
  const count = useStore(unreadCount);
  const href = pageWithRole(boot.remotes, 'notifications');
  if (href === null) return null;
  return (
    <HostLink
      className="wm-h-bell"
      href={href}
      aria-label={count > 0 ? t`Notifications, ${count} unread` : t`Notifications`}
    >
      <BellIcon />
      {count > 0 && (
        <span className="wm-h-bell-count" aria-hidden="true">
          {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
        </span>
      )}
    </HostLink>
  );
}
