import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { LifetimeStats, Totals } from '@waymark/api-contract';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Heading, Link, StatTile, type StatTileProps, Text } from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { allWorkoutsPath } from '../shared/all-workouts-path.ts';
import { METRIC_NAMES, metricText, type MetricKey } from '../stats/metrics.ts';

const REST = ['duration', 'ascent', 'energy', 'count'] as const satisfies MetricKey[];

/** All that was ever recorded, in one line of large figures. */
export function LifetimeTotals({ lifetime, own }: { lifetime: LifetimeStats; own: boolean }) {
  const locale = useFormatLocale();
  const tile = { totals: lifetime.totals, own };
  const { first_day: first, active_days: days } = lifetime;
  return (
    <Box as="section" aria-labelledby="lifetime">
      <Heading level={1} id="lifetime">
        <Trans>Lifetime</Trans>
      </Heading>
      {first && (
        <Text muted size="sm" mb={5} fontVariantNumeric="tabular-nums">
          <Trans>
            Since <time dateTime={first}>{formatDate(first, { locale })}</time>
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
          <Tile metric="distance" forceZero size="xl" {...tile} />
        </Box>
        {REST.map((key) => (
          <Tile key={key} metric={key} {...tile} />
        ))}
      </Box>
    </Box>
  );
}

interface TileProps extends Pick<StatTileProps, 'forceZero' | 'size'> {
  metric: MetricKey;
  totals: Totals;
  own: boolean;
}

/** One figure; one's own leads to the workouts that add up to it. */
function Tile({ metric, totals, own, ...shape }: TileProps) {
  const { i18n } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  return (
    <StatTile
      label={i18n._(METRIC_NAMES[metric])}
      href={own && totals[metric] > 0 ? allWorkoutsPath({ largest: metric }) : undefined}
      {...shape}
      {...metricText(metric, totals[metric], system, locale)}
    />
  );
}
