import type { Rollout } from '@waymark/api-contract';
import type { Env } from './env.ts';

/** Reads "mapping=maplibre,survey=show_survey". Without a folder of ads there is no place for any. */
export function rolloutsOf({ ROLLOUTS, HOUSE_ADS_DIR }: Pick<Env, 'ROLLOUTS' | 'HOUSE_ADS_DIR'>): Rollout[] {
  return ROLLOUTS.split(',').flatMap((part) => {
    const [rollout_name = '', variant_name = ''] = part.split('=').map((text) => text.trim());
    if (rollout_name === 'ads' && !HOUSE_ADS_DIR) return [];
    return rollout_name && variant_name ? [{ rollout_name, variant_name }] : [];
  });
}
