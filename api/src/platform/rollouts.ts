import { platformCalls, type Rollout } from '@waymark/api-contract';
import type { Env } from '../kernel/server/env.ts';
import { route } from '../kernel/server/route.ts';

/** Reads "mapping=maplibre,survey=show_survey". Without a folder of ads there is no place for any. */
export function rolloutsOf({ ROLLOUTS, HOUSE_ADS_DIR }: Pick<Env, 'ROLLOUTS' | 'HOUSE_ADS_DIR'>): Rollout[] {
  return ROLLOUTS.split(',').flatMap((part) => {
    const [rollout_name = '', variant_name = ''] = part.split('=').map((text) => text.trim());
    if (rollout_name === 'ads' && !HOUSE_ADS_DIR) return [];
    return rollout_name && variant_name ? [{ rollout_name, variant_name }] : [];
  });
}

export const rolloutsRoute = route<typeof platformCalls.rollouts>({
  call: platformCalls.rollouts,
  access: 'anyone',
  lenient: true,
  handler: ({ context }) => Promise.resolve({ rollouts: rolloutsOf(context.env) }),
});
