import type { Raw, Sharp } from 'sharp';
import { IMAGE_SIZES, type ImageSize, MAX_PIXELS, SIDES } from './image-formats.ts';
import { sharp } from './restricted-sharp.ts';

const QUALITY = 82;
/** Of a profile picture, whose file is small. */
const SQUARES_MAX_PIXELS = 50_000_000;

export interface EncodedImage {
  width: number;
  height: number;
  images: Map<ImageSize, Buffer>;
}

/**
 * How large a picture says that it is, without decoding it.
 * @param source path of a file, or its bytes
 * @throws Error when its header cannot be read
 */
export async function readHeader(source: string | Uint8Array): Promise<{ width: number; height: number }> {
  // Without the library's own limit: it would refuse before it says how large the picture is.
  const options = { limitInputPixels: false, pages: 1, failOn: 'error' } as const;
  const { width, height } = await sharp(source, options).metadata();
  return { width, height };
}

/**
 * A picture made anew in three sizes as WebP: upright, in sRGB, and with nothing but its pixels. Where and with what
 * it was taken is not copied, so that nothing has to be removed. Of an animation the first frame is taken.
 * @throws Error when the picture cannot be decoded
 */
export async function encodeImage(path: string): Promise<EncodedImage> {
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
  const options = { limitInputPixels: SQUARES_MAX_PIXELS, failOn: 'error' } as const;
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
