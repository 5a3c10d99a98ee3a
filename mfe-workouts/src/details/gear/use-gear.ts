import type { Gear, GearInput, GearList } from '@waymark/api-contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { http } from '@waymark/contract';
import { useApiQuery } from '@waymark/remote';

const PATH = '/usergear/';

/** The member's gear, in use first. */
export const useGear = () => useApiQuery<GearList>('main', PATH, undefined, { staleTime: 60_000 });

/** Adds gear; the list knows it at once. */
export function useAddGear() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: GearInput) => http.service('main').post<Gear>(PATH, input),
    onSuccess: (made) => {
      queries.setQueryData<GearList>(['main', PATH], (list) => ({
        _embedded: { gear: [made, ...(list?._embedded.gear ?? [])] },
        total_count: (list?.total_count ?? 0) + 1,
      }));
      return queries.invalidateQueries({ queryKey: ['main', PATH] });
    },
  });
}
