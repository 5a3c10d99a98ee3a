import type { RouteSummary } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { Button, Menu } from '@waymark/ui';
import { routeCalls } from '@waymark/api-contract/client';
import { useMutation } from '@tanstack/react-query';
import { call, notify } from '@waymark/contract';
import { fileWords, problemIn, saveFile, useFailureText } from '@waymark/remote';

/** The formats a route can be saved in. */
export function ExportMenu({ route }: { route: Pick<RouteSummary, 'id' | 'name'> }) {
  const { t } = useLingui();
  const { busy, items } = useRouteExport(route);
  if (busy)
    return (
      <Button size="sm" loading>
        {t`Export`}
      </Button>
    );
  return <Menu label={t`Export`} size="sm" items={items} />;
}

type Format = 'gpx' | 'tcx' | 'fit' | 'kml';

/** Saves a route as a file, by the items of a menu. The call carries the member's session, so that private routes can be saved too. */
export function useRouteExport({ id, name }: Pick<RouteSummary, 'id' | 'name'>) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const save = useMutation({
    mutationFn: async (format: Format) => {
      const file = await call(routeCalls.file, { params: { id }, query: { format } }).catch(
        async (error: unknown) => {
          throw await problemIn(error);
        },
      );
      saveFile(file, `${fileWords(name) || id}.${format}`);
    },
    onError: (error) => {
      notify({
        kind: 'error',
        text: failureText(error, t`We couldn’t create the file. Try again in a moment.`),
      });
    },
  });
  return {
    busy: save.isPending,
    items: [
      { label: t`GPX, for maps and most devices`, onSelect: () => save.mutate('gpx') },
      { label: t`FIT course, for watches and bike computers`, onSelect: () => save.mutate('fit') },
      { label: t`TCX course, for older devices`, onSelect: () => save.mutate('tcx') },
      { label: t`KML, for Google Earth`, onSelect: () => save.mutate('kml') },
    ],
  };
}
