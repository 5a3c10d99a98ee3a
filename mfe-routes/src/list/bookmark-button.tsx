import type { RouteSummary } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { BookmarkIcon, IconButton } from '@waymark/ui';
import { useBookmark } from './use-bookmark.ts';

/** Keeps a route among the member's bookmarks, or no longer. */
export function BookmarkButton({ route }: { route: RouteSummary }) {
  const { t } = useLingui();
  const { toggle } = useBookmark();
  const kept = route.bookmark_id !== null;
  return (
    <IconButton
      label={kept ? t`Remove the bookmark of ${route.name}` : t`Bookmark ${route.name}`}
      aria-pressed={kept}
      color={kept ? 'blaze.fg' : 'muted'}
      icon={<BookmarkIcon fill={kept ? 'currentColor' : 'none'} />}
      onClick={() => toggle(route)}
    />
  );
}
