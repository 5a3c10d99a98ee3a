import { Trans, useLingui } from '@lingui/react/macro';
import { AppLink, useMeasurementSystem, useCall } from '@waymark/remote';
import { HealthConsentNote } from '@waymark/remote/health-consent';
import {
  Banner,
  Box,
  Button,
  Checkbox,
  Field,
  FormError,
  Grid,
  Input,
  NumberInput,
  Select,
  Textarea,
} from '@waymark/ui';
import type { Privacy, CaloriesResponse } from '@waymark/api-contract';
import { unitsOf, parseNumber, convert, type MeasurementSystem } from '@waymark/units';
import { type ReactNode, useDeferredValue } from 'react';
import { workoutCalls } from '@waymark/api-contract/client';
import { allWorkoutsPath } from '../shared/all-workouts-path.ts';
import { usePrivacyOptions } from '../shared/privacy-options.ts';
import type { LogValues } from './log-values.ts';
import { MeasureFields } from './measure-fields.tsx';
import { ClockNote, MoreFields } from './more-fields.tsx';
import { NotesAudience } from './notes-audience.tsx';
import type { LogForm } from './use-log-form.ts';
import { type FieldState, WhatAndWhen } from './what-and-when.tsx';

/** The estimate of the server for what stands in the form; asked for once activity and duration are there. */
function useCalories(values: LogValues, system: MeasurementSystem): CaloriesResponse | undefined {
  const { activityId, duration, distance } = useDeferredValue(values);
  const metres = (parseNumber(distance) ?? 0) * convert(1, unitsOf(system).distance, 'm');
  const { data } = useCall(
    workoutCalls.calories,
    {
      query: {
        activity_type: activityId ?? 0,
        duration: duration ?? 0,
        distance: metres > 0 ? Math.round(metres) : undefined,
      },
    },
    { enabled: activityId !== null && (duration ?? 0) > 0, staleTime: Infinity },
  );
  return data;
}

interface WorkoutFormProps {
  log: LogForm;
  /** Text of the button. */
  action: ReactNode;
  /** A recorded workout keeps the figures of its recording. */
  recorded?: boolean;
  onCancel: () => void;
}

/** On a phone saving stays at the bottom edge, within reach of a thumb, however long the form is. */
const WITHIN_REACH = {
  '@media (max-width: 767.98px)': {
    position: 'sticky',
    bottom: 0,
    zIndex: 1,
    marginInline: '-16px',
    padding: '12px 16px max(12px, env(safe-area-inset-bottom))',
    background: 'var(--wm-paper)',
    borderTop: '1px solid var(--wm-hairline)',
    '& > [type=submit]': { flex: 1 },
  },
} as const;

/** "Average heart rate (optional)" takes two lines: its input stays in one line with the others. */
const SAME_HEIGHT_LABELS = {
  '@media (min-width: 768px)': {
    '& .wm-field__label': {
      display: 'flex',
      flexWrap: 'wrap',
      alignContent: 'flex-end',
      columnGap: '0.35em',
      minHeight: '2lh',
    },
  },
} as const;

