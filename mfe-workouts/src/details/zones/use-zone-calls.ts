import { useMutation, useQueryClient } from '@tanstack/react-query';
import { http } from '@waymark/contract';

/** Saves or deletes a set of zones or a threshold power; every figure that hangs on it is then fetched anew. */
export function useZoneCalls(path: '/heart_rate_zones/' | '/threshold_power/') {
  const queries = useQueryClient();
  const main = http.service('main');
  const onSuccess = () =>
    queries.invalidateQueries({
      // A recording never changes, and is large.
      predicate: ({ queryKey }) => !String(queryKey[1]).endsWith('/streams/'),
    });
  return {
    save: useMutation({ mutationFn: (body: object) => main.post(path, body), onSuccess }),
    remove: useMutation({ mutationFn: (id: number) => main.delete(`${path}${id}/`), onSuccess }),
  };
}
