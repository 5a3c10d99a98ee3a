import type { RouteSummary } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  Box,
  Flex,
  RelativeTime,
  Text,
  CopyIcon,
  DownloadIcon,
  EditIcon,
  Menu,
  type MenuItem,
  PrintIcon,
  TrashIcon,
} from '@waymark/ui';
import { BookmarkButton } from '../list/bookmark-button.tsx';
import { PrivacyMenu } from './privacy-menu.tsx';
import { useOwnRoutes } from './use-own-routes.ts';
import { useRouteExport } from '../exports/export-menu.tsx';

/** At the end of the row of an own route. */
export function OwnActions({ route }: { route: RouteSummary }) {
  const { remove } = useOwnRoutes();
  return (
    <Flex justify="flex-end">
      <BookmarkButton route={route} />
      <RouteMenu route={route} onDelete={() => remove(route)} />
    </Flex>
  );
}

/** Below the words of an own route: who sees it, when it changed. */
export function OwnNote({ route }: { route: RouteSummary }) {
  const { setPrivacy } = useOwnRoutes();
  return (
    <Flex gap={2} align="center" wrap="wrap" color="muted" fontSize="sm" mt={1}>
      <Box data-actions="" ml="-12px">
        <PrivacyMenu route={route} onChange={(level) => setPrivacy(route, level)} />
      </Box>
      <span>
        <Trans>
          changed <RelativeTime date={route.date_updated} />
        </Trans>
      </span>
    </Flex>
  );
}

/** Below the words of a bookmarked route. */
export function BookmarkNote({ route }: { route: RouteSummary }) {
  return (
    <Text as="div" muted fontSize="sm" mt={1}>
      <Trans>
        changed <RelativeTime date={route.date_updated} />
      </Trans>
    </Text>
  );
}

/** At the end of the row of a bookmarked route. */
export function BookmarkActions({ route }: { route: RouteSummary }) {
  return (
    <Flex justify="flex-end">
      <BookmarkButton route={route} />
      <RouteMenu route={route} />
    </Flex>
  );
}

interface RouteMenuProps {
  route: RouteSummary;
  onDelete?: () => void;
}

/** What can be done with a route of a list. */
function RouteMenu({ route, onDelete }: RouteMenuProps) {
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
