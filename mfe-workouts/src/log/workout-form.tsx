import { Trans, useLingui } from '@lingui/react/macro';
import { useMeasurementSystem } from '@waymark/remote';
import {
  Banner,
  Box,
  Button,
  Field,
  FormError,
  Grid,
  Input,
  NumberInput,
  Select,
  Textarea,
} from '@waymark/ui';
import type { Privacy } from '@waymark/api-contract';
import { unitsOf } from '@waymark/units';
import type { ReactNode } from 'react';
import { usePrivacyOptions } from '../shared/privacy-options.ts';
import type { LogValues } from './log-values.ts';
import { MeasureFields } from './measure-fields.tsx';
import { ClockNote, MoreFields } from './more-fields.tsx';
import { useCalories } from './use-calories.ts';
import type { LogForm } from './use-log-form.ts';
import { WhatAndWhen } from './what-and-when.tsx';

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
            <Trans>Distance, time, pace and heart rate come from the recording and stay as they are.</Trans>
          </Banner>
        ) : (
          <>
            <ClockNote log={log} />
            <MeasureFields log={log} wrong={wrong} touched={touched} units={unitsOf(system)} />
            <Grid templateColumns={{ base: '1fr 1fr', md: 'repeat(4, 1fr)' }} gap={4} alignItems="start">
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
            </Grid>
          </>
        )}
        <Field label={<Trans>Name</Trans>} optional error={wrong('name')} touched={touched('name')}>
          <Input value={values.name} maxLength={200} onChange={(event) => set('name', event.target.value)} />
        </Field>
        <Field label={<Trans>Notes</Trans>} optional error={wrong('notes')} touched={touched('notes')}>
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
        <FormError title={<Trans>Not saved yet</Trans>}>{log.error?.text}</FormError>
        <Box css={WITHIN_REACH} display="flex" gap={3} flexWrap="wrap">
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
