import { useEffect, useRef, type ReactNode, type RefObject, useState } from 'react';
import { Banner } from '../feedback/messages.tsx';

export interface FormErrorProps {
  title?: ReactNode;
  /** What happened, whether anything was lost, what to do. Nothing is shown without it. */
  children: ReactNode;
  action?: ReactNode;
}

/**
 * Why a form was not saved. Stands directly above the button that sends the form, and scrolls into view when it
 * appears: on a long form the button may be pressed with the keyboard from far away.
 */
export function FormError({ title, children, action }: FormErrorProps) {
  const element = useRef<HTMLDivElement>(null);
  const isShown = Boolean(children);
  useEffect(() => {
    if (isShown) element.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div ref={element} style={{ scrollMarginBlock: '96px' }}>
      <Banner kind="error" title={title} action={action}>
        {children}
      </Banner>
    </div>
  );
}

/** Leads whoever sends a form with mistakes to the first of them: it may be far above the button, out of sight. */
export function useFocusInvalid(): { form: RefObject<HTMLFormElement | null>; focusInvalid: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  // Once the fields are marked.
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  return { form, focusInvalid: () => setRefusals((count) => count + 1) };
}
