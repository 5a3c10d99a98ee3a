import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The map types of the specification by name, in the order of menus. */
export const MAP_TYPE_NAMES = {
  roadmap: msg`Roadmap`,
  terrain: msg`Terrain`,
  satellite: msg`Satellite`,
  hybrid: msg`Hybrid`,
  OSM: msg`OpenStreetMap`,
  USA_TOPO: msg`US topo`,
  WORLD_TOPO: msg`World topo`,
} as const satisfies Readonly<Record<string, MessageDescriptor>>;
