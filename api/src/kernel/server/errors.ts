import type { ErrorBody, FieldProblem, ProblemCode, ProblemParameters } from '@waymark/api-contract';

interface ProblemDetails {
  /** What a translated sentence of the code fills in; `PROBLEM_CODES` lists the names. */
  parameters?: ProblemParameters;
  /** Sentences by field. */
  diagnostics?: Record<string, string[]>;
  /** Codes of the sentences in `diagnostics`, in their order. A field without one keeps its English sentence. */
  fieldProblems?: Record<string, FieldProblem[]>;
  headers?: Record<string, string>;
}

/**
 * An answer other than success: a stable code with parameters, which pages in other languages translate, and an English
 * sentence that says what is wrong and what to do.
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: ProblemCode;
  readonly parameters: ProblemParameters | undefined;
  readonly diagnostics: ErrorBody['diagnostics'];
  readonly fieldProblems: ErrorBody['field_problems'];
  readonly headers: Record<string, string>;

  constructor(status: number, code: ProblemCode, description: string, details: ProblemDetails = {}) {
    super(description);
    this.status = status;
    this.code = code;
    const { parameters, diagnostics, fieldProblems, headers = {} } = details;
    this.parameters = parameters;
    this.diagnostics = diagnostics;
    this.fieldProblems = fieldProblems;
    this.headers = headers;
  }
}

export const notFound = (what: string) =>
  new ApiProblem(404, 'not_found', `This ${what} does not exist or is private.`);
export const notSignedIn = () => new ApiProblem(401, 'not_signed_in', 'Log in to continue.');
export const notAllowed = (description = 'Only its owner can do this.') =>
  new ApiProblem(403, 'not_allowed', description);
/** @param fieldProblems codes of the sentences, in their order; `not_accepted` unless given */
export const invalid = (
  diagnostics: Record<string, string[]>,
  fieldProblems: Record<string, FieldProblem[]> = {},
) =>
  new ApiProblem(
    400,
    'validation_error',
    Object.values(diagnostics).flat()[0] ?? 'Some of this is not valid.',
    {
      diagnostics,
      fieldProblems: Object.fromEntries(
        Object.entries(diagnostics).map(([field, sentences]) => [
          field,
          sentences.map((_, i): FieldProblem => fieldProblems[field]?.[i] ?? { code: 'not_accepted' }),
        ]),
      ),
    },
  );
/** Too many ask for the same at once. */
export const busy = (description: string) =>
  new ApiProblem(503, 'busy', description, { headers: { 'retry-after': '30' } });
export const conflict = (code: ProblemCode, description: string, parameters?: ProblemParameters) =>
  new ApiProblem(409, code, description, parameters && { parameters });
