import type { ActivityGroupKey } from '@waymark/activities';
import { Trans } from '@lingui/react/macro';
import { AppLink, useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import type { TracksHeader } from '@waymark/streams';
import { ActivityIcon, Box, Button, Flex, groupKey } from '@waymark/ui';
import { formatDate, formatDistance } from '@waymark/units';
import { useState } from 'react';
import { dayOf } from './filter.ts';

const FIRST = 20;

/** Workouts by their index among the tracks, newest first; the first ones, and more on demand. */
export function WorkoutList({ header, tracks }: { header: TracksHeader; tracks: readonly number[] }) {
  const [most, setMost] = useState(FIRST);
  const rest = tracks.length - most;
  return (
    <>
      <Box as="ul" listStyleType="none" p={0} m={0}>
        {tracks.slice(0, most).map((track) => (
          <Line key={header.id[track]} header={header} track={track} />
        ))}
      </Box>
      {rest > 0 && (
        <Button size="sm" variant="quiet" mt={2} onClick={() => setMost(most + 5 * FIRST)}>
          <Trans>Show more ({rest} left)</Trans>
        </Button>
      )}
    </>
  );
}

function Line({ header, track }: { header: TracksHeader; track: number }) {
  const locale = useFormatLocale();
  const system = useMeasurementSystem();
  const type = header.types.find(({ id }) => id === header.type[track]);
  const meters = header.meters[track]!;
  const distance = formatDistance(meters, system, { locale });
  return (
    <Flex as="li" gap={3} align="center" borderTop="hairline" py={2}>
      <ActivityIcon group={groupKey(type?.group ?? 'others') satisfies ActivityGroupKey} size={22} />
      <Box flex={1} minW={0}>
        <AppLink href={`/workout/${header.id[track]}`} data-row="">
          {header.names[header.name[track]!]}
        </AppLink>
        <Box color="muted" fontSize="sm">
          {formatDate(dayOf(header.day[track]!), { locale })}
        </Box>
      </Box>
      {meters > 0 && (
        <Box flex="none" fontSize="sm" fontVariantNumeric="tabular-nums">
          {distance.value} {distance.unit}
        </Box>
      )}
    </Flex>
  );
}
