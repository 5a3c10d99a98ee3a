import type { RouteDetail } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { track } from '@waymark/contract';
import { Skeleton, Stack, Text } from '@waymark/ui';
import { lazy, Suspense, useEffect } from 'react';
import { usePageTitle } from '../shared/page-title.ts';
import { useRoute } from '../shared/use-route.ts';
import { RouteFigures } from './route-figures.tsx';
import { RouteHeader } from './route-header.tsx';
import { RouteMissing } from './route-missing.tsx';
import { ViewSkeleton } from './view-skeleton.tsx';

const ShareAgainNotice = lazy(async () => ({
  default: (await import(/* webpackChunkName: "share-link" */ '@waymark/remote/share-link')).ShareAgainNotice,
}));
const CoursePart = lazy(() => import(/* webpackChunkName: "course" */ './course-part.tsx'));

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
