import type { MapSource } from './view.ts';

/** A background of the site's settings. */
export interface SourceSetting<T extends string = string> {
  type: T;
  kind: MapSource['kind'];
  url: string;
  darkUrl?: MapSource['darkUrl'];
  maxZoom: number;
  attribution: string;
  relief?: MapSource['relief'];
}

/** The first source of each type, in the order of `types`. */
export const offeredSources = <T extends string>(
  settings: readonly SourceSetting<T>[],
  types: readonly T[],
): SourceSetting<T>[] =>
  types
    .map((type) => settings.find((setting) => setting.type === type))
    .filter((setting) => setting !== undefined);

/**
 * The source of a type, or the first one where it is not configured (any more). A background of coasts and borders
 * comes with the roads of the imported regions.
 * @param routing base of the routing service, which has the roads
 */
export function mapSource(
  settings: readonly SourceSetting[],
  type: string | null,
  routing: string | undefined,
): MapSource {
  const { kind, url, darkUrl, maxZoom, attribution, relief } =
    settings.find((one) => one.type === type) ?? settings[0]!;
  const roads =
    kind === 'vector' && routing
      ? { roads: { url: `${routing}/tiles/{z}/{x}/{y}.pbf`, credits: `${routing}/tiles/credits` } }
      : {};
  return {
    kind,
    url,
    ...(darkUrl && { darkUrl }),
    maxZoom,
    attribution,
    ...roads,
    ...(relief && { relief }),
  };
}
