import { Trans, useLingui } from '@lingui/react/macro';
import { DurationInput, Field, Grid, NumberInput } from '@waymark/ui';
import type { SystemUnits } from '@waymark/units';
import type { LogForm } from './use-log-form.ts';
import type { FieldState } from './what-and-when.tsx';
import { SpeedInput } from './speed-input.tsx';

/** Groups whose pace is told as speed. */
const BY_SPEED = new Set(['ride', 'winter']);
/** Groups that nobody compares by pace. */
const WITHOUT_PACE = new Set(['gym', 'class', 'yoga', 'golf', 'basketball', 'baseball']);
const WITHOUT_DISTANCE = new Set(['yoga']);

/** How long, how far and how fast: any two give the third. */
export function MeasureFields({
  log,
  wrong,
  touched,
  units,
}: FieldState & { log: LogForm; units: SystemUnits }) {
  const { t } = useLingui();
  const { values, setMeasure } = log;
  return (
    <Grid templateColumns={{ base: '1fr', md: '2fr 1fr 1fr' }} gap={4} alignItems="start">
      <Field
        group
        label={<Trans>Duration</Trans>}
        required
        error={wrong('duration')}
        touched={touched('duration')}
      >
        <DurationInput value={values.duration} onChange={(seconds) => setMeasure('duration', seconds)} />
      </Field>
      {(values.distance !== '' || !WITHOUT_DISTANCE.has(values.activityGroup)) && (
        <Field
          label={<Trans>Distance</Trans>}
          optional
          error={wrong('distance')}
          touched={touched('distance')}
        >
          <NumberInput
            value={values.distance}
            onChange={(text) => setMeasure('distance', text)}
            unit={units.distance}
          />
        </Field>
      )}
      {WITHOUT_PACE.has(values.activityGroup) ? null : BY_SPEED.has(values.activityGroup) ? (
        <Field label={<Trans>Speed</Trans>} optional hintBelow hint={t`From distance and duration`}>
          <SpeedInput pace={values.pace} unit={units.speed} onChange={(pace) => setMeasure('pace', pace)} />
        </Field>
      ) : (
        <Field
          group
          label={<Trans>Pace, {units.pace}</Trans>}
          optional
          hintBelow
          hint={t`From distance and duration`}
        >
          <DurationInput
            value={values.pace}
            showHours={false}
            onChange={(seconds) => setMeasure('pace', seconds)}
          />
        </Field>
      )}
    </Grid>
  );
}
