import { Trans, useLingui } from '@lingui/react/macro';
import type { ActivityGroupKey } from '@waymark/activities';
import { groupOfId } from '@waymark/activities';
import { loadActivityOptions, useChunk } from '@waymark/remote';
import { Box, Button, DatePicker, Field, Flex, Grid, Select, Skeleton, Text, TimeInput } from '@waymark/ui';
import { useState } from 'react';
import { wallClock } from '../shared/zoned-time.ts';
import { readLastStart } from './draft.ts';
import type { LogValues } from './log-values.ts';
import type { LogForm } from './use-log-form.ts';

export interface FieldState {
  wrong: (field: keyof LogValues) => string | undefined;
  touched: (field: keyof LogValues) => boolean | undefined;
}

// The list of activities is long, and nobody chooses before the form stands.
const loadPicker = () => import(/* webpackChunkName: "log-activities" */ './activities-chunk.ts');

/** Activity, day and start. The start of a recording is fixed. */
export function WhatAndWhen({
  log,
  wrong,
  touched,
  recorded,
}: FieldState & { log: LogForm; recorded: boolean }) {
  const { values, set, setAll } = log;
  const picker = useChunk(loadPicker, true);
  const [openedAt] = useState(() => new Date());
  const today = wallClock(openedAt, values.timeZone).date;
  return (
    <Grid templateColumns={{ base: '1fr 1fr', md: '2fr 1fr 1fr' }} gap={4} alignItems="start">
      <Box gridColumn={{ base: '1 / -1', md: 'auto' }}>
        <Field
          label={<Trans>Activity</Trans>}
          required
          error={wrong('activityId')}
          touched={touched('activityId')}
        >
          {picker.module ? (
            <picker.module.ActivityTypePicker
              load={loadActivityOptions}
              value={values.activityId}
              onChange={(id, option) =>
                setAll({ activityId: id, activityGroup: groupKeyOf(id, option.rootId) }, 'activityId')
              }
            />
          ) : picker.failed ? (
            <Button onClick={picker.retry}>
              <Trans>Show the activities</Trans>
            </Button>
          ) : (
            <Skeleton height="40px" />
          )}
        </Field>
      </Box>
      {!recorded && (
        <>
          <Field label={<Trans>Day</Trans>} required error={wrong('date')} touched={touched('date')}>
            <DatePicker value={values.date} max={today} onChange={(date) => set('date', date)} />
          </Field>
          <Field label={<Trans>Start</Trans>} required error={wrong('time')} touched={touched('time')}>
            <TimeInput value={values.time} onChange={(time) => set('time', time)} />
          </Field>
          <StartChoices log={log} />
        </>
      )}
    </Grid>
  );
}

/** Usual starts in one press, and the time zone that the start is told in. */
function StartChoices({ log: { values, set, setAll } }: { log: LogForm }) {
  const { t } = useLingui();
  const [isZoneOpen, setIsZoneOpen] = useState(false);
  const [last] = useState(readLastStart);
  const zones = Intl.supportedValuesOf('timeZone');
  const known = zones.includes(values.timeZone) ? zones : [values.timeZone, ...zones];
  return (
    <Flex gridColumn="1 / -1" gap={2} align="center" wrap="wrap" mt={-2}>
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

const groupKeyOf = (id: number, rootId: number): ActivityGroupKey =>
  groupOfId(id, rootId === id ? null : rootId);
