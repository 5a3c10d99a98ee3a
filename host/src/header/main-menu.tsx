import { useLingui } from '@lingui/react/macro';
import { useApp, usePlace, useSession } from '../app/context.ts';
import { samePath } from '../app/place.ts';
import { HostLink } from '../controls/host-link.tsx';
import { Chevron } from '../controls/icons.tsx';
import { mainMenus, type Menu } from './menus.ts';
import { useMenu } from './use-menu.ts';

export function MainMenu() {
  const { t } = useLingui();
  const { remotes } = useApp().boot;
  const menus = mainMenus(useSession(), remotes);
  return (
    <nav className="wm-h-nav" aria-label={t`Main`}>
      <ul className="wm-h-tabs">
        {menus.map((menu) => (
          <Tab key={menu.id} menu={menu} />
        ))}
      </ul>
    </nav>
  );
}

function Tab({ menu }: { menu: Menu }) {
  const { t } = useLingui();
  const { i18n } = useApp();
  const { path } = usePlace();
  const { open, close, root, button } = useMenu();
  const name = i18n._(menu.label);
  const here = menu.items.some((item) => samePath(item.href, path));
  return (
    <li className="wm-h-tab" data-open={open} data-here={here} {...root}>
      <HostLink href={menu.href} className="wm-h-tab-link" onClick={close}>
        {name}
      </HostLink>
      <button
        type="button"
        className="wm-h-tab-more"
        aria-label={t`${name} menu`}
        aria-controls={`menu-${menu.id}`}
        {...button}
      >
        <Chevron />
      </button>
      <ul className="wm-h-menu" id={`menu-${menu.id}`} data-menu hidden={!open}>
        {menu.items.map((item) => (
          <li key={item.href}>
            <HostLink href={item.href} fullLoad={item.fullLoad} onClick={close}>
              {i18n._(item.label)}
            </HostLink>
          </li>
        ))}
      </ul>
    </li>
  );
}
