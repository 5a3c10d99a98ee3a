import { useEffect, useRef, useState } from 'react';

interface NoticeRoomProps {
  /** How many messages stand. */
  count: number;
}

/**
 * Room below the page, so that what has the focus at its end can be seen above the messages. It comes with a focus that
 * is seen and goes only while it is out of sight: a page that gets shorter moves, and whoever pressed a button at that
 * moment would miss it.
 */
export function NoticeRoom({ count }: NoticeRoomProps) {
  const [stands, setStands] = useState(false);
  const room = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (count === 0) return undefined;
    const make = () => {
      if (document.activeElement?.matches(':focus-visible')) setStands(true);
    };
    make();
    document.addEventListener('focusin', make);
    return () => document.removeEventListener('focusin', make);
  }, [count]);
  useEffect(() => {
    if (count > 0 || !room.current) return undefined;
    const sight = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === false) setStands(false);
    });
    sight.observe(room.current);
    return () => sight.disconnect();
  }, [count]);
  return stands && <div ref={room} className="wm-h-notice-room" data-print="hide" />;
}
