import { z } from 'zod';
import { cleanName, cleanText } from './clean-text.ts';
import type { FieldProblemCode } from './problems.ts';
import { findNameProblem, plainLetters } from './public-name.ts';
import { outsideLink } from './outside-address.ts';

/** What members write as a name, a title or another single line. Its length is that of the cleaned text. */
export const SingleLine = z.string().overwrite(cleanName);
const NAME_PROBLEMS: Partial<Record<FieldProblemCode, (character: string) => string>> = {
  mixed_scripts: (character) =>
    `“${character}” is of another script than the rest of its word. Write the word in one script.`,
  look_alike: (character) => `“${character}” looks like another letter. Write that one instead.`,
};

/** A name by which members tell each other, groups, challenges or apps apart. */
export const PublicName = SingleLine.overwrite(plainLetters).superRefine((name, context) => {
  const problem = findNameProblem(name);
  if (!problem) return;
  const message = NAME_PROBLEMS[problem.code]?.(String(problem.parameters?.['character']));
  context.addIssue({ code: 'custom', ...(message && { message }), params: { problem } });
});
/** What members write in several lines. */
export const MultiLine = z.string().overwrite(cleanText);

/** The address of a page elsewhere, which stands behind a link. */
export const OutsideLink = z
  .string()
  .overwrite((text) => outsideLink(text) ?? text)
  .refine((text) => outsideLink(text) !== null, 'Write a whole address that begins with https://.')
  .meta({ format: 'uri' });
