import type { Samples } from '../model/recording.ts';

const MINUTE_MS = 60_000;
/** With fewer points in a minute, on average, the device recorded one a minute. */
const MIN_PER_MINUTE = 3;

/**
 * Spreads points over their minute where an exporter cut all times to the minute: evenly, or as close to the neighbouring
 * minute as elsewhere where the recording begins, pauses or ends within one.
 */
export function spreadWholeMinutes({ at, n }: Samples): void {
  const starts: number[] = [];
  for (let i = 0; i < n; i++) {
    if (at[i]! % MINUTE_MS !== 0) return;
    if (i === 0 || at[i] !== at[i - 1]) starts.push(i);
  }
  if (n < starts.length * MIN_PER_MINUTE) return;
  const minutes = starts.map((from, k) => ({ from, to: starts[k + 1] ?? n, time: at[from]! }));
  const most = minutes.reduce((high, { from, to }) => Math.max(high, to - from), 0);
  for (const [k, { from, to, time }] of minutes.entries()) {
    const followsOne = minutes[k - 1]?.time === time - MINUTE_MS;
    const precedesOne = minutes[k + 1]?.time === time + MINUTE_MS;
    const step = MINUTE_MS / (followsOne && precedesOne ? to - from : most);
    const lead = precedesOne && !followsOne ? MINUTE_MS - step * (to - from) : 0;
    for (let i = from; i < to; i++) at[i] = time + Math.round(lead + step * (i - from));
  }
}
