import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { IconButton } from '../actions/button.tsx';
import { Input, type InputProps } from '../forms/inputs.tsx';
import { useNow } from '../hooks/now.ts';
import { CalendarIcon } from '../icons/icons.tsx';
import { Popover } from '../overlays/popover.tsx';
import { Calendar } from './calendar.tsx';
import { datePattern, dateText, isoDay, parseDateText } from './date-text.ts';

export interface DatePickerProps extends Omit<InputProps, 'value' | 'onChange' | 'min' | 'max' | 'type'> {
  /** 'yyyy-mm-dd', or '' for none. */
  value: string;
  /** Only real days within the bounds arrive here, and '' when the field is emptied. */
  onChange: (iso: string) => void;
  min?: string;
  /** Default today; null for no bound. */
  max?: string | null;
}

/** A day: typed in the member's own order, or chosen from a calendar that opens on focus and by its icon. */
export function DatePicker({ value, onChange, min, max, disabled, ...rest }: DatePickerProps) {
  const { t, i18n } = useLingui();
  const now = useNow();
  const last = max === null ? undefined : (max ?? isoDay(now));
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState<'by-focus' | 'by-icon' | null>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const quiet = useRef(false);
  const allowed = (iso: string) => (!min || iso >= min) && (!last || iso <= last);

  const take = (text: string) => {
    setTyped(text);
    const iso = parseDateText(text, i18n.locale);
    if (text.trim() === '') onChange('');
    else if (iso && allowed(iso)) onChange(iso);
  };
  const close = (focusInput: boolean) => {
    setOpen(null);
    if (!focusInput) return;
    // The focus that comes back must not open the calendar again.
    quiet.current = true;
    input.current?.focus();
    quiet.current = false;
  };
  const wrong =
    typed !== null && typed.trim() !== '' && !allowed(parseDateText(typed, i18n.locale) ?? '9999-99-99');
  return (
    <span
      ref={anchor}
      className="wm-affix"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        // What is no day is taken out, so that field and value never differ.
        setTyped(null);
        setOpen(null);
      }}
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        placeholder={datePattern(i18n.locale, { year: t`YYYY`, month: t`MM`, day: t`DD` })}
        data-figure=""
        disabled={disabled}
        {...(wrong ? { 'aria-invalid': true } : {})}
        {...rest}
        ref={input}
        value={typed ?? dateText(value, i18n.locale)}
        onChange={(event) => take(event.target.value)}
        onFocus={() => {
          if (!quiet.current) setOpen('by-focus');
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            setOpen('by-icon');
          }
          if (event.key === 'Enter') setOpen(null);
        }}
      />
      <span className="wm-affix__end">
        <IconButton
          size="sm"
          label={open ? t`Close calendar` : t`Open calendar`}
          aria-expanded={open !== null}
          icon={<CalendarIcon />}
          disabled={disabled}
          onClick={() => (open ? close(false) : setOpen('by-icon'))}
        />
      </span>
      <Popover anchor={anchor} open={open !== null} onClose={() => close(true)}>
        <Calendar
          key={`${open} ${value}`}
          value={value}
          min={min}
          max={last}
          focusDay={open === 'by-icon'}
          onSelect={(iso) => {
            setTyped(null);
            onChange(iso);
            close(true);
          }}
        />
      </Popover>
    </span>
  );
}
