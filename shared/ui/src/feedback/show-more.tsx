import { Trans } from '@lingui/react/macro';
import { Button } from '../actions/button.tsx';
import { LoadFailed, type LoadFailedProps } from './load-failed.tsx';

export interface ShowMoreProps {
  /** A list that is read by pages, as `useInfiniteQuery` gives it; its first page is there. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    error: LoadFailedProps['error'];
    fetchNextPage: () => unknown;
  };
}

/** The end of a list that has further pages: a button for the next one, or that it couldn’t be loaded. */
export function ShowMore({ list: { hasNextPage, isFetchingNextPage, error, fetchNextPage } }: ShowMoreProps) {
  if (!hasNextPage) return null;
  return error ? (
    <LoadFailed
      title={<Trans>We couldn’t load more.</Trans>}
      error={error}
      retry={fetchNextPage}
      busy={isFetchingNextPage}
    />
  ) : (
    <Button size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      <Trans>Show more</Trans>
    </Button>
  );
}
