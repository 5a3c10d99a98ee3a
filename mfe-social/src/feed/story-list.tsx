import type { Story } from '@waymark/api-contract';
import { useEffect, useRef, useState } from 'react';
import './look.css';
import { StoryCard } from './story-card.tsx';

/** How far beyond the window stories are drawn. */
const MARGIN = '1500px 0px';

/** Heights of the pages of feeds that were drawn, by their first story: the place of those out of sight is kept. */
const heights = new Map<number, number>();

/** Stories below each other. Only the pages near the window are drawn; of the others the room is kept. */
export function StoryList({ pages }: { pages: readonly (readonly Story[])[] }) {
  return (
    <div role="feed" className="wm-f-stories">
      {pages.map((stories) => stories[0] && <StoryPage key={stories[0].id} stories={stories} />)}
    </div>
  );
}

function StoryPage({ stories }: { stories: readonly Story[] }) {
  const id = stories[0]!.id;
  const box = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(true);
  useEffect(() => {
    const element = box.current;
    if (!element || typeof IntersectionObserver === 'undefined') return undefined;
    const sight = new IntersectionObserver(
      (entries) => {
        const isVisible = entries.at(-1)?.isIntersecting ?? true;
        if (!isVisible) heights.set(id, element.offsetHeight);
        // What has the focus, or is being written, stays while its reader looks elsewhere.
        setIsNear(isVisible || element.contains(document.activeElement));
      },
      { rootMargin: MARGIN },
    );
    sight.observe(element);
    return () => {
      heights.set(id, element.offsetHeight);
      sight.disconnect();
    };
  }, [id]);
  return (
    <div
      ref={box}
      className="wm-f-stories"
      style={{ minHeight: isNear ? undefined : `${heights.get(id) ?? 0}px` }}
    >
      {isNear && stories.map((story) => <StoryCard key={story.id} story={story} />)}
    </div>
  );
}
