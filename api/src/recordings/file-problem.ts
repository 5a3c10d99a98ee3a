import type { FileProblemCode } from '@waymark/api-contract';

/**
 * A file that cannot become a workout. `message` is a sentence for the member, saying what is wrong and
 * what to do; `code` is for programs.
 */
export class FileProblem extends Error {
  readonly code: FileProblemCode;

  constructor(code: FileProblemCode, message: string) {
    super(message);
    this.name = 'FileProblem';
    this.code = code;
  }
}
