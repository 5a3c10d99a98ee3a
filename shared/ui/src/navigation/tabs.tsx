import { useLingui } from '@lingui/react/macro';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { ChevronRightIcon } from '../icons/icons.tsx';
import { useLinkComponent } from '../theme/provider.tsx';
import { styles } from '../theme/styles.ts';

styles(`
.wm-tabs{display:flex;gap:min(5vw,24px);overflow-x:auto;border-bottom:1px solid var(--wm-hairline);scrollbar-width:none}
.wm-tabs a{display:flex;align-items:center;min-height:var(--wm-height);padding-block:8px;border-bottom:2px solid transparent;
margin-bottom:-1px;font-weight:600;color:var(--wm-muted);white-space:nowrap}
.wm-tabs a:hover{color:var(--wm-ink)}
.wm-tabs a:focus-visible{outline-offset:-2px}
.wm-tabs a[aria-current=page]{color:var(--wm-ink);border-color:var(--wm-blaze)}
.wm-crumbs ol{display:flex;flex-wrap:wrap;align-items:center;gap:2px 6px;font-size:var(--wm-text-sm);color:var(--wm-muted)}
.wm-crumbs li{display:flex;align-items:center;gap:6px}
.wm-crumbs a{padding-block:2px;text-decoration:underline;text-decoration-color:var(--wm-hairline);text-underline-offset:.2em}
.wm-crumbs a:hover{color:var(--wm-ink);text-decoration-color:currentcolor}
.wm-crumbs [aria-current]{color:var(--wm-ink)}
[dir=rtl] .wm-crumbs svg{scale:-1 1}
`);

export interface TabsProps {
  /** Read aloud. */
  label: string;
  items: readonly { href: string; label: ReactNode; current?: boolean }[];
}

/** Links between the pages of one place. */
export function Tabs({ label, items }: TabsProps) {
  const LinkTag = useLinkComponent();
  const list = useRef<HTMLElement>(null);
  const current = items.find((item) => item.current)?.href;
  useLayoutEffect(() => {
    // Not `scrollIntoView`, which moves the page as well.
    const { current: nav } = list;
    const tab = current === undefined ? null : nav?.querySelector('[aria-current]');
    if (!nav || !tab) return;
    const [outer, inner] = [nav.getBoundingClientRect(), tab.getBoundingClientRect()];
    nav.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
  }, [current]);
  return (
    <nav ref={list} className="wm-tabs" aria-label={label} data-print="hide">
      {items.map(({ href, label, current }) => (
        <LinkTag key={href} href={href} aria-current={current ? 'page' : undefined}>
          {label}
        </LinkTag>
      ))}
    </nav>
  );
}

export interface BreadcrumbProps {
  /** From the top; the last one is the page itself and needs no href. */
  items: readonly { href?: string; label: ReactNode }[];
}

export function Breadcrumb({ items }: BreadcrumbProps) {
  const { t } = useLingui();
  const LinkTag = useLinkComponent();
  return (
    <nav className="wm-crumbs" aria-label={t`Breadcrumb`}>
      <ol>
        {items.map(({ href, label }, index) => (
          <li key={href ?? index}>
            {index > 0 && <ChevronRightIcon size={14} />}
            {href && index < items.length - 1 ? (
              <LinkTag href={href}>{label}</LinkTag>
            ) : (
              <span aria-current="page">{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
