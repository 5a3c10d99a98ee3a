import { ApiError } from '@waymark/contract';

/** `required` and `format` have names in the log; the next three are recognised in the server's sentences. */
export type ProblemKind = 'required' | 'format' | 'in_use' | 'choice' | 'ineligible' | 'other';

/** What is wrong with a field: its kind for the log, and the sentence that a person reads. */
export interface Problem {
  kind: ProblemKind;
  text: string;
}
export type Problems<F extends string = string> = Partial<Record<F, Problem>>;

const KINDS: readonly (readonly [text: string, kind: ProblemKind])[] = [
  ['already in use', 'in_use'],
  ['select a valid choice', 'choice'],
  ['ineligible to participate', 'ineligible'],
  ['required', 'required'],
  ['format', 'format'],
];

/** The kind of a sentence of the server. */
export const kindOf = (text: string): ProblemKind =>
  KINDS.find(([part]) => text.toLowerCase().includes(part))?.[1] ?? 'other';

/** What the server found wrong with these fields; a sentence of its own stays in its own words. */
export function serverProblems<F extends string>(error: unknown, fields: readonly F[]): Problems<F> {
  const found: Problems<F> = {};
  if (!(error instanceof ApiError)) return found;
  for (const field of fields) {
    const text = error.diagnostics[field]?.[0];
    if (text) found[field] = { kind: kindOf(text), text };
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
