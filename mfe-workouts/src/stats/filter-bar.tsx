import { Trans, useLingui } from '@lingui/react/macro';
import { ALL } from '@waymark/activities';
import { loadActivityOptions, useFormatLocale } from '@waymark/remote';
import { ActivityMultiPicker, Field, Grid, SegmentedControl, Select } from '@waymark/ui';
import { addDays, dayText } from '../charts/days.ts';
import type { Filters } from './filters.ts';

/** Some Sunday: the days of the week are named from it. */
const SUNDAY = '2023-01-01';
/** Monday first, as most choose; Sunday and Saturday are the others in use. */
const STARTS = [1, 0, 6, 2, 3, 4, 5];

interface FilterBarProps {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}

/** Span, activities and, for weeks, the day on which they begin. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const { t } = useLingui();
  const locale = useFormatLocale();
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
      <SegmentedControl
        label={t`Span`}
        value={filters.period}
        onChange={(period) => onChange({ period })}
        options={[
          { value: 'week', label: <Trans>Week</Trans> },
          { value: 'month', label: <Trans>Month</Trans> },
          { value: 'year', label: <Trans>Year</Trans> },
        ]}
      />
      <Field label={<Trans>Activities</Trans>}>
        <ActivityMultiPicker
          load={loadActivityOptions}
          value={filters.activityTypes}
          onChange={(types) => onChange({ activityTypes: types.length > 0 ? types : [ALL] })}
        />
      </Field>
      {week && (
        <Field label={<Trans>Weeks begin on</Trans>}>
          <Select
            value={String(filters.weekStartDay)}
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
