import { useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../actions/button.tsx';
import { useTransition } from '../hooks/transition.ts';
import { CloseIcon } from '../icons/icons.tsx';
import { styles } from '../theme/styles.ts';

styles(`
.wm-modal{position:fixed;inset:0;margin:auto;width:min(400px,calc(100vw - 32px));height:fit-content;
max-height:calc(100dvh - 32px);overflow:auto;border:1px solid var(--wm-hairline);border-radius:var(--wm-radius-lg);
background:var(--wm-surface);color:var(--wm-ink);opacity:0;translate:0 8px;
transition:opacity 250ms var(--wm-ease),translate 250ms var(--wm-ease)}
.wm-modal[data-size=wide]{width:min(720px,calc(100vw - 32px))}
.wm-modal[data-state=entered]{opacity:1;translate:none}
.wm-modal::backdrop{background:var(--wm-scrim);opacity:0;transition:opacity 250ms var(--wm-ease)}
.wm-modal[data-state=entered]::backdrop{opacity:1}
.wm-modal__head{display:flex;align-items:flex-start;justify-content:space-between;gap:12px;padding:20px 20px 0}
.wm-modal__title{font:600 var(--wm-text-xl)/1.2 var(--wm-font-figure)}
.wm-modal__head .wm-button{margin:-6px -8px 0 0}
.wm-modal__body{padding:12px 20px 20px}
.wm-modal__foot{display:flex;flex-wrap:wrap;justify-content:flex-end;gap:8px;padding:0 20px 20px}
@media (max-width:767.98px){.wm-modal:not([data-size=wide]){width:min(300px,calc(100vw - 32px))}
.wm-modal__foot>*{flex:1 1 auto}}
`);

export interface ModalProps {
  open: boolean;
  /** Asked for by Escape, the close button or a click on the backdrop. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** The buttons; the primary one last. */
  footer?: ReactNode;
  /** Can't be closed by the member: no close button, Escape and backdrop do nothing. */
  blocking?: boolean;
  /** Default 400 px (300 on phones); `wide` is up to 720. */
  size?: 'default' | 'wide';
}

const FOCUSABLE =
  'a[href],button:enabled,input:enabled:not([type=hidden]),select:enabled,textarea:enabled,[tabindex]:not([tabindex="-1"])';

/**
 * A dialog over the page. Focus stays inside and returns to where it came from.
 *
 * Built on `<dialog>`: the browser contains focus, puts it above everything and makes the page inert. That is 1.0 kB;
 * Chakra's Dialog adds 16.7 kB of state machine and portal, which a member would wait for at the first press.
 */
export function Modal(props: ModalProps) {
  const state = useTransition(props.open);
  if (state === 'closed') return null;
  return createPortal(<ModalBody {...props} state={state} />, document.body);
}

function ModalBody(props: ModalProps & { state: string }) {
  const { onClose, title, children, footer, blocking = false, size = 'default', state } = props;
  const { t } = useLingui();
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  /** Whether the press under way began on the backdrop: who selects text may release the button there. */
  const isBackdropPressed = useRef(false);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const before = document.activeElement;
    // Engines without the top layer still get a visible, labelled dialog with the focus inside.
    if (dialog.showModal) dialog.showModal();
    else dialog.setAttribute('open', '');
    const first = dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog;
    first.focus();
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    return () => {
      document.documentElement.style.overflow = overflow;
      dialog.close?.();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault();
      event.stopPropagation();
      if (!blocking) onClose();
    }
    if (event.key !== 'Tab') return;
    const inside = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const edge = event.shiftKey ? inside[0] : inside.at(-1);
    const onEdge =
      document.activeElement === edge || (event.shiftKey && document.activeElement === ref.current);
    if (inside.length > 0 && !onEdge) return;
    event.preventDefault();
    (event.shiftKey ? inside.at(-1) : inside[0])?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys and its backdrop are the dialog's own
    <dialog
      ref={ref}
      className="wm-modal"
      data-state={state}
      data-size={size}
      aria-modal="true"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onCancel={(event) => event.preventDefault()}
      onMouseDown={(event) => {
        isBackdropPressed.current = isOnBackdrop(event);
      }}
      onClick={(event) => {
        if (isBackdropPressed.current && isOnBackdrop(event) && !blocking) onClose();
      }}
    >
      <div className="wm-modal__head">
        <h2 id={titleId} className="wm-modal__title">
          {title}
        </h2>
        {!blocking && <IconButton size="sm" label={t`Close`} icon={<CloseIcon />} onClick={onClose} />}
      </div>
      <div className="wm-modal__body">{children}</div>
      {footer && <div className="wm-modal__foot">{footer}</div>}
    </dialog>
  );
}

// A press on the backdrop is reported by the dialog itself, from beyond its box.
function isOnBackdrop({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  if (target !== currentTarget) return false;
  const box = currentTarget.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
