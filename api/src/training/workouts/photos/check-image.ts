import { type ImageKind, imageKind, MAX_PIXELS } from '../../../kernel/images/image-formats.ts';
import { isUnreadable, readImageHeader } from '../../../kernel/images/image-queue.ts';
import { ApiProblem } from '../../../kernel/server/errors.ts';
import { readHead } from '../../../recordings/formats/detect-format.ts';

/** Pixels of a side. Panoramas of phones have 16,000. */
export const MAX_SIDE = 20_000;
/** Its decoder takes four times the memory of the others. */
const MAX_AVIF_PIXELS = 16_000_000;

const wrongType = (sentence: string) => new ApiProblem(415, 'invalid-image-type', sentence);
const NO_IMAGE = 'We can’t read this as a photo. Choose a JPEG, PNG, WebP, AVIF or GIF.';
const DAMAGED = 'This picture is damaged. Export it again, or choose another one.';
const NO_HEIC = 'This site cannot read HEIC. Save the picture as JPEG and add that.';

/**
 * Looks at a picture's first bytes and its header, without decoding it. The header is read in the image process.
 * @throws ApiProblem `invalid-image-type` for what is no picture, `image_too_large` for more pixels than we decode
 */
export async function checkImage(path: string): Promise<ImageKind> {
  const kind = imageKind(await readHead(path));
  if (kind === null) throw wrongType(NO_IMAGE);
  const { width, height } = await readImageHeader(path).catch((error: unknown) => {
    // Builds of the image library differ: the usual one leaves out HEIC, whose patents cost.
    throw isUnreadable(error) ? wrongType(kind === 'heic' ? NO_HEIC : DAMAGED) : error;
  });
  if (!width || !height) throw wrongType(DAMAGED);
  const most = kind === 'avif' ? MAX_AVIF_PIXELS : MAX_PIXELS;
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > most)
    throw new ApiProblem(
      413,
      'image_too_large',
      `This picture has ${grouped(width)} by ${grouped(height)} pixels. The most is ${grouped(MAX_SIDE)} a side and ${most / 1e6} million in all; make it smaller and add it again.`,
    );
  return kind;
}

const grouped = (n: number) => n.toLocaleString('en-US');
