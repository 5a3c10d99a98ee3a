import type { ErrorBody } from '@waymark/api-contract';

/** An answer other than success: a stable code, and a sentence that says what is wrong and what to do. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly diagnostics: ErrorBody['diagnostics'];
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    description: string,
    extra: { diagnostics?: Record<string, string[]>; headers?: Record<string, string> } = {},
  ) {
    super(description);
    this.status = status;
    this.code = code;
    this.diagnostics = extra.diagnostics;
    this.headers = extra.headers ?? {};
  }
}

export const notFound = (what: string) =>
  new ApiProblem(404, 'not_found', `This ${what} does not exist or is private.`);
export const notSignedIn = () => new ApiProblem(401, 'not_signed_in', 'Sign in to go on.');
export const notAllowed = (description = 'Only its owner can do this.') =>
  new ApiProblem(403, 'not_allowed', description);
export const invalid = (diagnostics: Record<string, string[]>) =>
  new ApiProblem(
    400,
    'validation_error',
    Object.values(diagnostics).flat()[0] ?? 'Some of this is not valid.',
    { diagnostics },
  );
/** Too many ask for the same at once. */
export const busy = (description: string) =>
  new ApiProblem(503, 'busy', description, { headers: { 'retry-after': '30' } });
export const conflict = (code: string, description: string) => new ApiProblem(409, code, description);
