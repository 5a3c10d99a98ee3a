import type { Photo } from '@waymark/api-contract';

/** More are behind the last of these. */
export const PHOTOS_SHOWN = 4;

/** A photo's place in its story. */
export interface PhotoPlace {
  photo: Photo;
  /** Width by height. */
  ratio: number;
  isWide: boolean;
}

/** One photo across, or up to four side by side. */
export function photoPlaces(photos: readonly Photo[]): PhotoPlace[] {
  const shown = photos.filter(({ status }) => status !== 'failed').slice(0, PHOTOS_SHOWN);
  return shown.map((photo, index) => ({
    photo,
    ratio: shown.length === 1 ? shapeOf(photo) : 4 / 3,
    isWide: index === 0 && shown.length % 2 === 1,
  }));
}

/** Neither a ribbon nor a tower: at most twice as wide as high, at most a quarter higher than wide. */
function shapeOf({ width, height }: Photo): number {
  return width && height ? Math.min(2, Math.max(0.8, width / height)) : 4 / 3;
}
