/** A small file may hold a huge picture: so many pixels are decoded at most, in about 300 MB of memory. */
export const MAX_PIXELS = 64_000_000;

/** Pixels of the longer side. */
export const SIDES = { small: 320, medium: 1024, large: 2048 } as const;
export type ImageSize = keyof typeof SIDES;
export const IMAGE_SIZES = Object.keys(SIDES) as ImageSize[];
