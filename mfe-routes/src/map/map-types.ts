import type { MapType, StartupSettings } from '@waymark/api-contract';
import { readLocal } from '@waymark/api-contract/browser-storage';
import { mapSource, type MapSource, offeredSources } from '@waymark/map';
import { MAP_TYPE_NAMES } from '@waymark/ui/map-type-names';

const MAP_TYPES = Object.keys(MAP_TYPE_NAMES) as MapType[];

/** The map types that this site has, in the order of the menu. */
export const offeredTypes = ({ appConfig }: StartupSettings): MapType[] =>
  offeredSources(appConfig.mapSources, MAP_TYPES).map(({ type }) => type);

/** Where the background of a map type comes from; the site's first one for a type that it does not have. */
export const sourceOf = ({ appConfig }: StartupSettings, type: MapType | null): MapSource =>
  mapSource(appConfig.mapSources, type, appConfig.services.routing);

/** The type that was chosen in this browser; null when none was, or storage is refused. */
export function keptType(): MapType | null {
  const kept = readLocal('waymark-map-type');
  return MAP_TYPES.find((type) => type === kept) ?? null;
}
