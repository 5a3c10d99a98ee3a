/** What can be printed of a route. */
export const PARTS = ['map', 'heights', 'cues', 'description'] as const;
export type Part = (typeof PARTS)[number];
