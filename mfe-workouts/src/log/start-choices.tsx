import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Field, Flex, Select, Text } from '@waymark/ui';
import { useState } from 'react';
import { readLastStart } from './draft.ts';
import type { LogForm } from './use-log-form.ts';

/** Usual starts in one press, and the time zone that the start is told in. */
export function StartChoices({ log: { values, set, setAll } }: { log: LogForm }) {
  const { t } = useLingui();
  const [isZoneOpen, setIsZoneOpen] = useState(false);
  const [last] = useState(readLastStart);
  const zones = Intl.supportedValuesOf('timeZone');
  const known = zones.includes(values.timeZone) ? zones : [values.timeZone, ...zones];
  return (
    <Flex gap={2} align="center" wrap="wrap">
      {values.endsNow ? (
        <Text muted size="sm">
          {values.duration ? <Trans>Set so that it ends now.</Trans> : <Trans>Starts now.</Trans>}
        </Text>
      ) : (
        <Button size="sm" variant="quiet" onClick={() => setAll({ endsNow: true }, 'duration')}>
          <Trans>Ends now</Trans>
        </Button>
      )}
      {last !== null && last !== values.time && (
        <Button size="sm" variant="quiet" onClick={() => set('time', last)}>
          <Trans>{last} as last time</Trans>
        </Button>
      )}
      <Box flex={1} />
      {isZoneOpen ? (
        <Box minW="220px">
          <Field label={t`Time zone`} hideLabel>
            <Select
              value={values.timeZone}
              options={known.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
              onChange={(timeZone) => set('timeZone', timeZone)}
            />
          </Field>
        </Box>
      ) : (
        <Button size="sm" variant="quiet" onClick={() => setIsZoneOpen(true)}>
          <Trans>Time zone: {values.timeZone.replaceAll('_', ' ')}</Trans>
        </Button>
      )}
    </Flex>
  );
}
