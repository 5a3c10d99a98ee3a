import { renderHook } from '@testing-library/react';
import { useFeedPlace } from './feed-place.ts';

const STORY = 800;
let scrolled: ScrollToOptions[];

/** A page of stories, of which one is so far from the top of the window. */
function showStories(ids: readonly number[], top: number): void {
  document.body.replaceChildren(
    ...ids.map((id) => {
      const card = document.createElement('article');
      card.dataset.story = String(id);
      card.getBoundingClientRect = () => ({ top, bottom: top + 400 }) as DOMRect;
      return card;
    }),
  );
}

beforeEach(() => {
  scrolled = [];
  window.scrollBy = ((options: ScrollToOptions) => void scrolled.push(options)) as typeof window.scrollBy;
});
afterEach(() => {
  history.replaceState(null, '');
  document.body.replaceChildren();
});

it('[SOC-01] who comes back finds the story that was at the top where it was, once as much is loaded as was', () => {
  history.replaceState({ feedPlace: { story: STORY, offset: 120, pages: 2 } }, '');
  showStories([900], 300);
  const fetchNextPage = jest.fn();
  const props = { pages: 1, hasNextPage: true, isFetchingNextPage: false, fetchNextPage };
  const { rerender } = renderHook((given: typeof props) => useFeedPlace(given), { initialProps: props });
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  expect(scrolled).toEqual([]);
  showStories([900, STORY], 1500);
  rerender({ ...props, pages: 2 });
  expect(scrolled).toEqual([{ top: 1380, behavior: 'instant' }]);
  rerender({ ...props, pages: 3 });
  expect(scrolled).toHaveLength(1);
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
});

it('[SOC-01] the place is kept in the history entry when one leaves, and nowhere at the top', () => {
  const props = { pages: 3, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => {} };
  showStories([STORY], 200);
  renderHook(() => useFeedPlace(props));
  document.body.click();
  expect((history.state as { feedPlace?: object } | null)?.feedPlace).toBeUndefined();
  Object.defineProperty(window, 'scrollY', { value: 1200, configurable: true });
  document.body.click();
  expect(history.state).toEqual({ feedPlace: { story: STORY, offset: 200, pages: 3 } });
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
});
