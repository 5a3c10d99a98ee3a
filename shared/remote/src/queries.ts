import type { ServiceName } from '@waymark/api-contract';
import { http, type ApiError } from '@waymark/contract';
import { useSession } from './hooks.ts';
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';

type Params = Record<string, string | number | boolean | undefined>;

/**
 * Reads one GET call: `useApiQuery<Workout>('main', '/workout/42/')`. Cached under service, path and parameters.
 * The host already retries temporary failures once, so the query does not. It waits until the session is known: asked
 * as a visitor, a member's own private things would seem not to exist.
 */
export function useApiQuery<T>(
  service: ServiceName,
  path: string,
  params?: Params,
  options?: Omit<UseQueryOptions<T, ApiError>, 'queryKey' | 'queryFn'>,
): UseQueryResult<T, ApiError> {
  const known = useSession().status !== 'loading';
  return useQuery<T, ApiError>({
    queryKey: params ? [service, path, params] : [service, path],
    queryFn: ({ signal }) => http.service(service).get<T>(path, { params, signal }),
    ...options,
    enabled: known && (options?.enabled ?? true),
  });
}
