import { useEffect, useRef } from 'react';
import { readFeedPlace } from './feed-address.ts';

const WRITE_EVERY_MS = 500;
/** What the header covers. */
const HEADER_PIXELS = 68;
/** Somebody who scrolled further begins at the end of these. */
const PAGES_MAX = 20;

function writePlace(pages: number): void {
  const cards = document.querySelectorAll<HTMLElement>('[data-story]');
  const card = [...cards].find((one) => one.getBoundingClientRect().bottom > HEADER_PIXELS);
  const state = history.state as object | null;
  const feedPlace = card &&
    window.scrollY > 0 && {
      story: Number(card.dataset.story),
      offset: Math.round(card.getBoundingClientRect().top),
      pages,
    };
  history.replaceState({ ...state, feedPlace: feedPlace || undefined }, '');
}

interface LoadedFeed {
  pages: number;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/**
 * Keeps the place in the entry of the browser's history and finds it again when one comes back, by the story that was
 * at the top: what is above it may have changed its height.
 */
export function useFeedPlace({ pages, hasNextPage, isFetchingNextPage, fetchNextPage }: LoadedFeed): void {
  const isPlaced = useRef(false);
  const loaded = useRef(pages);
  useEffect(() => {
    loaded.current = pages;
  }, [pages]);

  useEffect(() => {
    if (isPlaced.current || pages === 0) return;
    const place = readFeedPlace();
    if (place && pages < Math.min(place.pages, PAGES_MAX) && hasNextPage) {
      if (!isFetchingNextPage) fetchNextPage();
      return;
    }
    isPlaced.current = true;
    const card = place && document.querySelector(`[data-story="${place.story}"]`);
    if (card) window.scrollBy({ top: card.getBoundingClientRect().top - place.offset, behavior: 'instant' });
  }, [pages, hasNextPage, isFetchingNextPage, fetchNextPage]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (isPlaced.current) writePlace(loaded.current);
      }, WRITE_EVERY_MS);
    };
    // A click that leads away comes before the page is gone.
    const onClick = () => isPlaced.current && writePlace(loaded.current);
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('click', onClick, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('click', onClick, { capture: true });
    };
  }, []);
}
