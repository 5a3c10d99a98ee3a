import type { WorkoutSummary } from '@waymark/api-contract';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box } from '@waymark/ui';
import { formatDateTime, formatDistance, formatDuration } from '@waymark/units';

/** A workout in one line: activity (unless its name says it), when, how far, how long. */
export function WorkoutLine({ workout }: { workout: WorkoutSummary }) {
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const {
    distance_total: meters,
    active_time_total: active,
    elapsed_time_total: elapsed,
  } = workout.aggregates;
  const distance = meters ? formatDistance(meters, system, { locale }) : null;
  return (
    <DottedLine
      parts={[
        workout.activity_name === workout.name ? null : workout.activity_name,
        formatDateTime(workout.start_datetime, { timeZone: workout.start_locale_timezone, locale }),
        distance && `${distance.value} ${distance.unit}`,
        formatDuration(active ?? elapsed),
      ]}
    />
  );
}

/** In one line as long as a line is wide enough for it: large text on a phone may not be. */
const UNBROKEN = { display: 'inline-block', maxWidth: '100%' } as const;

/** Parts with dots between them. Lines break between parts only, so that no unit loses its number. */
export function DottedLine({ parts }: { parts: readonly (string | null)[] }) {
  return (
    <Box fontVariantNumeric="tabular-nums">
      {parts
        .filter((part) => part !== null)
        .map((part, at) => (
          <span key={part}>
            {at > 0 && ' · '}
            <span style={part.length < 24 ? UNBROKEN : undefined}>{part}</span>
          </span>
        ))}
    </Box>
  );
}
