import type { RouteSummary } from '@waymark/api-contract';
import { Box } from '@waymark/ui';
import { lazy, Suspense } from 'react';

/** What the first view does without. */
export const FilterFields = lazy(() =>
  import(/* webpackChunkName: "search-filters" */ './filter-fields.tsx').then((module) => ({
    default: module.FilterFields,
  })),
);
export const FilterSheet = lazy(() =>
  import(/* webpackChunkName: "search-filters" */ './filter-sheet.tsx').then((module) => ({
    default: module.FilterSheet,
  })),
);
export const NothingFound = lazy(() =>
  import(/* webpackChunkName: "search-words" */ './nothing-found.tsx').then((module) => ({
    default: module.NothingFound,
  })),
);
export const WrongAddress = lazy(() =>
  import(/* webpackChunkName: "search-words" */ './wrong-address.tsx').then((module) => ({
    default: module.WrongAddress,
  })),
);
const BookmarkButton = lazy(() =>
  import(/* webpackChunkName: "bookmark" */ '../list/bookmark-button.tsx').then((module) => ({
    default: module.BookmarkButton,
  })),
);

/** Keeps its room in the row until it is there. */
export function RowBookmark({ route }: { route: RouteSummary }) {
  return (
    <Suspense fallback={<Box w="var(--wm-height)" h="var(--wm-height)" />}>
      <BookmarkButton route={route} />
    </Suspense>
  );
}

/** Names of places are looked up by who asks for one. */
export const findingPlaces = () => import(/* webpackChunkName: "find-place" */ '../shared/find-place.ts');
