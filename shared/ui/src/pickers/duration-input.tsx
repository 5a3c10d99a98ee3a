import { useLingui } from '@lingui/react/macro';
import {
  checkDuration,
  joinDuration,
  splitDuration,
  type DurationError,
  type TypedDuration,
} from '@waymark/units';
import { useState } from 'react';
import { useFieldControl, useOwnError } from '../forms/field.tsx';
import { NumberInput } from '../forms/inputs.tsx';

export interface DurationInputProps {
  /** Seconds; null while what is typed is no duration. */
  value: number | null;
  onChange: (seconds: number | null) => void;
  /** Default true. Without hours, minutes may go beyond 59. */
  showHours?: boolean;
  disabled?: boolean;
}

const PARTS = ['hours', 'minutes', 'seconds'] as const;

function typedOf(seconds: number | null, showHours: boolean): TypedDuration {
  if (!seconds) return {};
  const parts = splitDuration(seconds, { showHours });
  return { hours: String(parts.hours), minutes: String(parts.minutes), seconds: String(parts.seconds) };
}

const isWrong = (typed: TypedDuration, showHours: boolean) =>
  Object.keys(checkDuration(typed, { showHours })).length > 0;

/** Hours, minutes and seconds; empty parts count as 0. Put it into a `Field group`. Says itself what is wrong. */
export function DurationInput({ value, onChange, showHours = true, disabled }: DurationInputProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(() => typedOf(value, showHours));
  const [sent, setSent] = useState(value);
  // A value from outside (a form that loads) replaces what is typed; our own coming back does not.
  if (value !== sent) {
    setSent(value);
    setTyped(typedOf(value, showHours));
  }
  const errors = checkDuration(typed, { showHours });
  const { 'aria-invalid': invalid, 'aria-describedby': described } = useFieldControl();
  const change = (next: TypedDuration) => {
    const seconds = isWrong(next, showHours) ? null : joinDuration(next);
    setTyped(next);
    setSent(seconds);
    onChange(seconds);
  };
  const labels = { hours: t`Hours`, minutes: t`Minutes`, seconds: t`Seconds` };
  const units = { hours: t`h`, minutes: t`min`, seconds: t`s` };
  const sentence: Record<DurationError, string> = {
    not_whole: t`Use whole numbers.`,
    negative: t`A duration can’t be negative.`,
    max_59: t`Minutes and seconds go up to 59.`,
  };
  const error = Object.values(errors)[0];
  useOwnError(error !== undefined);
  return (
    <span>
      <span className="wm-parts">
        {PARTS.filter((part) => showHours || part !== 'hours').map((part) => (
          <NumberInput
            key={part}
            whole
            unit={units[part]}
            aria-label={labels[part]}
            aria-describedby={described}
            aria-invalid={errors[part] || invalid ? true : undefined}
            placeholder="0"
            disabled={disabled}
            value={String(typed[part] ?? '')}
            onChange={(text) => change({ ...typed, [part]: text })}
          />
        ))}
      </span>
      <output className="wm-field__error">{error && sentence[error]}</output>
    </span>
  );
}
