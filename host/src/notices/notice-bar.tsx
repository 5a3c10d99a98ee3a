import { useLingui } from '@lingui/react/macro';
import { useApp } from '../app/context.ts';
import { useStore } from '@waymark/store';
import { Alert, Cross, Tick } from '../controls/icons.tsx';
import type { Notice } from '../app/notices.ts';

/** Messages at the bottom centre. They close by their button or after a minute, never by a click elsewhere. */
export function NoticeBar() {
  const { t } = useLingui();
  const { notices } = useApp();
  const shown = useStore(notices);
  const close = (id: number) => notices.set((all) => all.filter((notice) => notice.id !== id));
  return (
    <section className="wm-h-notices" aria-label={t`Notifications`} aria-live="polite" data-print="hide">
      {shown.map((notice) => (
        <Bar key={notice.id} notice={notice} close={() => close(notice.id)} />
      ))}
    </section>
  );
}

function Bar({ notice, close }: { notice: Notice; close: () => void }) {
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
          onClick={() => {
            close();
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
