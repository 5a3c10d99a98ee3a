import { elevationCalls, type MapSourceSetting, SERVICE_BASES } from '@waymark/api-contract';
import { hasTerrain } from '../elevation/sources.ts';
import type { Env } from '../kernel/server/env.ts';

const tiles = (path: string): string =>
  SERVICE_BASES.elevation + path.replaceAll(/:([zxy])/g, (_, name: string) => `{${name}}`);

/**
 * The backgrounds of maps: those of the operator and, where heights are configured, the road map with the shape of the
 * land as terrain. A terrain of the operator's own stays.
 */
export function mapSourcesOf(env: Env): MapSourceSetting[] {
  const sources = env.MAP_SOURCES;
  const roadmap = sources.find(({ type }) => type === 'roadmap');
  if (!roadmap || !hasTerrain(env) || sources.some(({ type }) => type === 'terrain')) return sources;
  const attribution = [roadmap.attribution, env.ELEVATION_ATTRIBUTION].filter(Boolean).join(' · ');
  const relief = {
    shading: tiles(elevationCalls.shadingTile.path),
    contours: tiles(elevationCalls.contourTile.path),
  };
  return [...sources, { ...roadmap, type: 'terrain', attribution, relief }];
}
