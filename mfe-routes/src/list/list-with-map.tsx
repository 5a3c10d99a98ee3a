import type { RouteSummary } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { Box, Grid, SegmentedControl, Skeleton, useViewport } from '@waymark/ui';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { RouteItems } from './route-items.tsx';
import type { RoutesMapProps } from './routes-map.tsx';
import { createHoverSync } from './hover-sync.ts';

export type ListView = 'list' | 'map';

interface ListWithMapProps extends Pick<RoutesMapProps, 'around' | 'center' | 'onArea'> {
  routes: readonly RouteSummary[];
  /** Of the list, read aloud. */
  label: string;
  /** On phones one of the two is in sight. */
  view: ListView;
  onView: (view: ListView) => void;
  /** Above and below the list: how many, pages, what stands there without any. */
  head?: ReactNode;
  foot?: ReactNode;
  /** In the list's place, while it loads or is empty. */
  instead?: ReactNode;
  /** Buttons at the end of a row. */
  actions?: ComponentType<{ route: RouteSummary }> | undefined;
}

/** The list comes first. */
const RoutesMap = lazy(() =>
  import(/* webpackChunkName: "routes-map" */ './routes-map.tsx').then((module) => ({
    default: module.RoutesMap,
  })),
);

/** Below the header that stays. */
const HEADER = '64px';

/**
 * A list of routes beside a map of them, with hover in sync; fills the rest of its column. Phones show one at a time.
 */
export function ListWithMap(props: ListWithMapProps) {
  const { routes, label, view, onView, head, foot, instead, actions, ...map } = props;
  const { t } = useLingui();
  const { isMobile } = useViewport();
  const [hoverSync] = useState(createHoverSync);
  const column = useRef<HTMLDivElement>(null);
  const first = routes[0]?.id;
  useEffect(() => {
    if (first !== undefined && column.current) column.current.scrollTop = 0;
  }, [first]);
  const list = !isMobile || view === 'list';
  return (
    <>
      {isMobile && (
        <Box
          position="sticky"
          top={HEADER}
          zIndex={3}
          bg="paper"
          py={2}
          px={4}
          display="grid"
          borderBottom="hairline"
        >
          <SegmentedControl<ListView>
            label={t`Show as`}
            value={view}
            onChange={onView}
            options={[
              { value: 'list', label: t`List` },
              { value: 'map', label: t`Map` },
            ]}
          />
        </Box>
      )}
      <Grid
        templateColumns={{ base: '1fr', md: '372px 1fr', lg: '456px 1fr' }}
        borderTop={{ md: 'hairline' }}
        flex={{ md: 1 }}
        minH={{ md: 0 }}
      >
        {list && (
          <Box ref={column} minW={0} minH={0} overflowY={{ md: 'auto' }}>
            {head}
            {instead ?? <RouteItems routes={routes} label={label} hoverSync={hoverSync} actions={actions} />}
            {foot}
          </Box>
        )}
        {(!isMobile || view === 'map') && (
          <Box
            h={{ base: 'calc(100dvh - 132px)', md: '100%' }}
            minH={{ base: '320px', md: 0 }}
            borderInlineStart={{ md: 'hairline' }}
          >
            <Suspense fallback={<Skeleton height="100%" radius={0} />}>
              <RoutesMap routes={routes} hoverSync={hoverSync} card={isMobile} {...map} />
            </Suspense>
          </Box>
        )}
      </Grid>
    </>
  );
}
