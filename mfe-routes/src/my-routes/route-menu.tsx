import type { RouteSummary } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { CopyIcon, DownloadIcon, EditIcon, Menu, type MenuItem, PrintIcon, TrashIcon } from '@waymark/ui';
import { useRouteExport } from '../exports/use-route-export.ts';

interface RouteMenuProps {
  route: RouteSummary;
  onDelete?: () => void;
}

/** What can be done with a route of a list. */
export function RouteMenu({ route, onDelete }: RouteMenuProps) {
  const { t } = useLingui();
  const { id, name, can } = route;
  const files = useRouteExport(route);
  const items: MenuItem[] = [];
  if (can.edit) items.push({ label: t`Edit`, icon: <EditIcon />, href: `/routes/edit/${id}` });
  items.push(
    { label: t`Copy`, icon: <CopyIcon />, href: `/routes/copy/${id}` },
    { label: t`Print`, icon: <PrintIcon />, href: `/routes/print/${id}` },
    ...files.items.map((item, i) =>
      Object.assign(item, { icon: <DownloadIcon />, separated: i === 0, disabled: files.busy }),
    ),
  );
  if (can.delete && onDelete)
    items.push({
      label: t`Delete`,
      icon: <TrashIcon />,
      danger: true,
      separated: true,
      onSelect: onDelete,
    });
  return <Menu label={t`More for ${name}`} icon align="end" items={items} />;
}
