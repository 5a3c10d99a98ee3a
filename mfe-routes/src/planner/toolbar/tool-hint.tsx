import { Trans } from '@lingui/react/macro';
import { Box, Stack, Button, RouteIcon } from '@waymark/ui';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';
import { AVOIDED_STREETS_MAX } from '../legs/routing-preferences.ts';
import { routingCalls } from '@waymark/api-contract/client';
import type { MapView } from '@waymark/map';
import { useCall, useSettings } from '@waymark/remote';

/** Says what a click does now, while it is not drawing. */
export function ToolHint({ planner, children }: { planner: Planner; children?: ReactNode }) {
  const tool = usePlanner(planner, (state) => state.tool);
  const empty = usePlanner(planner, (state) => state.plan.start === null && state.preview === null);
  const isFull = usePlanner(planner, (state) => state.avoided.length >= AVOIDED_STREETS_MAX);
  if (tool === 'draw' && !empty) return null;
  return (
    <Stack
      position="absolute"
      top={3}
      left="50%"
      translate="-50% 0"
      zIndex={1}
      gap={2}
      align="center"
      w="max-content"
      maxW={{ base: 'calc(100% - 112px)', md: '420px' }}
      // Large text leaves half of a small map to draw on.
      maxH="50%"
      overflowY="auto"
      css={{ '& > *': { flexShrink: 0 } }}
    >
      <Box
        role="status"
        px={4}
        py={2}
        bg="surface"
        border="hairline"
        borderRadius="md"
        fontSize="sm"
        textAlign="center"
        pointerEvents="none"
      >
        {tool === 'note' ? (
          <Trans>Choose where on the route the note goes.</Trans>
        ) : tool === 'split' ? (
          <Trans>Choose where on the route to add a point.</Trans>
        ) : tool === 'avoid' ? (
          isFull ? (
            <Trans>
              You avoid {AVOIDED_STREETS_MAX} streets, the most you can. Tap one to allow it again.
            </Trans>
          ) : (
            <Trans>Draw along a street to avoid it. Tap an avoided street to allow it again.</Trans>
          )
        ) : (
          <Trans>Set a start point on the map.</Trans>
        )}
      </Box>
      {tool !== 'draw' && (
        <Button size="sm" bg="surface" onClick={() => planner.setTool('draw')}>
          <Trans>Done</Trans>
        </Button>
      )}
      {children}
    </Stack>
  );
}

const StreetsHint = lazy(() =>
  import(/* webpackChunkName: "streets-hint" */ '@waymark/remote/streets-hint').then(
    (chunk) => ({ default: chunk.StreetsHint }),
    () => ({ default: () => null }),
  ),
);

/**
 * Where roads are known only in the invented town, a way there: nobody would find it in the ocean. Where the map has no
 * other streets either, how they come in.
 */
export function DemoTownHelp({ map, planner }: { map: MapView; planner: Planner }) {
  const { mapSources } = useSettings().appConfig;
  // Who drew anywhere has found their place, also where that was taken back.
  const isUntouched = usePlanner(
    planner,
    ({ history: { past, present, future }, preview }) =>
      past.length + future.length === 0 && present.start === null && preview === null,
  );
  const { data } = useCall(routingCalls.coverage, {}, { staleTime: 600_000 });
  const regions = data?.regions ?? [];
  const [town] = regions;
  if (!isUntouched || !town || data?.provider !== 'own' || regions.some(({ demo }) => !demo)) return null;
  const [west = 0, south = 0, east = 0, north = 0] = town.bounds;
  return (
    <>
      <Button
        icon={<RouteIcon />}
        bg="surface"
        onClick={() => map.look([(west + east) / 2, (south + north) / 2], 14, false)}
      >
        <Trans>Try it in the demo town</Trans>
      </Button>
      <Suspense>{mapSources.every(({ kind }) => kind === 'vector') && <StreetsHint />}</Suspense>
    </>
  );
}
