import type { ActivityGroupKey } from '@waymark/activities';
import type { CalendarEntry } from '@waymark/api-contract';
import { AppLink, useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { ActivityIcon, Box, Tooltip } from '@waymark/ui';
import { formatDistance, formatDuration } from '@waymark/units';
import { markerSize } from './month.ts';

/** Below this diameter a drawing would be a blot; the marker is a plain dot. */
const ICON_FROM = 20;

/** One workout in the calendar: a disc that grows with its duration and leads to it. */
export function DayMarker({ entry }: { entry: CalendarEntry }) {
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const size = markerSize(entry.duration);
  const distance = entry.distance ? formatDistance(entry.distance, system, { locale }) : null;
  const text = [entry.name, distance && `${distance.value} ${distance.unit}`, formatDuration(entry.duration)]
    .filter(Boolean)
    .join(', ');
  const group = entry.activity_group as ActivityGroupKey;
  return (
    <Tooltip content={text}>
      <AppLink href={`/workout/${entry.id}`} aria-label={text}>
        <Box
          as="span"
          display="grid"
          placeItems="center"
          borderRadius="50%"
          style={{
            width: size,
            height: size,
            backgroundColor: `var(--wm-group-${group})`,
            color: 'var(--wm-paper)',
          }}
        >
          {size >= ICON_FROM && (
            <ActivityIcon group={group} coloured={false} size={Math.round(size * 0.62)} />
          )}
        </Box>
      </AppLink>
    </Tooltip>
  );
}
