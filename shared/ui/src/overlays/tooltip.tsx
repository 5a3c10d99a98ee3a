import { cloneElement, useEffect, useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { styles } from '../theme/styles.ts';
import { Popover } from './popover.tsx';

styles(`
.wm-tooltip-anchor{display:inline-flex}
.wm-tooltip{padding:4px 8px;max-width:280px;border:0;outline:0;background:var(--wm-ink);color:var(--wm-paper);
font-size:var(--wm-text-xs);line-height:1.4;pointer-events:none}
.wm-tooltip kbd{margin-inline-start:8px;padding:0 5px;border:1px solid currentcolor;border-radius:3px;font:inherit}
`);

const SHOW_AFTER_MS = 300;

export interface TooltipProps {
  content: ReactNode;
  /** The key that does the same, shown beside the text. */
  shortcut?: string;
  /** One element that can take focus. */
  children: ReactElement<{ 'aria-describedby'?: string }>;
}

/**
 * A short explanation on hover and on focus. Never the only place where something is said.
 *
 * 0.8 kB. Chakra's Tooltip adds 18.6 kB and cannot be loaded on intent: hovering is the intent.
 */
export function Tooltip({ content, shortcut, children }: TooltipProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [open, setOpen] = useState(false);
  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span
      ref={anchor}
      className="wm-tooltip-anchor"
      onPointerEnter={() => {
        timer.current = setTimeout(() => setOpen(true), SHOW_AFTER_MS);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={() => setOpen(true)}
      onBlur={hide}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span id={id} className="visually-hidden">
        {content}
      </span>
      <Popover anchor={anchor} open={open} onClose={hide} side="above" align="center" className="wm-tooltip">
        <span aria-hidden>
          {content}
          {shortcut && <kbd>{shortcut}</kbd>}
        </span>
      </Popover>
    </span>
  );
}
