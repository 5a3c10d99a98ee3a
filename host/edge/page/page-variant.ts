import type { Rollout } from '@waymark/api-contract';
import type { RemotePage } from '@waymark/contract/manifest';

/** What a page needs for this visitor by its `variants`; undefined for a page that has none. */
export function pageVariant({ variants }: Pick<RemotePage, 'variants'>, rollouts: readonly Rollout[] = []) {
  if (!variants) return undefined;
  const name = rollouts.find(({ rollout_name }) => rollout_name === variants.rollout)?.variant_name;
  return (name !== undefined && variants.options[name]) || variants.options[variants.default];
}
