import type { RouteSummary } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, StatTile, Text } from '@waymark/ui';
import { formatDistance, formatElevation } from '@waymark/units';
import { estimatedTime } from '../shared/estimated-time.ts';

/** Distance, climb and time. */
export function RouteFigures({ route }: { route: RouteSummary }) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const known = route.ascent !== null;
  return (
    <Box as="section" aria-label={t`Figures of the route`} borderTop="hairline" pt={4}>
      <Box
        display="grid"
        gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(4, minmax(max-content, 220px))' }}
        columnGap={5}
        rowGap={4}
      >
        <StatTile label={t`Distance`} {...formatDistance(route.distance, system, { locale })} />
        {known && (
          <>
            <StatTile label={t`Ascent`} forceZero {...formatElevation(route.ascent, system, { locale })} />
            <StatTile label={t`Descent`} forceZero {...formatElevation(route.descent, system, { locale })} />
          </>
        )}
        <StatTile label={t`Estimated time`} value={estimatedTime(route)} />
      </Box>
      {!known && (
        <Text muted size="sm" mt={3}>
          <Trans>Nobody knows the heights here, so there is no ascent.</Trans>
        </Text>
      )}
    </Box>
  );
}
