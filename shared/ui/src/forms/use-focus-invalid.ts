import { type RefObject, useEffect, useRef, useState } from 'react';

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
