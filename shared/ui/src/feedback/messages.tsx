import type { ReactNode } from 'react';
import { styles } from '../theme/styles.ts';
import { BADGE_CSS } from './badge-css.ts';
import { KINDS, type MessageKind } from './kinds.tsx';

styles(`
.wm-banner{display:flex;gap:12px;align-items:flex-start;padding:12px 16px;border-radius:var(--wm-radius);
border:1px solid color-mix(in srgb,var(--hue) 35%,transparent);background:var(--soft)}
.wm-banner>svg{color:var(--strong);margin-top:.12em}
.wm-banner:has(.wm-banner__action)>svg{align-self:center;margin:0}
.wm-banner__text{flex:1;min-width:0;align-self:center}
.wm-banner__title{font-weight:600}
.wm-banner__action{align-self:center;flex:none}
@media (max-width:559.98px){.wm-banner:has(.wm-banner__action){display:grid;grid-template-columns:auto 1fr}
.wm-banner:has(.wm-banner__action)>svg{align-self:start;margin-top:.12em}
.wm-banner__action{grid-column:2;justify-self:start}}
${BADGE_CSS}.wm-badge[data-hue=gray]{--soft:var(--wm-sunken);--strong:var(--wm-muted)}
${['blaze', 'moss', 'sky', 'sun', 'danger']
  .map(
    (h) => `[data-hue=${h}]{--hue:var(--wm-${h});--soft:var(--wm-${h}-soft);--strong:var(--wm-${h}-strong)}`,
  )
  .join('')}
.wm-empty{display:flex;flex-direction:column;align-items:center;gap:12px;padding:48px 16px;text-align:center}
.wm-empty__icon{color:var(--wm-muted)}
.wm-empty__title{font:600 var(--wm-text-xl)/1.2 var(--wm-font-figure)}
.wm-empty__text{color:var(--wm-muted);max-width:48ch}
`);

export interface BannerProps {
  /** Default info. */
  kind?: MessageKind;
  title?: ReactNode;
  /** What happened, whether anything was lost, what to do. */
  children?: ReactNode;
  action?: ReactNode;
}

/** A message in the page, where what it speaks of is. */
export function Banner({ kind = 'info', title, children, action }: BannerProps) {
  const { hue, Icon } = KINDS[kind];
  return (
    <div className="wm-banner" data-hue={hue} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon />
      <div className="wm-banner__text">
        {title && <div className="wm-banner__title">{title}</div>}
        {children}
      </div>
      {action && <div className="wm-banner__action">{action}</div>}
    </div>
  );
}

export interface BadgeProps {
  hue?: 'gray' | 'blaze' | 'moss' | 'sky' | 'sun' | 'danger';
  children: ReactNode;
}

export function Badge({ hue = 'gray', children }: BadgeProps) {
  return (
    <span className="wm-badge" data-hue={hue}>
      {children}
    </span>
  );
}

export interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** What will be here. */
  children?: ReactNode;
  /** The one action that fills it. */
  action?: ReactNode;
  /** Of the title: 1 where it is all that the page says. */
  level?: 1 | 2;
}

export function EmptyState({ icon, title, children, action, level = 2 }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className="wm-empty">
      {icon && <div className="wm-empty__icon">{icon}</div>}
      <Title className="wm-empty__title">{title}</Title>
      {children && <div className="wm-empty__text">{children}</div>}
      {action}
    </div>
  );
}
