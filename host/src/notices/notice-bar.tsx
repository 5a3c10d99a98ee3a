import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, type MouseEvent } from 'react';
import { useApp } from '../app/context.ts';
import { useStore } from '@waymark/store';
import { Alert, Cross, Tick } from '../controls/icons.tsx';
import type { Notice } from '../app/notices.ts';
import { NoticeRoom } from './notice-room.tsx';

/** Messages at the bottom centre. They close by their button or after a minute, never by a click elsewhere. */
export function NoticeBar() {
  const { t } = useLingui();
  const { notices } = useApp();
  const shown = useStore(notices);
  /** What had the focus in the page, whatever Tab went through on the way to a message. */
  const before = useRef<HTMLElement>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.closest('#content')) before.current = target;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
  const close = (id: number, { detail }: MouseEvent) => {
    notices.set((all) => all.filter((notice) => notice.id !== id));
    // Not after a tap: the focus in a field would open the keyboard of a phone.
    if (detail === 0 && before.current?.isConnected) before.current.focus();
  };
  return (
    <>
      <NoticeRoom count={shown.length} />
      <section className="wm-h-notices" aria-label={t`Notifications`} aria-live="polite" data-print="hide">
        {shown.map((notice) => (
          <Bar key={notice.id} notice={notice} close={(event) => close(notice.id, event)} />
        ))}
      </section>
    </>
  );
}

interface BarProps {
  notice: Notice;
  close: (event: MouseEvent) => void;
}

function Bar({ notice, close }: BarProps) {
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
          onClick={(event) => {
            close(event);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="wm-h-icon-button" aria-label={t`Close`} onClick={close}>
        <Cross />
      </button>
    </div>
  );
}
