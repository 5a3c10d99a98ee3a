import { routingCalls } from '@waymark/api-contract/client';
import { Trans } from '@lingui/react/macro';
import type { MapView } from '@waymark/map';
import { useCall } from '@waymark/remote';
import { Button, RouteIcon } from '@waymark/ui';
import type { Planner } from '../planner.ts';
import { usePlanner } from '../store/use-planner.ts';

/** Where roads are known only in the invented town, a way there: nobody would find it in the ocean. */
export function DemoTown({ map, planner }: { map: MapView; planner: Planner }) {
  const empty = usePlanner(planner, (state) => state.plan.start === null && state.preview === null);
  const { data } = useCall(routingCalls.coverage, {}, { staleTime: 600_000 });
  const regions = data?.regions ?? [];
  const [town] = regions;
  if (!empty || !town || data?.provider !== 'own' || regions.some(({ demo }) => !demo)) return null;
  const [west = 0, south = 0, east = 0, north = 0] = town.bounds;
  return (
    <Button
      icon={<RouteIcon />}
      bg="surface"
      onClick={() => map.look([(west + east) / 2, (south + north) / 2], 14, false)}
    >
      <Trans>Try it in the demo town</Trans>
    </Button>
  );
}
