import { afterPress, Field, type FieldProps } from '@waymark/ui';
import type { FocusEvent } from 'react';
import type { FormState } from './use-form.ts';

interface FormFieldProps<F extends string> extends Omit<FieldProps, 'error' | 'touched' | 'required'> {
  form: FormState<F>;
  name: F;
  /** Tells when the focus has left the field. */
  onLeave?: () => void;
}

/** A required field of a form, with its error once it was touched. */
export function FormField<F extends string>({ form, name, onLeave, ...field }: FormFieldProps<F>) {
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    onLeave?.();
    afterPress(() => form.touch(name));
  };
  return (
    <div onBlur={leave}>
      <Field {...field} required error={form.error(name)} touched />
    </div>
  );
}
