import type { RouteDetail } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepLinkKey, linkKeyOf } from '@waymark/api-contract/link-key';
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
import { lazy, Suspense, useState } from 'react';
import { ExportMenu } from '../exports/export-menu.tsx';
import { useBookmark } from '../list/use-bookmark.ts';
import { PrivacyMenu } from '../my-routes/privacy-menu.tsx';
import { useOwnRoutes } from '../my-routes/use-own-routes.ts';

const ShareLinkDialog = lazy(async () => ({
  default: (await import(/* webpackChunkName: "share-link" */ '@waymark/remote/share-link')).ShareLinkDialog,
}));

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
      <Button size="sm" href={keepLinkKey(`/routes/copy/${id}`)} icon={<CopyIcon />}>
        <Trans>Copy</Trans>
      </Button>
      {(can.edit || route.privacy === 3 || route.bookmark_id !== null) && (
        // A route that was opened by link is chosen for a workout once it is bookmarked.
        <Button size="sm" href={`/workout/create?route=${id}`} icon={<PlusIcon />}>
          <Trans>Log a workout</Trans>
        </Button>
      )}
      <ShareMenu route={route} />
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

function ShareMenu({ route: { id, privacy, can } }: { route: RouteDetail }) {
  const { t } = useLingui();
  const [isLinkOpen, setIsLinkOpen] = useState(false);
  const isByLink = privacy === 6;
  // Who bookmarked a route that is accessible by link reads it without the key, and has no link to pass on.
  const canPassOn = !isByLink || can.edit || linkKeyOf(location.search) !== null;
  const copy = async () => {
    const href = keepLinkKey(`${location.origin}/routes/view/${id}`);
    try {
      await navigator.clipboard.writeText(href);
      notify({ kind: 'success', text: t`The link is copied.` });
    } catch {
      notify({ kind: 'warning', text: t`Your browser did not let us copy. This is the link: ${href}` });
    }
  };
  return (
    <>
      <Menu
        label={t`Share`}
        size="sm"
        items={[
          { label: t`Print`, icon: <PrintIcon />, href: keepLinkKey(`/routes/print/${id}`) },
          ...(canPassOn
            ? [
                isByLink && can.edit
                  ? { label: t`Link to this route`, icon: <LinkIcon />, onSelect: () => setIsLinkOpen(true) }
                  : { label: t`Copy the link`, icon: <LinkIcon />, onSelect: () => void copy() },
                {
                  label: t`Add to a website`,
                  icon: <GlobeIcon />,
                  href: keepLinkKey(`/routes/view/add_to_website/${id}`),
                },
              ]
            : []),
        ]}
      />
      {isLinkOpen && (
        <Suspense>
          <ShareLinkDialog kind="route" id={id} open onClose={() => setIsLinkOpen(false)} />
        </Suspense>
      )}
    </>
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
