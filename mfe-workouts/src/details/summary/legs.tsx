import type { ActivityGroupKey } from '@waymark/activities';
import type { WorkoutSummary } from '@waymark/api-contract';
import { keepLinkKey } from '@waymark/api-contract/link-key';
import { Trans } from '@lingui/react/macro';
import { AppLink, useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { ActivityIcon, Box, Figure, Flex, Heading } from '@waymark/ui';
import { formatDistance, formatDuration, formatTempo, tempoOf } from '@waymark/units';

/** The parts of a workout of several sports, each a workout of its own. */
export function Legs({ legs }: { legs: readonly WorkoutSummary[] }) {
  return (
    <Box as="section" aria-labelledby="legs">
      <Heading level={2} id="legs" mb={3}>
        <Trans>Legs</Trans>
      </Heading>
      <Box as="ol" listStyleType="none" p={0} m={0}>
        {legs.map((leg) => (
          <Leg key={leg.id} leg={leg} />
        ))}
      </Box>
    </Box>
  );
}

function Leg({ leg }: { leg: WorkoutSummary }) {
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const {
    distance_total: meters,
    active_time_total: active,
    elapsed_time_total: elapsed,
    speed_avg,
  } = leg.aggregates;
  const tempo = tempoOf(leg.activity_group);
  return (
    <Box
      as="li"
      display="grid"
      gridTemplateColumns={{ base: 'repeat(3, minmax(0, 1fr))', md: 'minmax(0, 1fr) repeat(3, 8em)' }}
      alignItems="center"
      columnGap={4}
      rowGap={2}
      borderTop="hairline"
      py={3}
      fontVariantNumeric="tabular-nums"
    >
      <Flex gap={3} align="center" gridColumn={{ base: '1 / -1', md: 'auto' }} minW={0}>
        <ActivityIcon group={leg.activity_group as ActivityGroupKey} size={24} />
        <Box minW={0} overflowWrap="anywhere">
          <AppLink href={keepLinkKey(`/workout/${leg.id}`)}>{leg.name}</AppLink>
          {leg.name !== leg.activity_name && (
            <Box fontSize="xs" color="muted">
              {leg.activity_name}
            </Box>
          )}
        </Box>
      </Flex>
      {/* Each figure keeps its column, also where another leg has none. */}
      <Box textAlign={{ md: 'end' }}>
        {meters ? (
          <Figure
            {...formatDistance(meters, system, { locale, ...(tempo === 'pace' && { digits: 2 }) })}
            size="sm"
          />
        ) : null}
      </Box>
      <Box textAlign={{ md: 'end' }}>
        <Figure value={formatDuration(active ?? elapsed)} size="sm" />
      </Box>
      <Box textAlign={{ md: 'end' }}>
        {speed_avg ? <Figure {...formatTempo(tempo, speed_avg, system, locale)} size="sm" /> : null}
      </Box>
    </Box>
  );
}
