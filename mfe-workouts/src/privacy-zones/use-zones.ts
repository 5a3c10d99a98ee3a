import type { PrivacyZone, PrivacyZoneInput } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient, type Query } from '@tanstack/react-query';
import { http, notify } from '@waymark/contract';
import { apiErrorText, useApiQuery } from '@waymark/remote';

interface ZoneList {
  _embedded: { privacy_zones: PrivacyZone[] };
  total_count: number;
}

const PATH = '/privacy_zones/';
const KEY = ['main', PATH];
/** Workouts say whether a part of them is hidden. */
const concerned = ({ queryKey: [, path] }: Query) => path === PATH || String(path).startsWith('/workout/');

/** The member's zones, and what can be done with them. */
export function useZones() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const main = http.service('main');
  const query = useApiQuery<ZoneList>('main', PATH);
  const refresh = () => queries.invalidateQueries({ predicate: concerned });

  const save = useMutation({
    mutationFn: ({ id, input }: { id: number | null; input: PrivacyZoneInput }) =>
      id === null ? main.post<PrivacyZone>(PATH, input) : main.put<PrivacyZone>(`${PATH}${id}/`, input),
    onSuccess: async ({ name }) => {
      await refresh();
      notify({ kind: 'success', text: t`“${name}” is hidden from others, in old workouts too.` });
    },
  });

  const restore = async ({ name, lat, lng, radius }: PrivacyZone) => {
    try {
      await main.post<PrivacyZone>(PATH, { name, lat, lng, radius });
      await refresh();
      notify({ kind: 'success', text: t`“${name}” is back.` });
    } catch (error) {
      notify({
        kind: 'error',
        text: apiErrorText(error, t`“${name}” could not be brought back just now.`),
        action: { label: t`Try again`, run: () => void restore({ name, lat, lng, radius } as PrivacyZone) },
      });
    }
  };

  const remove = useMutation({
    mutationFn: (zone: PrivacyZone) => main.delete(`${PATH}${zone.id}/`),
    onSuccess: (_, zone) => {
      queries.setQueryData<ZoneList>(KEY, (list) => list && without(list, zone.id));
      void refresh();
      notify({
        kind: 'success',
        text: t`“${zone.name}” is deleted. Others see these places again.`,
        action: { label: t`Undo`, run: () => void restore(zone) },
      });
    },
    onError: (error) =>
      void notify({
        kind: 'error',
        text: apiErrorText(error, t`This zone could not be deleted. It still hides what it did; try again.`),
      }),
  });

  return { ...query, zones: query.data?._embedded.privacy_zones, save, remove };
}

function without(list: ZoneList, id: number): ZoneList {
  const left = list._embedded.privacy_zones.filter((zone) => zone.id !== id);
  return { _embedded: { privacy_zones: left }, total_count: left.length };
}
