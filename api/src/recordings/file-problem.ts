/** Stable codes; the sentence beside each may change, the code does not. */
export type ProblemCode =
  | 'empty'
  | 'not_a_workout'
  | 'doctype'
  | 'too_big'
  | 'too_deep'
  | 'too_long_text'
  | 'too_many_points'
  | 'truncated'
  | 'damaged'
  | 'not_text'
  | 'no_points'
  | 'in_future'
  | 'too_early'
  | 'impossible'
  | 'planned_route'
  | 'is_zip'
  | 'zip_damaged'
  | 'zip_bomb'
  | 'zip_path'
  | 'zip_link'
  | 'zip_encrypted'
  | 'zip_too_many'
  | 'zip_empty'
  | 'timeout'
  | 'memory'
  | 'unreadable';

/**
 * A file that cannot become a workout. `message` is a sentence for the member, saying what is wrong and
 * what to do; `code` is for programs.
 */
export class FileProblem extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode, message: string) {
    super(message);
    this.name = 'FileProblem';
    this.code = code;
  }
}
