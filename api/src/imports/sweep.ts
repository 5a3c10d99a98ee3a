import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;

/** The collector by hand is behind a flag; with the flag on, each new context is born with it. */
function collector(): Collect {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
let collect: Collect | null = null;

/**
 * Lets go of what has just been made and is of no use any more: a millisecond's work. The pieces of a large upload
 * are much memory in few objects; left alone they fill it until the whole heap has to be looked through, several
 * times for one file, and other calls wait for that.
 */
export function sweepYoung(): void {
  (collect ??= collector())({ type: 'minor' });
}
