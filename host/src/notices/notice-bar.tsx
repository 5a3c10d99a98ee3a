import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useApp } from '../app/context.ts';
import { useStore } from '@waymark/store';
import { Alert, Cross, Tick } from '../controls/icons.tsx';
import type { Notice } from '../app/notices.ts';

/** Messages at the bottom centre. They close by their button or after a minute, never by a click elsewhere. */
export function NoticeBar() {
  const { t } = useLingui();
  const { notices } = useApp();
  const shown = useStore(notices);
  const count = shown.length;
  /** What had the focus in the page, whatever Tab went through on the way to a message. */
  const before = useRef<HTMLElement>(null);
  /**
   * Room below the page, so that what has the focus at its end can be seen above the messages. It comes with a focus that
   * is seen and goes only while it is out of sight itself: a page that gets shorter moves, and whoever pressed a button
   * at that moment would miss it.
   */
  const [hasRoom, setHasRoom] = useState(false);
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const followFocus = () => {
      const focused = document.activeElement as HTMLElement;
      if (focused.closest('#content')) before.current = focused;
      // Where a page has a bar of its own at the lower edge, the messages stand at the top.
      if (count > 0 && focused.matches(':focus-visible') && !document.querySelector("[data-bottom-bar='']"))
        setHasRoom(true);
    };
    followFocus();
    document.addEventListener('focusin', followFocus);
    return () => document.removeEventListener('focusin', followFocus);
  }, [count]);
  useEffect(() => {
    if (count > 0 || !room.current) return undefined;
    // A busy page may be told of several moments at once.
    const observer = new IntersectionObserver((entries) => setHasRoom(entries.at(-1)!.isIntersecting));
    observer.observe(room.current);
    return () => observer.disconnect();
  }, [count]);
  const close = (id: number, { detail }: MouseEvent) => {
    notices.set((all) => all.filter((notice) => notice.id !== id));
    // Not after a tap: the focus in a field would open the keyboard of a phone.
    if (detail === 0 && before.current?.isConnected) before.current.focus();
  };
  return (
    <>
      {hasRoom && <div ref={room} className="wm-h-notice-room" data-print="hide" />}
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
