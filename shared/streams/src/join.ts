import { MISSING, STREAM_KINDS, type Streams } from './kinds.ts';

/** A recording and when it began, in ms since 1970. */
export type DatedStreams = { start: number; streams: Streams };

/**
 * Recordings one after the other as one, on the clock of the first. The time between two becomes a pause: `timer` and
 * `distance` stand still over it. Where one begins with the very sample that the last ended with, it is kept once.
 * A kind that a recording lacks is missing over its time; its distance stays what it was, its steps count as moving.
 * @throws RangeError when two of them overlap
 */
export function joinStreams(parts: readonly DatedStreams[]): Streams {
  const full = parts.filter(({ streams }) => streams.n > 0);
  if (full.length === 0) return { n: 0, columns: {} };
  const origin = full[0]!.start;
  /** Where each part's own samples begin: after a shared one. */
  const skips = full.map(({ start }, i) => (i > 0 ? skipOf(full[i - 1]!, start) : 0));
  const n = full.reduce((sum, { streams }, i) => sum + streams.n - skips[i]!, 0);
  const result: Streams = { n, columns: {} };
  for (const kind of STREAM_KINDS) {
    if (!full.some(({ streams }) => streams.columns[kind])) continue;
    const values = new Int32Array(n);
    let at = 0;
    for (const [i, { start, streams }] of full.entries()) {
      const source = streams.columns[kind];
      const skip = skips[i]!;
      const covered = at > 0 ? values[at - 1]! : 0;
      const offset = kind === 'time' ? start - origin : kind === 'timer' || kind === 'distance' ? covered : 0;
      const none = kind === 'distance' ? covered : kind === 'moving' ? 1 : MISSING;
      for (let k = skip; k < streams.n; k++) {
        const value = source?.[k];
        values[at++] = value === undefined ? none : value === MISSING ? MISSING : value + offset;
      }
    }
    result.columns[kind] = values;
  }
  return result;
}

function skipOf({ start, streams }: DatedStreams, next: number): 0 | 1 {
  const end = start + streams.columns.time![streams.n - 1]!;
  if (next < end) throw new RangeError('These recordings overlap.');
  return next === end ? 1 : 0;
}
