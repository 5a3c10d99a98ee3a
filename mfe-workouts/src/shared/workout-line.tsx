import type { WorkoutSummary } from '@waymark/api-contract';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box } from '@waymark/ui';
import { formatDateTime, formatDistance, formatDuration } from '@waymark/units';

/** A workout in one line: activity, when, how far, how long. */
export function WorkoutLine({ workout, inline = false }: { workout: WorkoutSummary; inline?: boolean }) {
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const {
    distance_total: meters,
    active_time_total: active,
    elapsed_time_total: elapsed,
  } = workout.aggregates;
  const distance = meters ? formatDistance(meters, system, { locale }) : null;
  const parts = [
    workout.activity_name,
    formatDateTime(workout.start_datetime, { timeZone: workout.start_locale_timezone, locale }),
    distance && `${distance.value} ${distance.unit}`,
    formatDuration(active ?? elapsed),
  ].filter(Boolean);
  return (
    <Box as={inline ? 'span' : 'div'} fontVariantNumeric="tabular-nums">
      {parts.join(' · ')}
    </Box>
  );
}
