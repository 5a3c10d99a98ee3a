import type { MapSourceSetting } from '@waymark/api-contract';

/** The other sites that configured map tiles come from. */
export const mapOrigins = (sources: readonly Pick<MapSourceSetting, 'url'>[]): string[] => [
  ...new Set(
    sources.flatMap(({ url }) => {
      const filled = url.replaceAll(/[{}]/g, '');
      return URL.canParse(filled) ? [new URL(filled).origin] : [];
    }),
  ),
];