/** The one form of logging, editing and copying. */
export function WorkoutForm({ log, action, recorded = false, onCancel }: WorkoutFormProps) {
  const { t, i18n } = useLingui();
  const system = useMeasurementSystem();
  const privacy = usePrivacyOptions();
  const calories = useCalories(log.values, system);
  const { values, set, submitted } = log;
  const wrong = (field: keyof LogValues) =>
    log.refused[field] ?? (log.errors[field] && i18n._(log.errors[field]));
  const touched = (field: keyof LogValues) => submitted || log.refused[field] !== undefined || undefined;
  const estimate = calories && String(Math.round(calories.kcal));

  return (
    <form
      id={log.formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void log.submit();
      }}
    >
      <Box display="grid" gap={6}>
        <WhatAndWhen log={log} wrong={wrong} touched={touched} recorded={recorded} />
        {recorded ? (
          <Banner kind="info">
            {log.health.hasConsent ? (
              <Trans>Distance, time, pace and heart rate come from the recording and stay as they are.</Trans>
            ) : (
              <Trans>Distance, time and pace come from the recording and stay as they are.</Trans>
            )}
          </Banner>
        ) : (
          <>
            <ClockNote log={log} />
            <MeasureFields log={log} wrong={wrong} touched={touched} units={unitsOf(system)} />
            <Grid
              templateColumns={{ base: '1fr 1fr', md: 'repeat(4, 1fr)' }}
              gap={4}
              alignItems="start"
              css={SAME_HEIGHT_LABELS}
            >
              <Field
                label={<Trans>Ascent</Trans>}
                optional
                error={wrong('ascent')}
                touched={touched('ascent')}
              >
                <NumberInput
                  value={values.ascent}
                  onChange={(text) => set('ascent', text)}
                  unit={unitsOf(system).elevation}
                />
              </Field>
              <Box>
                <Field
                  label={<Trans>Calories</Trans>}
                  optional
                  hintBelow
                  error={wrong('energy')}
                  touched={touched('energy')}
                  hint={estimate && values.energy === '' ? t`Estimate: ${estimate} kcal` : undefined}
                >
                  <NumberInput
                    value={values.energy}
                    onChange={(text) => set('energy', text)}
                    unit={t`kcal`}
                    placeholder={estimate}
                  />
                </Field>
              </Box>
              {log.health.areFieldsOffered && <HeartRateFields log={log} wrong={wrong} touched={touched} />}
            </Grid>
            {!log.health.hasConsent && (
              <HealthConsentNote>
                <Trans>Heart rate needs your consent for health data, which you have not given.</Trans>
              </HealthConsentNote>
            )}
          </>
        )}
        <Field label={<Trans>Name</Trans>} optional error={wrong('name')} touched={touched('name')}>
          <Input value={values.name} maxLength={200} onChange={(event) => set('name', event.target.value)} />
        </Field>
        <Field
          label={<Trans>Notes</Trans>}
          optional
          hintBelow
          hint={<NotesAudience areShared={values.areNotesShared} />}
          error={wrong('notes')}
          touched={touched('notes')}
        >
          <Textarea
            value={values.notes}
            rows={4}
            maxLength={10_000}
            onChange={(event) => set('notes', event.target.value)}
          />
        </Field>
        <MoreFields log={log} />
        <Field label={<Trans>Who can see it</Trans>}>
          <Select
            options={privacy}
            value={String(values.privacy)}
            onChange={(value) => set('privacy', Number(value) as Privacy)}
          />
        </Field>
        <Checkbox
          label={<Trans>Show notes, mood, effort and gear to those who can see it</Trans>}
          hint={<Trans>Otherwise only you see them.</Trans>}
          checked={values.areNotesShared ?? false}
          onChange={(checked) => set('areNotesShared', checked)}
        />
        <FormError
          title={
            log.error?.isStored ? (
              <Trans>Saved without your latest changes</Trans>
            ) : (
              <Trans>Not saved yet</Trans>
            )
          }
          action={
            log.error?.isStored && (
              <AppLink href={allWorkoutsPath({})}>
                <Trans>Open all workouts</Trans>
              </AppLink>
            )
          }
        >
          {log.error?.text}
        </FormError>
        <Box data-bottom-bar="phone" css={WITHIN_REACH} display="flex" gap={3} flexWrap="wrap">
          <Button type="submit" variant="primary" size="lg" loading={log.saving}>
            {action}
          </Button>
          <Button type="button" size="lg" variant="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </Box>
      </Box>
    </form>
  );
}

function HeartRateFields({ log: { values, set }, wrong, touched }: FieldState & { log: LogForm }) {
  const { t } = useLingui();
  return (
    <>
      <Field
        label={<Trans>Average heart rate</Trans>}
        optional
        error={wrong('heartrateAvg')}
        touched={touched('heartrateAvg')}
      >
        <NumberInput
          whole
          value={values.heartrateAvg}
          onChange={(text) => set('heartrateAvg', text)}
          unit={t`bpm`}
        />
      </Field>
      <Field
        label={<Trans>Highest heart rate</Trans>}
        optional
        error={wrong('heartrateMax')}
        touched={touched('heartrateMax')}
      >
        <NumberInput
          whole
          value={values.heartrateMax}
          onChange={(text) => set('heartrateMax', text)}
          unit={t`bpm`}
        />
      </Field>
    </>
  );
}
