import type { RouteDetail } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { isSignedIn, loginPath, navigate, notify } from '@waymark/contract';
import { useSession } from '@waymark/remote';
import {
  BookmarkIcon,
  Button,
  CopyIcon,
  EditIcon,
  Flex,
  GlobeIcon,
  LinkIcon,
  Menu,
  PlusIcon,
  PrintIcon,
  TrashIcon,
} from '@waymark/ui';
import { ExportMenu } from '../exports/export-menu.tsx';
import { useBookmark } from '../list/use-bookmark.ts';
import { PrivacyMenu } from '../my-routes/privacy-menu.tsx';
import { useOwnRoutes } from '../my-routes/use-own-routes.ts';

/** What can be done with a route: by anyone, by members, and by its owner. */
export function RouteActions({ route }: { route: RouteDetail }) {
  const { id, can } = route;
  return (
    <Flex gap={2} wrap="wrap" align="center" mt={4} data-print="hide">
      {can.edit && (
        <Button size="sm" variant="primary" href={`/routes/edit/${id}`} icon={<EditIcon />}>
          <Trans>Edit</Trans>
        </Button>
      )}
      <BookmarkToggle route={route} />
      <Button size="sm" href={`/routes/copy/${id}`} icon={<CopyIcon />}>
        <Trans>Copy</Trans>
      </Button>
      <Button size="sm" href={`/workout/create?route=${id}`} icon={<PlusIcon />}>
        <Trans>Log a workout</Trans>
      </Button>
      <ShareMenu id={id} />
      <ExportMenu route={route} />
      {can.edit && <OwnerActions route={route} />}
    </Flex>
  );
}

function BookmarkToggle({ route }: { route: RouteDetail }) {
  const { toggle } = useBookmark();
  const session = useSession();
  const kept = route.bookmark_id !== null;
  return (
    <Button
      size="sm"
      aria-pressed={kept}
      icon={<BookmarkIcon fill={kept ? 'currentColor' : 'none'} />}
      onClick={() => (isSignedIn(session) ? toggle(route) : navigate(loginPath()))}
    >
      {kept ? <Trans>Bookmarked</Trans> : <Trans>Bookmark</Trans>}
    </Button>
  );
}

function ShareMenu({ id }: { id: number }) {
  const { t } = useLingui();
  const copy = async () => {
    const href = `${location.origin}/routes/view/${id}`;
    try {
      await navigator.clipboard.writeText(href);
      notify({ kind: 'success', text: t`The link is copied.` });
    } catch {
      notify({ kind: 'warning', text: t`Your browser did not let us copy. This is the link: ${href}` });
    }
  };
  return (
    <Menu
      label={t`Share`}
      size="sm"
      items={[
        { label: t`Print`, icon: <PrintIcon />, href: `/routes/print/${id}` },
        { label: t`Copy the link`, icon: <LinkIcon />, onSelect: () => void copy() },
        { label: t`Add to a website`, icon: <GlobeIcon />, href: `/routes/view/add_to_website/${id}` },
      ]}
    />
  );
}

function OwnerActions({ route }: { route: RouteDetail }) {
  const { remove, setPrivacy } = useOwnRoutes();
  return (
    <>
      <PrivacyMenu route={route} onChange={(level) => setPrivacy(route, level)} />
      {route.can.delete && (
        <Button
          size="sm"
          variant="quiet"
          icon={<TrashIcon />}
          onClick={() => {
            remove(route);
            // Away at once: this page must not ask for what is gone. The notice offers to undo it.
            navigate('/routes/my_routes', { replace: true });
          }}
        >
          <Trans>Delete</Trans>
        </Button>
      )}
    </>
  );
}
