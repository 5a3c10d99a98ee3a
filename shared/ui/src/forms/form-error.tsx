import { useEffect, useRef, type ReactNode } from 'react';
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
