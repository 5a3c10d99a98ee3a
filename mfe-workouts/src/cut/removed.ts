import type { SampleRange } from '@waymark/streams';

/** What lies before, between and after the parts that stay; pauses between two parts of a split are no loss. */
export function removedOf(kept: readonly SampleRange[], n: number): SampleRange[] {
  const edges = [{ from: 0, to: 0 }, ...kept, { from: n - 1, to: n - 1 }];
  return edges
    .slice(1)
    .map(({ from }, i) => ({ from: edges[i]!.to, to: from }))
    .filter(({ from, to }) => from < to);
}
