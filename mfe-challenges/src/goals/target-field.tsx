import type { GoalMetric } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { useMeasurementSystem } from '@waymark/remote';
import { Field, Flex, NumberInput } from '@waymark/ui';
import { unitsOf } from '@waymark/units';
import type { TargetDraft } from './target-draft.ts';

interface TargetFieldProps {
  metric: GoalMetric;
  draft: TargetDraft;
  onChange: (draft: TargetDraft) => void;
  /** What is typed is no target of a week. */
  isWrong: boolean;
  /** The form was sent once. */
  hasTried: boolean;
}

/** What a week has to reach, in the member's units. */
export function TargetField({ metric, draft, onChange, isWrong, hasTried }: TargetFieldProps) {
  const { t } = useLingui();
  const distanceUnit = unitsOf(useMeasurementSystem()).distance;
  const sentences: Record<GoalMetric, string> = {
    distance: t`Enter a distance, such as 30.`,
    duration: t`Enter a time of up to 168 hours, such as 3 h 30 min.`,
    count: t`Enter a number from 1 to 100.`,
    energy: t`Enter a number of kcal, such as 2000.`,
  };
  const error = isWrong ? sentences[metric] : undefined;
  if (metric === 'duration')
    return (
      <Field group label={t`Each week`} error={error} touched={hasTried}>
        <Flex gap={3} maxW="320px">
          <NumberInput
            whole
            unit={t`h`}
            aria-label={t`Hours`}
            placeholder="0"
            value={draft.hours}
            onChange={(hours) => onChange({ ...draft, hours })}
          />
          <NumberInput
            whole
            unit={t`min`}
            aria-label={t`Minutes`}
            placeholder="0"
            value={draft.minutes}
            onChange={(minutes) => onChange({ ...draft, minutes })}
          />
        </Flex>
      </Field>
    );
  const unit = { distance: distanceUnit, count: undefined, energy: 'kcal' }[metric];
  return (
    <Field
      label={metric === 'count' ? t`Workouts each week` : t`Each week`}
      required
      error={error}
      touched={hasTried}
    >
      <Flex maxW="320px">
        <NumberInput
          whole={metric === 'count'}
          {...(unit && { unit })}
          value={draft.amount}
          onChange={(amount) => onChange({ ...draft, amount })}
        />
      </Flex>
    </Field>
  );
}
