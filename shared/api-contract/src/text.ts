import { z } from 'zod';
import { cleanName, cleanText } from './clean-text.ts';

/** What members write as a name, a title or another single line. Its length is that of the cleaned text. */
export const SingleLine = z.string().overwrite(cleanName);
/** What members write in several lines. */
export const MultiLine = z.string().overwrite(cleanText);
