import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Field, NumberInput, Select, Stack } from '@waymark/ui';
import { convert, formatNumber, parseNumber, unitsOf } from '@waymark/units';
import { type ReactNode, useState } from 'react';
import { distanceText } from '../distance-text.ts';

interface EndFieldProps {
  label: ReactNode;
  /** Metres from the start, of each way point. */
  along: readonly number[];
  /** Metres of the whole course. */
  length: number;
  /** Metres from the start; null for what is no place of the course. */
  value: number | null;
  onChange: (meters: number | null) => void;
  /** Takes the focus when the dialog opens. */
  autofocus?: boolean;
}

const TYPED = 'typed';

/** An end of a part: one of the way points, or a distance from the start. */
export function EndField({ label, along, length, value, onChange, autofocus }: EndFieldProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const unit = unitsOf(system).distance;
  const known = along.findIndex((one) => value !== null && Math.abs(one - value) < 1);
  const shown = (meters: number) => formatNumber(convert(meters, 'm', unit), { digits: 2, locale });
  const [text, setText] = useState(() => shown(value ?? 0));
  const [typing, setTyping] = useState(known < 0);

  const type = (next: string) => {
    setText(next);
    const number = parseNumber(next, locale);
    const meters = number === null ? null : convert(number, unit, 'm');
    // The last digit shown is rounded.
    onChange(meters === null || meters < 0 || meters > length + 10 ? null : Math.min(length, meters));
  };
  const choose = (next: string) => {
    if (next === TYPED) return setTyping(true);
    setTyping(false);
    const meters = along[Number(next)]!;
    setText(shown(meters));
    onChange(meters);
  };
  const name = (index: number, meters: number) => {
    const distance = distanceText(meters, system, locale);
    if (index === 0) return t`The start`;
    return index === along.length - 1 ? t`The end · ${distance}` : t`Point ${index + 1} · ${distance}`;
  };
  return (
    <Stack gap={2}>
      {along.length > 0 && (
        <Field label={label}>
          <Select
            {...(autofocus && { 'data-autofocus': '' })}
            value={typing || known < 0 ? TYPED : String(known)}
            onChange={choose}
            options={[
              ...along.map((meters, index) => ({ value: String(index), label: name(index, meters) })),
              { value: TYPED, label: t`At a distance` },
            ]}
          />
        </Field>
      )}
      {(typing || known < 0 || along.length === 0) && (
        <Field
          label={along.length > 0 ? <Trans>From the start of the route</Trans> : label}
          error={
            value === null && (
              <Trans>
                The route is {shown(length)} {unit} long.
              </Trans>
            )
          }
          touched
        >
          <NumberInput unit={unit} value={text} onChange={type} />
        </Field>
      )}
    </Stack>
  );
}
