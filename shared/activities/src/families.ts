import type { ActivityType } from './catalogue.ts';

/** What the product is first about: a run. */
export const SITE_ACTIVITY_ID = 16;

export type ActivityFamily = 'fitness' | 'run' | 'ride' | 'walk' | 'hike';

/** The ids that stand for each of the main families, the most general one first. */
export const FAMILY_IDS: Readonly<
  Record<ActivityFamily, readonly [number, number, number, number, number, number]>
> = {
  fitness: [8, 12, 14, 17, 18, 59],
  run: [16, 25, 1000, 1001, 1002, 1003],
  ride: [11, 19, 453, 634, 1100, 1101],
  walk: [9, 204, 1300, 1301, 1302, 1303],
  hike: [24, 22, 1400, 1401, 1402, 1403],
};

/** The Popular group of the workout form, in the order shown. */
export const POPULAR_IDS: readonly number[] = [16, 11, 9, 24, 15, 25, 453, 19, 12, 17, 78, 1];

/** The Popular group of route pages: what people do along a line on a map. */
export const POPULAR_ROUTE_IDS: readonly number[] = [16, 11, 9, 24, 19, 1000, 1101];

/** Routes and other outdoor lists offer the types under these roots only. */
export const OUTDOOR_ROOTS: readonly number[] = [9, 11, 15, 16, 24, 10, 21];

/** The type lies under an outdoor root. */
export const isOutdoor = (type: Pick<ActivityType, 'rootId'>): boolean => OUTDOOR_ROOTS.includes(type.rootId);

/** The types of endurance have ids in blocks: those from an id up to the next block are below this parent and root. */
const BLOCKS: readonly (readonly [from: number, parentId: number, rootId: number])[] = [
  [1000, 16, 16],
  [1050, 25, 16],
  [1100, 11, 11],
  [1150, 19, 11],
  [1200, 453, 11],
  [1240, 634, 11],
  [1300, 9, 9],
  [1350, 204, 9],
  [1400, 24, 24],
  [1450, 22, 24],
  [1500, 15, 15],
  [1560, 20, 15],
];
const BLOCKS_END = 1600;

/**
 * Where a type on foot, by bicycle or in the water stands, for pages that do not load the whole catalogue.
 * @returns the type that decides about it (itself, or its parent where that has none of its own) and its root; null for
 * any other type
 */
export function enduranceKinOf(id: number): { parentId: number; rootId: number } | null {
  const block =
    BLOCKS.find(([, parentId]) => parentId === id) ??
    (id < BLOCKS_END ? BLOCKS.findLast(([from]) => id >= from) : undefined);
  return block ? { parentId: block[1], rootId: block[2] } : null;
}
