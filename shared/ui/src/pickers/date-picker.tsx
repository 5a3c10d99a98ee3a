import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { IconButton } from '../actions/button.tsx';
import { useFieldControl, useOwnError } from '../forms/field.tsx';
import { Input, type InputProps } from '../forms/inputs.tsx';
import { useNow } from '../hooks/now.ts';
import { afterPress } from '../hooks/press.ts';
import { CalendarIcon } from '../icons/icons.tsx';
import { Popover } from '../overlays/popover.tsx';
import { Calendar } from './calendar.tsx';
import { datePattern, dateText, isoDay, parseDateText } from './date-text.ts';

export interface DatePickerProps extends Omit<InputProps, 'value' | 'onChange' | 'min' | 'max' | 'type'> {
  /** 'yyyy-mm-dd', or '' for none. */
  value: string;
  /** Only real days within the bounds arrive here, and '' when the field is empty or holds no such day. */
  onChange: (iso: string) => void;
  min?: string;
  /** Default today; null for no bound. */
  max?: string | null;
}

/**
 * A day: typed in the member's own order, or chosen from a calendar that opens on focus and by its icon.
 *
 * 2.9 kB with its calendar. Chakra's DatePicker adds 37.3 kB with a date library of its own beside `@waymark/units`, and
 * the field has to take typing before it could have loaded.
 */
export function DatePicker({ value, onChange, min, max, disabled, ...rest }: DatePickerProps) {
  const { t, i18n } = useLingui();
  const now = useNow();
  const last = max === null ? undefined : (max ?? isoDay(now));
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const [sent, setSent] = useState(value);
  const [open, setOpen] = useState<'by-focus' | 'by-icon' | null>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const quiet = useRef(false);
  const allowed = (iso: string) => (!min || iso >= min) && (!last || iso <= last);

  // A day from outside (a form that loads) replaces what is typed; our own coming back does not.
  if (value !== sent) {
    setSent(value);
    setTyped(null);
  }
  const send = (iso: string) => {
    setSent(iso);
    if (iso !== value) onChange(iso);
  };
  const take = (text: string) => {
    setTyped(text);
    setLeft(false);
    const iso = parseDateText(text, i18n.locale, false);
    if (text.trim() === '') send('');
    else if (iso && allowed(iso)) send(iso);
  };
  const settle = () => {
    afterPress(() => setLeft(true));
    if (typed === null) return;
    const iso = parseDateText(typed, i18n.locale);
    const good = iso !== null && allowed(iso);
    // What is no allowed day stays to be mended, and no earlier day is sent in its place.
    send(good ? iso : '');
    if (good || typed.trim() === '') setTyped(null);
  };
  const close = (focusInput: boolean, focus?: FocusOptions) => {
    setOpen(null);
    if (!focusInput) return;
    // The focus that comes back must not open the calendar again.
    quiet.current = true;
    input.current?.focus(focus);
    quiet.current = false;
  };
  const read = typed === null ? null : parseDateText(typed, i18n.locale);
  const wrong = Boolean(typed?.trim()) && (read === null || !allowed(read));
  useOwnError(wrong && left);
  const { 'aria-invalid': isRefused } = useFieldControl();
  const latest = dateText(last ?? isoDay(now), i18n.locale);
  const earliest = dateText(min ?? '', i18n.locale);
  const picker = (
    <span
      ref={anchor}
      className="wm-affix"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        settle();
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
          // Below the field stands what is wrong with it: the calendar would cover that.
          if (!quiet.current && !isRefused && !(wrong && left)) setOpen('by-focus');
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            setOpen('by-icon');
          }
          if (event.key === 'Enter') {
            settle();
            setOpen(null);
          }
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
      <Popover anchor={anchor} open={open !== null} onClose={(focus) => close(true, focus)}>
        <Calendar
          key={`${open} ${value}`}
          value={value}
          min={min}
          max={last}
          focusDay={open === 'by-icon'}
          onSelect={(iso) => {
            setTyped(null);
            send(iso);
            close(true);
          }}
        />
      </Popover>
    </span>
  );
  return (
    <span>
      {picker}
      <output className="wm-field__error">
        {wrong &&
          left &&
          (read === null ? (
            <Trans>That’s not a date. Enter it like {latest}.</Trans>
          ) : min && read < min ? (
            <Trans>Choose {earliest} or later.</Trans>
          ) : (
            <Trans>Choose {latest} or earlier.</Trans>
          ))}
      </output>
    </span>
  );
}
