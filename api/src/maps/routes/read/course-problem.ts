import type { FileProblemCode } from '@waymark/api-contract';
import type { FileProblem } from '../../../recordings/file-problem.ts';
import { ApiProblem } from '../../../kernel/server/errors.ts';

const KNOWN = 'We read courses from GPX, TCX, FIT and KML files.';
const DAMAGED = 'This file is damaged before its first point. Export it again.';

/** The readers speak of workouts; who adds a course is told of courses. */
const SENTENCES: Readonly<Partial<Record<FileProblemCode, string>>> = {
  empty: 'This file is empty. Export the course again.',
  not_a_workout: `We cannot find a course in this kind of file. ${KNOWN}`,
  doctype:
    'This file carries a document type declaration, which courses never need and which can do harm. We do not read it.',
  too_big: 'This file is larger than a course can be. Split it and try again.',
  too_deep: 'This file nests its elements deeper than any course does.',
  too_long_text: 'This file holds megabytes of text where the points of a course should be.',
  too_many_points: 'This file holds more than two million points. Split it and try again.',
  truncated: 'This file ends too early. Export it again.',
  damaged: DAMAGED,
  no_points: `This file holds no points on the map. ${KNOWN}`,
  is_zip: 'This is a zip archive. Unpack it and add the file in it; a KMZ file holds a KML.',
  zip_bomb:
    'This archive unpacks to far more than a course would. Unpack it yourself and add the file in it.',
};

/** What is wrong with a file, for who wanted a course of it. */
export const courseProblem = ({ code, message }: Pick<FileProblem, 'code' | 'message'>): ApiProblem =>
  new ApiProblem(422, code === 'not_a_workout' ? 'not_a_course' : code, SENTENCES[code] ?? message);
