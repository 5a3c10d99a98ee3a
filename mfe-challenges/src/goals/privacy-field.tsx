import type { GoalPrivacy } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { Field, PRIVACY_NAMES, RadioGroup } from '@waymark/ui';

const LEVELS: readonly GoalPrivacy[] = [0, 1, 3];

/** Who else sees a goal. */
export function PrivacyField({
  value,
  onChange,
}: {
  value: GoalPrivacy;
  onChange: (value: GoalPrivacy) => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <Field
      group
      label={t`Who can see this goal`}
      hint={t`Others only see progress from workouts they can see.`}
    >
      <RadioGroup
        row
        value={String(value)}
        onChange={(level) => onChange(Number(level) as GoalPrivacy)}
        options={LEVELS.map((level) => ({ value: String(level), label: i18n._(PRIVACY_NAMES[level]) }))}
      />
    </Field>
  );
}
