import type { RouteDetail, RouteSummary } from '@waymark/api-contract';
import { useLingui, Trans } from '@lingui/react/macro';
import { track } from '@waymark/contract';
import { Skeleton, Stack, Text, Box, StatTile, Flex } from '@waymark/ui';
import { lazy, Suspense, useEffect } from 'react';
import { useRoute } from '../shared/use-route.ts';
import { RouteHeader } from './route-header.tsx';
import { RouteMissing } from './route-missing.tsx';
import { useFormatLocale, useMeasurementSystem, usePageTitle } from '@waymark/remote';
import { formatDistance, formatElevation } from '@waymark/units';
import { estimatedTime, rememberedSpeeds } from '../shared/estimated-time.ts';

const ShareAgainNotice = lazy(async () => ({
  default: (await import(/* webpackChunkName: "share-link" */ '@waymark/remote/share-link')).ShareAgainNotice,
}));
const CoursePart = lazy(() => import(/* webpackChunkName: "course" */ './course-section.tsx'));

/** One route: what it is, its figures, where it goes and how high, and the way in words. */
export default function ViewPage() {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useRoute();
  usePageTitle(data?.name ?? t`Route`);
  if (data) return <RouteView key={data.id} route={data} />;
  if (error) return <RouteMissing error={error} busy={isFetching} retry={() => void refetch()} />;
  return <ViewSkeleton />;
}

function RouteView({ route }: { route: RouteDetail }) {
  const { id } = route;
  useEffect(() => track('route_viewed', { route_id: id }), [id]);
  return (
    <Stack gap={{ base: 6, md: 7 }} w="100%" minW={0}>
      <RouteHeader route={route} />
      {route.can.edit && route.privacy === 6 && (
        <Suspense>
          <ShareAgainNotice kind="route" id={id} />
        </Suspense>
      )}
      <RouteFigures route={route} />
      {route.description && (
        <Text whiteSpace="pre-line" overflowWrap="anywhere" data-untranslated="">
          {route.description}
        </Text>
      )}
      <Suspense fallback={<Skeleton height="640px" radius="8px" />}>
        <CoursePart route={route} />
      </Suspense>
    </Stack>
  );
}

/** Distance, climb and time. */
function RouteFigures({ route }: { route: RouteSummary }) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const known = route.ascent !== null;
  return (
    <Box as="section" aria-label={t`Figures of the route`} borderTop="hairline" pt={4}>
      <Box
        display="grid"
        gridTemplateColumns={{
          base: 'repeat(auto-fill, minmax(min(100%, 9rem), 1fr))',
          md: 'repeat(4, minmax(max-content, 220px))',
        }}
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
        <StatTile label={t`Estimated time`} value={estimatedTime(route, rememberedSpeeds())} />
      </Box>
      {!known && (
        <Text muted size="sm" mt={3}>
          <Trans>No elevation data for this area, so there is no ascent.</Trans>
        </Text>
      )}
    </Box>
  );
}

/** The page in outline while its route is on the way. */
function ViewSkeleton() {
  const { t } = useLingui();
  return (
    <Stack gap={6} w="100%" role="status" aria-label={t`Loading the route`}>
      <Flex gap={3}>
        <Skeleton width="36px" height="36px" radius="8px" />
        <Stack gap={2} flex={1} maxW="440px">
          <Skeleton height="34px" />
          <Skeleton height="18px" width="80%" />
        </Stack>
      </Flex>
      <Skeleton height="32px" width="320px" />
      <Box display="grid" gridTemplateColumns={{ base: '1fr 1fr', md: 'repeat(4, 180px)' }} gap={4}>
        {['a', 'b', 'c', 'd'].map((tile) => (
          <Skeleton key={tile} height="60px" width="80%" />
        ))}
      </Box>
      <Skeleton height="460px" radius="8px" />
      <Skeleton height="160px" />
    </Stack>
  );
}
