import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { IconButton } from '../actions/button.tsx';
import { CloseIcon } from '../icons/icons.tsx';
import { styles } from '../theme/styles.ts';
import { KINDS } from './kinds.tsx';

styles(`
.wm-notice{position:fixed;z-index:60;inset-inline:16px;bottom:max(16px,env(safe-area-inset-bottom));margin-inline:auto;
width:fit-content;max-width:min(560px,calc(100vw - 32px));display:flex;align-items:center;gap:12px;padding:8px 8px 8px 16px;
border-radius:var(--wm-radius);background:var(--wm-ink);color:var(--wm-paper);animation:wm-notice var(--wm-slow) var(--wm-ease)}
.wm-notice__icon{display:grid;place-items:center;padding:4px;border-radius:50%}
.wm-notice__text{flex:1;min-width:0}
.wm-notice__action{font-weight:600;text-decoration:underline;text-underline-offset:.2em;padding:4px 8px;white-space:nowrap}
.wm-notice .wm-button:hover:enabled{background:rgb(127 127 127 / 30%)}
@keyframes wm-notice{from{translate:0 16px;opacity:0}}
`);

const AUTO_HIDE_MS = 60_000;

export interface Notice {
  /** A new id starts the time anew. */
  id?: string | number;
  kind: 'warning' | 'error' | 'success';
  text: ReactNode;
  /** One thing the member can do about it, as Undo. */
  action?: { label: string; onSelect: () => void };
}

export interface NotificationBarProps {
  /** Null shows nothing. */
  notice: Notice | null;
  onClose: () => void;
  autoHideMs?: number;
}

/** One message at the bottom centre. Stays until closed or for a minute; a press elsewhere does not close it. */
export function NotificationBar({ notice, onClose, autoHideMs = AUTO_HIDE_MS }: NotificationBarProps) {
  const { t } = useLingui();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => close(), autoHideMs);
    return () => clearTimeout(timer);
  }, [notice, autoHideMs]);
  if (!notice) return null;
  const { hue, Icon } = KINDS[notice.kind];
  return (
    <div
      key={notice.id}
      className="wm-notice"
      role={notice.kind === 'error' ? 'alert' : 'status'}
      data-kind={notice.kind}
      data-print="hide"
    >
      <span
        className="wm-notice__icon"
        style={{ background: `var(--wm-${hue}-soft)`, color: `var(--wm-${hue}-strong)` }}
      >
        <Icon />
      </span>
      <span className="wm-notice__text">{notice.text}</span>
      {notice.action && (
        <button type="button" className="wm-notice__action" onClick={notice.action.onSelect}>
          {notice.action.label}
        </button>
      )}
      <IconButton size="sm" label={t`Close message`} icon={<CloseIcon />} onClick={onClose} />
    </div>
  );
}
