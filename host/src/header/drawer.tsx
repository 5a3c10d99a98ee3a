import { Trans, useLingui } from '@lingui/react/macro';
import { isSignedIn, type Layout } from '@waymark/contract';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useApp, usePlace, useSession, useSettings } from '../app/context.ts';
import { addressOf } from '../app/place.ts';
import { HostLink } from '../controls/host-link.tsx';
import { Bars, Cross } from '../controls/icons.tsx';
import { BREAKPOINTS } from '../viewport/viewport.ts';
import { HELP, loginHref, mainMenus, profileItems, showsHelp, signupHref, type MenuItem } from './menus.ts';
import { useLogOut } from './profile-menu.tsx';

/** The menus on a phone: a modal dialog below the bar, so that focus stays inside and Escape closes. */
export function Drawer({ layout }: { layout: Layout }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const place = usePlace();
  const close = () => dialog.current?.close();
  const at = useRef(place);
  useEffect(() => {
    if (at.current !== place) dialog.current?.close();
    at.current = place;
  }, [place]);
  useEffect(() => {
    const wide = window.matchMedia?.(`(min-width: ${BREAKPOINTS.md}px)`);
    const shut = () => dialog.current?.close();
    wide?.addEventListener('change', shut);
    return () => wide?.removeEventListener('change', shut);
  }, []);
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) close();
  };
  return (
    <>
      <button
        type="button"
        className="wm-h-hamburger"
        aria-label={t`Open the menu`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          dialog.current?.showModal();
          setOpen(true);
        }}
      >
        <Bars />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the click on the backdrop is a convenience; Escape and the button do the same */}
      <dialog
        ref={dialog}
        className="wm-h-drawer"
        aria-label={t`Menu`}
        onClick={onBackdrop}
        onClose={() => setOpen(false)}
      >
        {open && <DrawerContent layout={layout} close={close} />}
      </dialog>
    </>
  );
}

function DrawerContent({ layout, close }: { layout: Layout; close: () => void }) {
  const { t } = useLingui();
  const { i18n, boot } = useApp();
  const session = useSession();
  const settings = useSettings();
  const place = usePlace();
  const from = addressOf(place);
  const logOut = useLogOut();
  const list = (items: MenuItem[]) =>
    items.map((item) => (
      <li key={item.href}>
        <HostLink href={item.href} fullLoad={item.fullLoad} onClick={close}>
          {i18n._(item.label)}
        </HostLink>
      </li>
    ));
  return (
    <div className="wm-h-drawer-content">
      <button type="button" className="wm-h-drawer-close" aria-label={t`Close the menu`} onClick={close}>
        <Cross />
      </button>
      {session.status === 'signed-out' && (
        <div className="wm-h-drawer-actions">
          <HostLink className="wm-button" data-variant="primary" href={signupHref(from)} onClick={close}>
            <Trans>Sign Up</Trans>
          </HostLink>
          <HostLink className="wm-button" data-variant="outline" href={loginHref(from)} onClick={close}>
            <Trans>Log in</Trans>
          </HostLink>
        </div>
      )}
      <nav aria-label={t`Main`}>
        {mainMenus(session, boot.remotes).map((menu) => (
          <section key={menu.id}>
            <h2>{i18n._(menu.label)}</h2>
            <ul>{list(menu.items)}</ul>
          </section>
        ))}
        {session.status === 'signed-out' && showsHelp(place.path, layout.reduced) && (
          <ul className="wm-h-drawer-help">{list([HELP])}</ul>
        )}
        {isSignedIn(session) && (
          <section>
            <h2>
              <Trans>Your account</Trans>
            </h2>
            <ul>
              {list(profileItems(settings.supportLoginLink))}
              <li>
                <a href="/auth/logout" onClick={logOut}>
                  <Trans>Log out</Trans>
                </a>
              </li>
            </ul>
          </section>
        )}
      </nav>
    </div>
  );
}
