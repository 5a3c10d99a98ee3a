import type { RouteSummary } from '@waymark/api-contract';
import { routeCalls } from '@waymark/api-contract/client';
import { useQuery } from '@tanstack/react-query';
import { ApiError, call } from '@waymark/contract';
import { callQuery, useSession } from '@waymark/remote';
import type { Plan } from '@waymark/routes';

export interface SavedCourse {
  route: RouteSummary;
  plan: Plan;
}

async function ask(id: number, signal: AbortSignal): Promise<SavedCourse> {
  const [body, unpacking] = await Promise.all([
    call(routeCalls.packed, { params: { id }, signal }),
    import(/* webpackChunkName: "planner-saved" */ './unpack-route.ts').catch(() => null),
  ]);
  try {
    return unpacking!.unpackRoute(body);
  } catch {
    // One of them was cut short on its way: another try may do.
    throw new ApiError(0, '', null);
  }
}

/** A route on the server, with its course ready to be drawn on; always as it is now. */
export function useSavedCourse(routeId: string | undefined, wanted: boolean) {
  const known = useSession().status !== 'loading';
  const id = Number(routeId);
  return useQuery<SavedCourse, ApiError>({
    ...callQuery(routeCalls.packed, { params: { id } }),
    queryFn: ({ signal }) => ask(id, signal),
    enabled: known && wanted,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    structuralSharing: false,
  });
}
