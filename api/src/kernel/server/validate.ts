import type { FieldProblem } from '@waymark/api-contract';
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { type ApiProblem, invalid } from './errors.ts';
import { MAX_FIELDS, problemsIn } from './body-problems.ts';

const NAMES: Record<string, string> = { querystring: 'query', params: 'path', body: 'body' };

/** Checks a part of a call with its schema; what is wrong is named per field. */
export const validate: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const whole = NAMES[httpPart ?? 'body'] ?? 'body';
  const error = (issue: z.core.$ZodRawIssue) => sentence(issue, whole);
  return (data: unknown) => {
    const { nuls, crowded } = problemsIn(data);
    if (crowded) return { error: tooManyFields(crowded, whole) };
    if (nuls.length > 0) return { error: invalid(withoutNul(nuls, whole), nulProblems(nuls, whole)) };
    // A call whose fields are all optional may come without a body.
    const result = schema.safeParse(httpPart === 'body' ? (data ?? {}) : data, { error });
    return result.success
      ? { value: result.data }
      : { error: invalid(...diagnose(result.error, data, whole)) };
  };
};

const tooManyFields = (path: string[], whole: string): ApiProblem => {
  const field = path.join('.') || whole;
  return invalid(
    { [field]: [`${begun(fieldOf(path, whole))} has more than ${MAX_FIELDS} fields.`] },
    { [field]: [{ code: 'too_many', parameters: { max: MAX_FIELDS } }] },
  );
};

const withoutNul = (paths: string[][], whole: string): Record<string, string[]> =>
  Object.fromEntries(
    paths.map((path) => [
      path.join('.') || whole,
      [`${begun(fieldOf(path, whole))} holds a NUL character, which cannot be saved. Write it without.`],
    ]),
  );

const nulProblems = (paths: string[][], whole: string): Record<string, FieldProblem[]> =>
  Object.fromEntries(paths.map((path) => [path.join('.') || whole, [{ code: 'nul_character' }]]));

/** So many fields are told: a list may hold thousands of wrong entries. */
const MAX_ISSUES = 100;

/** Sentences and codes by field. */
function diagnose(
  error: z.ZodError,
  data: unknown,
  whole: string,
): [Record<string, string[]>, Record<string, FieldProblem[]>] {
  const sentences: Record<string, string[]> = {};
  const problems: Record<string, FieldProblem[]> = {};
  for (const issue of error.issues.slice(0, MAX_ISSUES)) {
    const field = issue.path.join('.') || whole;
    (sentences[field] ??= []).push(issue.message);
    (problems[field] ??= []).push(toFieldProblem(issue, isMissing(data, issue.path)));
  }
  return [sentences, problems];
}

function isMissing(data: unknown, path: readonly PropertyKey[]): boolean {
  let value = data;
  for (const part of path)
    value = (value as Partial<Record<PropertyKey, unknown>> | null | undefined)?.[part];
  return value === undefined;
}

/** Codes for lower and upper bounds of numbers, texts and lists. */
const LOWER_BOUNDS = { string: 'too_short', array: 'too_few' } as const;
const UPPER_BOUNDS = { string: 'too_long', array: 'too_many' } as const;

/** The code of an issue for pages in other languages; the contract's own sentences keep the code of their check. */
function toFieldProblem(issue: z.core.$ZodIssue, missing: boolean): FieldProblem {
  if (missing) return { code: 'required' };
  if (issue.code === 'too_small') {
    const code = (LOWER_BOUNDS as Record<string, FieldProblem['code']>)[issue.origin];
    return {
      code: code ?? (issue.inclusive === false ? 'above' : 'too_small'),
      parameters: { min: Number(issue.minimum) },
    };
  }
  if (issue.code === 'too_big') {
    const code = (UPPER_BOUNDS as Record<string, FieldProblem['code']>)[issue.origin];
    return {
      code: code ?? (issue.inclusive === false ? 'below' : 'too_large'),
      parameters: { max: Number(issue.maximum) },
    };
  }
  if (issue.code === 'invalid_value') return { code: 'invalid_choice' };
  if (issue.code === 'unrecognized_keys') return { code: 'unknown_field' };
  if (issue.code !== 'custom') return { code: 'invalid_format' };
  return (issue.params?.['problem'] as FieldProblem | undefined) ?? { code: 'not_accepted' };
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
