import { Trans, useLingui } from '@lingui/react/macro';
import { LANGUAGES } from '@waymark/api-contract/languages';
import { useFormatLocale } from '@waymark/remote';
import { Box, Button, Field, Grid, SegmentedControl, Select, Stack } from '@waymark/ui';
import { useMemo } from 'react';
import { useBrowserValue } from '../page/use-browser-value.ts';
import type { SettingsForm } from './use-settings-form.ts';

/** The places that a time zone can be chosen by, with the member's own where the browser does not know it. */
function timeZoneOptions(own: string) {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set([...known, own])]
    .toSorted()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}

/** The time zone that the device is set to; known only in the browser. */
const deviceTimeZone = (): string | null => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Measurement system, language, time zone and the first day of weeks. */
export function UnitsAndTime({ form: { values, change } }: { form: SettingsForm }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const deviceZone = useBrowserValue(deviceTimeZone, null);
  const zones = useMemo(() => timeZoneOptions(values.time_zone), [values.time_zone]);
  const languages = [...new Set([...LANGUAGES, values.preferred_language])].map((value) => ({
    value,
    label: new Intl.DisplayNames([locale], { type: 'language' }).of(value) ?? value,
  }));
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }} gap={5}>
      <Field group label={t`Units`}>
        <Box>
          <SegmentedControl
            label={t`Units`}
            value={values.display_measurement_system}
            onChange={(system) => void change('display_measurement_system', system)}
            options={[
              { value: 'metric', label: t`Kilometers` },
              { value: 'imperial', label: t`Miles` },
            ]}
          />
        </Box>
      </Field>
      <Field label={t`Language`} hint={t`Decides how dates and numbers are written.`} hintBelow>
        <Select
          value={values.preferred_language}
          options={languages}
          onChange={(language) => void change('preferred_language', language)}
        />
      </Field>
      <Stack gap={2}>
        <Field label={t`Time zone`} hint={t`Decides on which day a workout counts.`} hintBelow>
          <Select
            value={values.time_zone}
            options={zones}
            onChange={(zone) => void change('time_zone', zone)}
          />
        </Field>
        {deviceZone !== null && deviceZone !== values.time_zone && (
          <Box>
            <Button size="sm" onClick={() => void change('time_zone', deviceZone)}>
              <Trans>Use this device’s zone: {deviceZone.replaceAll('_', ' ')}</Trans>
            </Button>
          </Box>
        )}
      </Stack>
      <Field label={t`Weeks begin on`} hint={t`For your dashboard, stats and calendars.`} hintBelow>
        <Select
          value={String(values.first_day_of_week)}
          options={[
            { value: '1', label: t`Monday` },
            { value: '0', label: t`Sunday` },
            { value: '6', label: t`Saturday` },
          ]}
          onChange={(day) => void change('first_day_of_week', Number(day) as 0 | 1 | 6)}
        />
      </Field>
    </Grid>
  );
}
