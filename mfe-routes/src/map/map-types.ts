import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { MapType, StartupSettings } from '@waymark/api-contract';
import { mapSource, type MapSource, offeredSources } from '@waymark/map';

const KEY = 'waymark-map-type';

export const MAP_TYPE_NAMES: Readonly<Record<MapType, MessageDescriptor>> = {
  roadmap: msg`Roadmap`,
  terrain: msg`Terrain`,
  satellite: msg`Satellite`,
  hybrid: msg`Hybrid`,
  OSM: msg`OpenStreetMap`,
  USA_TOPO: msg`US topo`,
  WORLD_TOPO: msg`World topo`,
};

const MAP_TYPES = Object.keys(MAP_TYPE_NAMES) as MapType[];

/** The map types that this site has, in the order of the menu. */
export const offeredTypes = ({ appConfig }: StartupSettings): MapType[] =>
  offeredSources(appConfig.mapSources, MAP_TYPES).map(({ type }) => type);

/** Where the background of a map type comes from; the site's first one for a type that it does not have. */
export const sourceOf = ({ appConfig }: StartupSettings, type: MapType | null): MapSource =>
  mapSource(appConfig.mapSources, type, appConfig.services.routing);

/** The type that was chosen in this browser; null when none was, or storage is refused. */
export function keptType(): MapType | null {
  try {
    const kept = localStorage.getItem(KEY);
    return MAP_TYPES.find((type) => type === kept) ?? null;
  } catch {
    return null;
  }
}

export function keepType(type: MapType): void {
  try {
    localStorage.setItem(KEY, type);
  } catch {
    // It is chosen for this visit, then.
  }
}
