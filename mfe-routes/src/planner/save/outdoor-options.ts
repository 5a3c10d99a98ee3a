import { type ActivityOptionGroup, OUTDOOR_ROOTS, POPULAR_ROUTE_IDS } from '@waymark/activities';
import { loadActivityOptions } from '@waymark/remote';

/** What people do along a line on a map, popular ones first. @throws ApiError as `loadActivityOptions` does */
export async function loadOutdoorOptions(): Promise<ActivityOptionGroup[]> {
  const groups = await loadActivityOptions(POPULAR_ROUTE_IDS);
  return groups
    .map(({ key, label, options }) => ({
      key,
      label,
      options: options.filter(({ rootId }) => OUTDOOR_ROOTS.includes(rootId)),
    }))
    .filter(({ options }) => options.length > 0);
}
