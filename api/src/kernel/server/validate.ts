import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { invalid } from './errors.ts';
import { nulsIn } from './nul-characters.ts';

const NAMES: Record<string, string> = { querystring: 'query', params: 'path', body: 'body' };

/** Checks a part of a call with its schema; what is wrong is named per field. */
export const validate: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const whole = NAMES[httpPart ?? 'body'] ?? 'body';
  const error = (issue: z.core.$ZodRawIssue) => sentence(issue, whole);
  return (data: unknown) => {
    const nuls = nulsIn(data);
    if (nuls.length > 0) return { error: invalid(withoutNul(nuls, whole)) };
    // A call whose fields are all optional may come without a body.
    const result = schema.safeParse(httpPart === 'body' ? (data ?? {}) : data, { error });
    return result.success ? { value: result.data } : { error: invalid(diagnose(result.error, whole)) };
  };
};

const withoutNul = (paths: string[][], whole: string): Record<string, string[]> =>
  Object.fromEntries(
    paths.map((path) => [
      path.join('.') || whole,
      [`${begun(fieldOf(path, whole))} holds a NUL character, which cannot be saved. Write it without.`],
    ]),
  );

function diagnose(error: z.ZodError, whole: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const issue of error.issues) (found[issue.path.join('.') || whole] ??= []).push(issue.message);
  return found;
}

/** What a field is called: an entry of a list by the list. */
const fieldOf = (path: readonly PropertyKey[], whole: string): string =>
  String(path.findLast((part) => !/^\d+$/u.test(String(part))) ?? whole)
    .replaceAll('_', ' ')
    .trim();

const begun = (field: string): string => field.charAt(0).toUpperCase() + field.slice(1);

/** Puts the library's own messages into words; what the contract says for itself comes first. */
function sentence(issue: z.core.$ZodRawIssue, whole: string): string {
  const field = fieldOf(issue.path ?? [], whole);
  const name = begun(field);
  if (issue.input === undefined) return `${name} is required.`;
  // A number is told with what was sent, so that one of a list is found.
  const told = typeof issue.input === 'number' ? `${name} ${issue.input}` : name;
  if (issue.code === 'invalid_value')
    return `Select a valid choice for ${field}: ${issue.values.map(String).join(', ')}.`;
  if (issue.code === 'too_small')
    return `${told} is too small: ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}.`;
  if (issue.code === 'too_big')
    return `${told} is too large: ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}.`;
  if (issue.code === 'unrecognized_keys') return `There is no field ${issue.keys.join(', ')}.`;
  if (issue.code === 'invalid_type') return `${name} is not valid: expected ${issue.expected}.`;
  return `${name} is not valid.`;
}
