import { Trans } from '@lingui/react/macro';
import { Field, RadioGroup } from '@waymark/ui';

export type From = 'now' | 'workout' | 'always';

/** When what was changed begins to count. Workouts before keep what they had. */
export function ApplyFrom({ value, onChange }: { value: From; onChange: (from: From) => void }) {
  return (
    <Field group label={<Trans>Use them</Trans>}>
      <RadioGroup
        value={value}
        onChange={(next) => onChange(next as From)}
        options={[
          { value: 'now', label: <Trans>For workouts from now on</Trans> },
          { value: 'workout', label: <Trans>From this workout on</Trans> },
          { value: 'always', label: <Trans>For all workouts, earlier ones too</Trans> },
        ]}
      />
    </Field>
  );
}

/** `valid_from` of the call: what counts for a workout was valid before it began. */
export function validFrom(from: From, start: string): { valid_from?: string } {
  if (from === 'now') return {};
  const at = from === 'always' ? 0 : new Date(start).getTime() - 1000;
  return { valid_from: new Date(at).toISOString() };
}
