import { useLingui } from '@lingui/react/macro';
import { useRef, type FocusEvent, type MouseEvent } from 'react';
import { useApp } from '../app/context.ts';
import { useStore } from '@waymark/store';
import { Alert, Cross, Tick } from '../controls/icons.tsx';
import type { Notice } from '../app/notices.ts';

/** Messages at the bottom centre. They close by their button or after a minute, never by a click elsewhere. */
export function NoticeBar() {
  const { t } = useLingui();
  const { notices } = useApp();
  const shown = useStore(notices);
  const bar = useRef<HTMLElement>(null);
  /** What had the focus before a message took it. */
  const before = useRef<HTMLElement>(null);
  const remember = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && bar.current?.contains(relatedTarget)) return;
    before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
  };
  const close = (id: number, { detail }: MouseEvent) => {
    notices.set((all) => all.filter((notice) => notice.id !== id));
    // Not after a tap: the focus in a field would open the keyboard of a phone.
    if (detail === 0 && before.current?.isConnected) before.current.focus({ preventScroll: true });
  };
  return (
    <section
      ref={bar}
      className="wm-h-notices"
      aria-label={t`Notifications`}
      aria-live="polite"
      data-print="hide"
    >
      {shown.map((notice) => (
        <Bar key={notice.id} notice={notice} remember={remember} close={(event) => close(notice.id, event)} />
      ))}
    </section>
  );
}

interface BarProps {
  notice: Notice;
  remember: (event: FocusEvent) => void;
  close: (event: MouseEvent) => void;
}

function Bar({ notice, remember, close }: BarProps) {
  const { t } = useLingui();
  const { kind, text, action } = notice;
  return (
    <div className="wm-h-notice" data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      {kind === 'success' ? <Tick /> : <Alert />}
      <p>{text}</p>
      {action && (
        <button
          type="button"
          className="wm-h-notice-action"
          onFocus={remember}
          onClick={(event) => {
            close(event);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className="wm-h-icon-button"
        aria-label={t`Close`}
        onFocus={remember}
        onClick={close}
      >
        <Cross />
      </button>
    </div>
  );
}
