import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { invalid } from './errors.ts';

const NAMES: Record<string, string> = { querystring: 'query', params: 'path', body: 'body' };

/** Checks a part of a call with its schema; what is wrong is named per field. */
export const validate: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const whole = NAMES[httpPart ?? 'body'] ?? 'body';
  return (data: unknown) => {
    // A call whose fields are all optional may come without a body.
    const result = schema.safeParse(httpPart === 'body' ? (data ?? {}) : data);
    return result.success ? { value: result.data } : { error: invalid(diagnose(result.error, whole)) };
  };
};

function diagnose(error: z.ZodError, whole: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const field = issue.path.join('.') || whole;
    (found[field] ??= []).push(sentence(issue, field));
  }
  return found;
}

/** Messages that the contract wrote are kept; the library's own are put into words. */
function sentence(issue: z.core.$ZodIssue, field: string): string {
  const label = field.split('.').at(-1)?.replaceAll('_', ' ') ?? field;
  const name = label.charAt(0).toUpperCase() + label.slice(1);
  if (issue.code === 'invalid_type' && issue.message.includes('received undefined'))
    return `${name} is required.`;
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: there is no such field.`;
  return /^(Invalid|Too |Unrecognized)/.test(issue.message) && !OWN.has(issue.message)
    ? `${name} is not valid${hint(issue)}.`
    : issue.message;
}

const OWN = new Set(['Invalid email format', 'Invalid date.']);

function hint(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') return `: at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `: at most ${issue.maximum}`;
  if (issue.code === 'invalid_value') return `: one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_type') return `: expected ${issue.expected}`;
  return '';
}
