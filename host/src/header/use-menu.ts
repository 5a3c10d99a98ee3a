import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react';

/** Long enough to cross the gap between a tab and its menu with an unsteady hand. */
const LEAVE_MS = 160;

/**
 * A disclosure menu: opens on hover with a mouse, on click or arrow down otherwise; arrows move, Escape closes
 * and gives the focus back, leaving it with Tab closes it.
 */
export function useMenu() {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Opened by the pointer passing over: a click then keeps it open, where it would close it otherwise.
  const passing = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const links = () => [...(root.current?.querySelectorAll<HTMLElement>('[data-menu] :is(a, button)') ?? [])];
  const step = (by: number) => {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      setOpen(false);
      button.current?.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (open) step(event.key === 'ArrowDown' ? 1 : -1);
      else {
        setOpen(true);
        requestAnimationFrame(() => step(1));
      }
    }
  };
  const hover = (value: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(timer.current);
    if (value) {
      passing.current ||= !open;
      setOpen(true);
    } else if (passing.current)
      timer.current = setTimeout(() => {
        passing.current = false;
        setOpen(false);
      }, LEAVE_MS);
  };
  return {
    open,
    close: () => setOpen(false),
    root: {
      ref: (element: HTMLElement | null) => {
        root.current = element;
      },
      onKeyDown,
      onPointerEnter: hover(true),
      onPointerLeave: hover(false),
      onBlur: (event: FocusEvent) => {
        if (!root.current?.contains(event.relatedTarget)) setOpen(false);
      },
    },
    button: {
      ref: button,
      'aria-expanded': open,
      onClick: () => {
        setOpen(passing.current || !open);
        passing.current = false;
      },
    },
  };
}
