import { Trans, useLingui } from '@lingui/react/macro';
import { useChunk, useFormatLocale } from '@waymark/remote';
import { Box, Button, Field, Flex, Grid, SegmentedControl, Select } from '@waymark/ui';
import { addDays, dayText } from '../shared/days.ts';
import type { Filters } from './filters.ts';

// The selector waits for its catalogue anyway: its code comes after the figures.
const loadChoice = () => import(/* webpackChunkName: "activity-choice" */ './activity-choice.tsx');

/** Some Sunday: the days of the week are named from it. */
const SUNDAY = '2023-01-01';
/** Monday first, as most choose; Sunday and Saturday are the others in use. */
const STARTS = [1, 0, 6, 2, 3, 4, 5];

interface FilterBarProps {
  filters: Filters;
  /** The first day of weeks where the filters name none. */
  weekStart: number;
  onChange: (change: Partial<Filters>) => void;
}

/** Span, activities and, for weeks, the day on which they begin. */
export function FilterBar({ filters, weekStart, onChange }: FilterBarProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const choice = useChunk(loadChoice, true);
  const week = filters.period === 'week';
  return (
    <Grid
      templateColumns={{
        base: 'minmax(0, 1fr)',
        md: week ? 'auto minmax(0, 1fr) 180px' : 'auto minmax(0, 1fr)',
      }}
      gap={4}
      alignItems="end"
    >
      <Box pb={{ md: '6px' }}>
        <SegmentedControl
          label={t`Period`}
          value={filters.period}
          onChange={(period) => onChange({ period })}
          options={[
            { value: 'week', label: <Trans>Week</Trans> },
            { value: 'month', label: <Trans>Month</Trans> },
            { value: 'year', label: <Trans>Year</Trans> },
          ]}
        />
      </Box>
      <Box minH="calc(var(--wm-height) + 25px)">
        {choice.module && (
          <choice.module.ActivityChoice
            value={filters.activityTypes}
            onChange={(activityTypes) => onChange({ activityTypes })}
          />
        )}
        {choice.failed && (
          <Flex align="center" gap={3} fontSize="sm" role="alert">
            <Trans>Error loading activity types.</Trans>
            <Button size="sm" onClick={choice.retry}>
              <Trans>Retry?</Trans>
            </Button>
          </Flex>
        )}
      </Box>
      {week && (
        <Field label={<Trans>Weeks begin on</Trans>}>
          <Select
            value={String(filters.weekStartDay ?? weekStart)}
            onChange={(day) => onChange({ weekStartDay: Number(day) })}
            options={STARTS.map((day) => ({
              value: String(day),
              label: dayText(addDays(SUNDAY, day), locale, { weekday: 'long' }),
            }))}
          />
        </Field>
      )}
    </Grid>
  );
}
