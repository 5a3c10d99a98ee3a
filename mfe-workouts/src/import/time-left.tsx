import { Plural } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';

/** How long something still takes, as exactly as such a guess can be: 'less than a minute', 'about 3 minutes'. */
export function TimeLeft({ seconds }: { seconds: number }) {
  const minutes = Math.round(seconds / 60);
  const hours = Math.round(minutes / 60);
  if (minutes < 90)
    return (
      <Plural
        value={minutes}
        _0="less than a minute left"
        one="about a minute left"
        other="about # minutes left"
      />
    );
  return <Plural value={hours} one="about an hour left" other="about # hours left" />;
}

const REMEMBERED_MS = 15_000;

interface Seen {
  at: number;
  done: number;
}

/** What came in of late, a second: from how a count grew over the last 15 s. Null until that can be told. */
export function rateOf(seen: readonly Seen[]): number | null {
  const [first, last] = [seen[0], seen.at(-1)];
  if (!first || !last || last.at - first.at < 1000 || last.done <= first.done) return null;
  return ((last.done - first.done) / (last.at - first.at)) * 1000;
}

/** Follows a count that grows. */
export function useRate(done: number): number | null {
  const seen = useRef<readonly Seen[]>([]);
  const [rate, setRate] = useState<number | null>(null);
  useEffect(() => {
    const now = performance.now();
    // A count that fell is another one: files were taken off the list.
    const kept =
      done < (seen.current.at(-1)?.done ?? 0)
        ? []
        : seen.current.filter(({ at }) => at > now - REMEMBERED_MS);
    seen.current = [...kept, { at: now, done }];
    setRate(rateOf(seen.current));
  }, [done]);
  return rate;
}
