import { ApiProblem } from '../../../kernel/server/errors.ts';

/** Why an edit cannot be made, in the contract's codes, with the sentence for the member. */
const REFUSALS = {
  out_of_range: [400, 'This lies outside the workout, or its start is not before its end.'],
  nothing_left: [400, 'Nothing would be left of the workout, or of one of its parts. Keep more of it.'],
  nothing_cut: [400, 'All of the workout would stay. Choose what to take away.'],
  no_recording: [
    409,
    'This workout has only figures and no recording, so there is nothing to trim or merge.',
  ],
  has_legs: [
    409,
    'This workout has several legs. Trimming, splitting and merging work on workouts of one sport only.',
  ],
  overlapping: [
    409,
    'Two of these workouts were recorded at the same time. Only workouts that follow each other can be merged.',
  ],
  too_far_apart: [
    409,
    'There is more than a day between two of these workouts, or they span more than three weeks.',
  ],
  too_long: [409, 'Together these workouts have more points than one workout can hold.'],
  different_sports: [
    409,
    'These workouts are of different sports. Change the activity of one and try again.',
  ],
  changed_meanwhile: [409, 'This workout was changed meanwhile. Look at it again and repeat what you did.'],
  edit_undone: [409, 'This has been undone already.'],
  edited_since: [409, 'One of these workouts was changed or deleted since, so this can no longer be undone.'],
} satisfies Record<string, [status: number, sentence: string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** A refusal as it is sent between threads. */
export interface RefusalMessage {
  code: RefusalCode;
  sentence: string;
}

/** Thrown where an edit is worked out. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  /** @param sentence what is wrong in this case, where more can be said than the code does */
  constructor(code: RefusalCode, sentence: string = REFUSALS[code][1]) {
    super(sentence);
    this.code = code;
  }
}

/** The answer for a refusal, with the usual sentence of its code unless another is told. */
export function refused(refusal: RefusalCode | RefusalMessage): ApiProblem {
  const { code, sentence } =
    typeof refusal === 'string' ? { code: refusal, sentence: REFUSALS[refusal][1] } : refusal;
  return new ApiProblem(REFUSALS[code][0], code, sentence);
}
