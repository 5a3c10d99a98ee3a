import { Trans } from '@lingui/react/macro';
import type { ActivityGroupKey } from '@waymark/activities';
import { groupOfId } from '@waymark/activities';
import { loadActivityOptions, useAfterPaint, useChunk } from '@waymark/remote';
import { Box, Button, DatePicker, Field, Grid, Skeleton, TimeInput } from '@waymark/ui';
import { useState } from 'react';
import { wallClock } from '../shared/zoned-time.ts';
import type { LogValues } from './log-values.ts';
import type { LogForm } from './use-log-form.ts';

export interface FieldState {
  wrong: (field: keyof LogValues) => string | undefined;
  touched: (field: keyof LogValues) => boolean | undefined;
}

const loadMore = () => import(/* webpackChunkName: "log-more" */ './more-chunk.ts');
// The list of activities is long, and nobody chooses before the form stands.
const loadPicker = () => import(/* webpackChunkName: "log-activities" */ '../shared/activities-chunk.ts');

/** Activity, day and start. The start of a recording is fixed. */
export function WhatAndWhen({
  log,
  wrong,
  touched,
  recorded,
}: FieldState & { log: LogForm; recorded: boolean }) {
  const { values, set, setAll } = log;
  const picker = useChunk(loadPicker, true);
  const more = useChunk(loadMore, useAfterPaint()).module;
  const [openedAt] = useState(() => new Date());
  const today = wallClock(openedAt, values.timeZone).date;
  return (
    <Grid
      templateColumns={{ base: 'repeat(auto-fit, minmax(min(100%, 9rem), 1fr))', md: '2fr 1fr 1fr' }}
      gap={4}
      alignItems="start"
    >
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
          <Box gridColumn="1 / -1" minH="40px" mt={-2}>
            {more && <more.StartChoices log={log} />}
          </Box>
        </>
      )}
    </Grid>
  );
}

const groupKeyOf = (id: number, rootId: number): ActivityGroupKey =>
  groupOfId(id, rootId === id ? null : rootId);
