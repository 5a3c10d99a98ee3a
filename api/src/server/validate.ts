import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { invalid } from './errors.ts';

const NAMES: Record<string, string> = { querystring: 'query', params: 'path', body: 'body' };

/** Checks a part of a call with its schema; what is wrong is named per field. */
export const validate: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const whole = NAMES[httpPart ?? 'body'] ?? 'body';
  const error = (issue: z.core.$ZodRawIssue) => sentence(issue, whole);
  return (data: unknown) => {
    // A call whose fields are all optional may come without a body.
    const result = schema.safeParse(httpPart === 'body' ? (data ?? {}) : data, { error });
    return result.success ? { value: result.data } : { error: invalid(diagnose(result.error, whole)) };
  };
};

function diagnose(error: z.ZodError, whole: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const issue of error.issues) (found[issue.path.join('.') || whole] ??= []).push(issue.message);
  return found;
}

/** Puts the library's own messages into words; what the contract says for itself comes first. */
function sentence(issue: z.core.$ZodRawIssue, whole: string): string {
  const field = String(issue.path?.at(-1) ?? whole)
    .replaceAll('_', ' ')
    .trim();
  const name = field.charAt(0).toUpperCase() + field.slice(1);
  if (issue.input === undefined) return `${name} is required.`;
  if (issue.code === 'invalid_value')
    return `Select a valid choice for ${field}: ${issue.values.map(String).join(', ')}.`;
  if (issue.code === 'too_small') return `${name} is too small: at least ${issue.minimum}.`;
  if (issue.code === 'too_big') return `${name} is too large: at most ${issue.maximum}.`;
  if (issue.code === 'unrecognized_keys') return `There is no field ${issue.keys.join(', ')}.`;
  if (issue.code === 'invalid_type') return `${name} is not valid: expected ${issue.expected}.`;
  return `${name} is not valid.`;
}
