import type { RouteSummary } from '@waymark/api-contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError, http } from '@waymark/contract';
import { useSession } from '@waymark/remote';
import type { Plan } from '@waymark/routes';

export interface SavedCourse {
  route: RouteSummary;
  plan: Plan;
}

async function ask(path: string, signal: AbortSignal): Promise<SavedCourse> {
  const [body, unpacking] = await Promise.all([
    http.service('main').get<ArrayBuffer>(path, { responseType: 'arraybuffer', signal }),
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
  const path = `/route/${routeId}/packed/`;
  return useQuery<SavedCourse, ApiError>({
    queryKey: ['main', path],
    queryFn: ({ signal }) => ask(path, signal),
    enabled: known && wanted,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    structuralSharing: false,
  });
}
