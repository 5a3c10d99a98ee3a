import { useMemo, type ComponentPropsWithRef } from 'react';
import { ChevronDownIcon } from '../icons/icons.tsx';
import { useFieldControl } from './field.tsx';

/** Joins class names that are there. */
const classes = (...names: (string | undefined | false)[]): string => names.filter(Boolean).join(' ');

export type InputProps = ComponentPropsWithRef<'input'>;

export function Input({ className, ...rest }: InputProps) {
  return <input className={classes('wm-input', className)} {...useFieldControl()} {...rest} />;
}

export interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange' | 'type'> {
  /** The typed text: an empty field stays empty and nothing is rounded behind the typist's back. */
  value: string;
  onChange: (value: string) => void;
  /** Shown at the end of the field, as 'km'. */
  unit?: string;
  /** Whole numbers only. Default false. */
  whole?: boolean;
}

/** A number as text with the right keyboard. Says nothing about validity: the form's schema does. */
export function NumberInput({ value, onChange, unit, whole = false, ...rest }: NumberInputProps) {
  const allowed = whole ? /[^\d-]/gu : /[^\d.,-]/gu;
  const input = (
    <Input
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      data-figure=""
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(allowed, ''))}
    />
  );
  if (!unit) return input;
  return (
    <span className="wm-affix">
      {input}
      <span className="wm-affix__end" data-still="">
        {unit}
      </span>
    </span>
  );
}

export interface SelectProps extends Omit<ComponentPropsWithRef<'select'>, 'onChange'> {
  /** A long list stays the same array between renders: its elements are then not made again with each key. */
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** Shown while nothing is chosen; its value is ''. */
  placeholder?: string;
  onChange?: (value: string) => void;
}

/** The browser's own list: quick on phones, found by typing, understood by screen readers. */
export function Select({ options, placeholder, onChange, className, ...rest }: SelectProps) {
  const elements = useMemo(
    () =>
      options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      )),
    [options],
  );
  return (
    <span className="wm-affix">
      <select
        className={classes('wm-input', className)}
        {...useFieldControl()}
        {...rest}
        onChange={(event) => onChange?.(event.target.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {elements}
      </select>
      <span className="wm-affix__end" data-still="">
        <ChevronDownIcon size={18} />
      </span>
    </span>
  );
}

export type TextareaProps = ComponentPropsWithRef<'textarea'>;

export function Textarea({ className, rows = 3, ...rest }: TextareaProps) {
  return <textarea className={classes('wm-input', className)} rows={rows} {...useFieldControl()} {...rest} />;
}
