import type { Rollout } from '@waymark/api-contract';

/** The library that draws a visitor's maps, by the rollout `mapping`. */
export const mapVariant = (rollouts: readonly Rollout[] | undefined): 'openlayers' | 'maplibre' =>
  rollouts?.find(({ rollout_name }) => rollout_name === 'mapping')?.variant_name === 'maplibre'
    ? 'maplibre'
    : 'openlayers';
