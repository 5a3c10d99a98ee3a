import type { RouteSummary } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { Button, Menu } from '@waymark/ui';
import { useRouteExport } from './use-route-export.ts';

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
