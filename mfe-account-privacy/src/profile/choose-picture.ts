import { PICTURE_MAX_BYTES, PICTURE_TYPES } from '@waymark/api-contract/limits';

export type PictureProblem = 'too-big' | 'invalid-image-type';

/** Side of the square that is sent; the largest that is shown has 640. */
const SIDE = 800;
const QUALITIES = [0.9, 0.8, 0.6];

/** What is wrong with a chosen file before it is opened; null for nothing. */
export function checkPicture({ type, size }: Pick<File, 'type' | 'size'>): PictureProblem | null {
  if (!PICTURE_TYPES.some((known) => known === type)) return 'invalid-image-type';
  return size > PICTURE_MAX_BYTES ? 'too-big' : null;
}

/** Opens a picture the right way up. @returns null when the file is none */
export const openPicture = (file: Blob): Promise<ImageBitmap | null> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);

/** What `draw` puts on a square canvas, as a JPEG below the limit. */
export async function encodePicture(draw: (canvas: HTMLCanvasElement) => void): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  draw(canvas);
  let smallest: Blob | null = null;
  for (const quality of QUALITIES) {
    smallest = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (smallest && smallest.size <= PICTURE_MAX_BYTES) return smallest;
  }
  return smallest;
}
