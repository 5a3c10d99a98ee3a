import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { LifetimeStats } from '@waymark/api-contract';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Heading, Link, StatTile, Text } from '@waymark/ui';
import { allWorkoutsPath } from '../shared/all-workouts-path.ts';
import { dayText } from '../shared/days.ts';
import { METRIC_NAMES, metricText, type MetricKey } from '../stats/metrics.ts';

const REST = ['duration', 'ascent', 'energy', 'count'] as const satisfies MetricKey[];

/** All that was ever recorded, in one line of large figures. */
export function LifetimeTotals({ lifetime, own }: { lifetime: LifetimeStats; own: boolean }) {
  const { i18n } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const { totals, first_day: first, active_days: days } = lifetime;
  return (
    <Box as="section" aria-labelledby="lifetime">
      <Heading level={1} id="lifetime">
        <Trans>Lifetime</Trans>
      </Heading>
      {first && (
        <Text muted size="sm" mb={5} fontVariantNumeric="tabular-nums">
          <Trans>
            Since <time dateTime={first}>{dayText(first, locale)}</time>
          </Trans>
          {' · '}
          <Plural value={days} one="# active day" other="# active days" />
          {own && (
            <>
              {' · '}
              <Link href={allWorkoutsPath({})}>
                <Trans>All workouts</Trans>
              </Link>
            </>
          )}
        </Text>
      )}
      <Box
        display="grid"
        gridTemplateColumns={{
          base: 'repeat(auto-fit, minmax(min(100%, 9rem), 1fr))',
          lg: 'auto repeat(4, 1fr)',
        }}
        columnGap={{ base: 4, lg: 10 }}
        rowGap={5}
        alignItems="end"
      >
        <Box gridColumn={{ base: '1 / -1', lg: 'auto' }} pe={{ lg: 6 }}>
          <StatTile
            forceZero
            size="xl"
            label={i18n._(METRIC_NAMES.distance)}
            {...metricText('distance', totals.distance, system, locale)}
          />
        </Box>
        {REST.map((key) => (
          <StatTile
            key={key}
            label={i18n._(METRIC_NAMES[key])}
            {...metricText(key, totals[key], system, locale)}
          />
        ))}
      </Box>
    </Box>
  );
}
