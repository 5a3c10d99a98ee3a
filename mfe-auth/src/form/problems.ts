import type { FieldProblemCode } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';

/** What the log distinguishes; every other problem is `other`. */
export type ProblemKind = 'required' | 'format' | 'in_use' | 'choice' | 'ineligible' | 'other';

/** What is wrong with a field: its kind for the log, and the sentence that a person reads. */
export interface Problem {
  kind: ProblemKind;
  text: string;
}
export type Problems<F extends string = string> = Partial<Record<F, Problem>>;

const KINDS_BY_CODE: Readonly<Partial<Record<FieldProblemCode, ProblemKind>>> = {
  in_use: 'in_use',
  invalid_choice: 'choice',
  ineligible: 'ineligible',
  required: 'required',
  invalid_format: 'format',
};

const KINDS_BY_TEXT: readonly (readonly [text: string, kind: ProblemKind])[] = [
  ['already in use', 'in_use'],
  ['select a valid choice', 'choice'],
  ['ineligible to participate', 'ineligible'],
  ['required', 'required'],
  ['format', 'format'],
];

/** The kind of a problem by its code; by its English sentence where the server gives no code. */
export const kindOf = (text: string, code?: string): ProblemKind =>
  (KINDS_BY_CODE as Readonly<Record<string, ProblemKind | undefined>>)[code ?? ''] ??
  KINDS_BY_TEXT.find(([part]) => text.toLowerCase().includes(part))?.[1] ??
  'other';

/** What the server found wrong with these fields: its sentence, and the kind by its code. */
export function serverProblems<F extends string>(error: unknown, fields: readonly F[]): Problems<F> {
  const found: Problems<F> = {};
  if (!(error instanceof ApiError)) return found;
  for (const field of fields) {
    const text = error.diagnostics[field]?.[0];
    if (text) found[field] = { kind: kindOf(text, error.fieldProblems[field]?.[0]?.code), text };
  }
  return found;
}

/** How a refused form is named in the log: `blank_email_password`, `email_invalid_format`, `password_unknown_error`. */
export function attemptError(problems: Problems): string {
  const found = Object.entries(problems).filter((entry): entry is [string, Problem] => Boolean(entry[1]));
  const blank = found.filter(([, { kind }]) => kind === 'required').map(([field]) => field);
  const others = found
    .filter(([, { kind }]) => kind !== 'required')
    .map(([field, { kind }]) => `${field}_${kind === 'format' ? 'invalid_format' : 'unknown_error'}`);
  return [...(blank.length ? [`blank_${blank.join('_')}`] : []), ...others].join(',');
}
