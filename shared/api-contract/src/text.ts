import { z } from 'zod';
import { cleanName, cleanText } from './clean-text.ts';
import { outsideLink } from './outside-address.ts';

/** What members write as a name, a title or another single line. Its length is that of the cleaned text. */
export const SingleLine = z.string().overwrite(cleanName);
/** What members write in several lines. */
export const MultiLine = z.string().overwrite(cleanText);

/** The address of a page elsewhere, which stands behind a link. */
export const OutsideLink = z
  .string()
  .overwrite((text) => outsideLink(text) ?? text)
  .refine((text) => outsideLink(text) !== null, 'Write a whole address that begins with https://.')
  .meta({ format: 'uri' });
