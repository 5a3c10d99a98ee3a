import type { FollowedRoute } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Figure, Flex, Heading, Link } from '@waymark/ui';
import { formatDistance } from '@waymark/units';
import { TrackSketch } from '../../shared/track-sketch.tsx';

/** The saved route that was followed: its course, and the way to it. */
export function RoutePart({ route }: { route: FollowedRoute }) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  return (
    <Box as="section" aria-labelledby="followed" minW={0}>
      <Heading level={2} id="followed" mb={3}>
        <Trans>Route</Trans>
      </Heading>
      <Flex align="center" gap={4}>
        {route.preview.polyline !== null && (
          <Box flex="none" bg="sunken" borderRadius="md" p={1} lineHeight={0}>
            <TrackSketch
              polyline={route.preview.polyline}
              width={96}
              height={72}
              label={t`Course of ${route.name}`}
            />
          </Box>
        )}
        <Box minW={0}>
          <Box fontWeight={600} overflowWrap="anywhere">
            <Link href={`/routes/view/${route.id}`}>{route.name}</Link>
          </Box>
          <Figure {...formatDistance(route.distance, system, { locale })} size="md" />
        </Box>
      </Flex>
    </Box>
  );
}
