import { Trans, useLingui } from '@lingui/react/macro';
import type { Layout } from '@waymark/contract';
import { isSignedIn } from '@waymark/contract';
import { Mark } from '@waymark/ui/mark';
import { usePlace, useSession, useSettings } from '../app/context.ts';
import { addressOf } from '../app/place.ts';
import { HOME_PATH } from '../app/session-state.ts';
import { HostLink } from '../controls/host-link.tsx';
import { Bell } from './bell.tsx';
import { Drawer } from './drawer.tsx';
import { MainMenu } from './main-menu.tsx';
import { HELP, loginHref, showsHelp, signupHref } from './menus.ts';
import { ProfileMenu } from './profile-menu.tsx';

export function Header({ layout }: { layout: Layout }) {
  return (
    <header className="wm-h-header" data-print="hide">
      <div className="wm-h-header-row">
        <Drawer layout={layout} />
        <Logo />
        <MainMenu />
        <Account layout={layout} />
      </div>
    </header>
  );
}

function Logo() {
  const { t } = useLingui();
  const session = useSession();
  const { siteName } = useSettings().appConfig;
  return (
    <HostLink
      className="wm-h-logo"
      href={isSignedIn(session) ? HOME_PATH : '/'}
      aria-label={t`${siteName} home`}
      aria-current={undefined}
      onClick={() => sessionStorage.clear()}
    >
      <Mark size={28} />
      <span className="wm-h-wordmark">{siteName}</span>
    </HostLink>
  );
}

/** Right end of the bar. While nobody knows who is there it keeps its room empty, so that nothing jumps. */
function Account({ layout }: { layout: Layout }) {
  const session = useSession();
  const place = usePlace();
  const from = addressOf(place);
  return (
    <div className="wm-h-account">
      {isSignedIn(session) && <Bell />}
      {isSignedIn(session) && session.user && <ProfileMenu user={session.user} />}
      {session.status === 'signed-out' && (
        <>
          {showsHelp(place.path, layout.reduced) && (
            <HostLink className="wm-h-account-link wm-h-account-help" href={HELP.href}>
              <Trans>Help</Trans>
            </HostLink>
          )}
          <HostLink className="wm-h-account-link" href={loginHref(from)}>
            <Trans>Log in</Trans>
          </HostLink>
          <HostLink className="wm-button" data-variant="outline" data-size="sm" href={signupHref(from)}>
            <Trans>Sign Up</Trans>
          </HostLink>
        </>
      )}
    </div>
  );
}
