import sharp, { type Raw, type Sharp } from 'sharp';

/** A small file may hold a huge picture: so many pixels are decoded at most, in about 300 MB of memory. */
export const MAX_PIXELS = 64_000_000;

/** Pixels of the longer side. */
export const SIDES = { small: 320, medium: 1024, large: 2048 } as const;
export type ImageSize = keyof typeof SIDES;
export const IMAGE_SIZES = Object.keys(SIDES) as ImageSize[];

const QUALITY = 82;

// One thread for one picture: the others belong to everybody who is waiting for an answer.
sharp.concurrency(1);
sharp.cache(false);

export interface Encoded {
  width: number;
  height: number;
  images: Map<ImageSize, Buffer>;
}

/**
 * A picture made anew in three sizes as WebP: upright, in sRGB, and with nothing but its pixels. Where and with what
 * it was taken is not copied, so that nothing has to be removed. Of an animation the first frame is taken.
 * @throws Error when the picture cannot be decoded
 */
export async function encodeImage(path: string): Promise<Encoded> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, sequentialRead: true } as const;
  const { orientation } = await sharp(path, options).metadata();
  // Made small before it is turned: to turn a picture, all of it has to be in memory.
  const { data, info } = await sharp(path, options)
    .resize(SIDES.large, SIDES.large, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw: Raw = { width: info.width, height: info.height, channels: info.channels };
  const images = new Map<ImageSize, Buffer>();
  for (const size of IMAGE_SIZES) {
    const picture = upright(sharp(data, { raw }), orientation).resize(SIDES[size], SIDES[size], {
      fit: 'inside',
      withoutEnlargement: true,
    });
    images.set(size, await picture.webp({ quality: QUALITY }).toBuffer());
  }
  const turned = orientation !== undefined && orientation >= 5;
  return {
    width: turned ? info.height : info.width,
    height: turned ? info.width : info.height,
    images,
  };
}

/** Undoes how the camera was held: the EXIF orientations 2 to 8, each a turn and perhaps a mirror. */
function upright(picture: Sharp, orientation = 1): Sharp {
  switch (orientation) {
    case 2:
      return picture.flop();
    case 3:
      return picture.rotate(180);
    case 4:
      return picture.flip();
    case 5:
      return picture.flop().rotate(270);
    case 6:
      return picture.rotate(90);
    case 7:
      return picture.flop().rotate(90);
    case 8:
      return picture.rotate(270);
    default:
      return picture;
  }
}

/**
 * A picture made anew as squares: upright, cut to what stands out, with nothing but its pixels.
 * @throws Error when the picture cannot be decoded
 */
export function encodeSquares(bytes: Uint8Array, sides: readonly number[]): Promise<Buffer[]> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;
  return Promise.all(
    sides.map((side) =>
      sharp(bytes, options)
        .rotate()
        .resize(side, side, { fit: 'cover', position: 'attention' })
        .webp({ quality: QUALITY })
        .toBuffer(),
    ),
  );
}
