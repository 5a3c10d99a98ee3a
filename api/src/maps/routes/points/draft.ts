import { activityType } from '@waymark/activities/catalogue';
import { RouteInput, type RoutePoint } from '@waymark/api-contract';
import { decodePlan, findMalformedNote, packPlan } from '@waymark/routes';
import { ApiProblem, invalid } from '../../../kernel/server/errors.ts';
import { validate } from '../../../kernel/server/validate.ts';
import { type Course, measurePlan } from './course.ts';
import { packPoints } from './packed.ts';

/** A route as it was sent, checked and measured. What a change leaves out is undefined. */
export interface Draft {
  fields: Partial<Omit<RouteInput, 'points'>>;
  drawn: DraftCourse | null;
}
export interface DraftCourse {
  course: Course;
  n: number;
  /** Points as they are stored, and as they are answered. */
  packed: Uint8Array;
  json: Uint8Array;
  /** The course for those who draw it. */
  plan: Uint8Array;
}

/** So many wrong points are told one by one. */
const MAX_DIAGNOSTICS = 20;
const schemas = { whole: RouteInput, change: RouteInput.partial() };

function bodyOf(bytes: Uint8Array): unknown {
  try {
    return bytes.length === 0
      ? {}
      : JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  } catch {
    throw new ApiProblem(400, 'invalid_json', 'The body is not valid JSON.');
  }
}

function checked(schema: keyof typeof schemas, body: unknown): Partial<RouteInput> {
  const check = validate({ schema: schemas[schema], method: 'POST', url: '', httpPart: 'body' });
  const result = check(body) as { value?: Partial<RouteInput>; error?: ApiProblem };
  if (result.value) return result.value;
  throw invalid(
    Object.fromEntries(Object.entries(result.error?.diagnostics ?? {}).slice(0, MAX_DIAGNOSTICS)),
  );
}

/** Controls, which no list can show and a database text cannot hold. */
const plain = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, ' ').toWellFormed();

/**
 * Reads the JSON of a route. Long ones take a while: work for another thread.
 * @throws ApiProblem with a sentence for each wrong field
 */
export function readDraft(bytes: Uint8Array, schema: keyof typeof schemas): Draft {
  const { points, ...fields } = checked(schema, bodyOf(bytes));
  if (fields.name !== undefined) {
    fields.name = plain(fields.name).replaceAll(/\s+/g, ' ').trim();
    if (fields.name === '') throw invalid({ name: ['Give the route a name.'] });
  }
  if (fields.description !== undefined) fields.description = plain(fields.description);
  if (fields.activity_type_id !== undefined && !activityType(fields.activity_type_id))
    throw invalid({ activity_type_id: ['Choose an activity type from the list.'] });
  return { fields, drawn: points ? draw(points) : null };
}

/** @throws ApiProblem for notes that no page could show: they would be lost with the next save */
function checkNotes(points: readonly RoutePoint[]): void {
  const problems = points.flatMap(({ notes = '' }, i) => {
    const note = findMalformedNote(notes);
    return note === undefined ? [] : [{ field: `points.${i}.notes`, problem: noteProblem(note) }];
  });
  if (problems.length > 0)
    throw invalid(
      Object.fromEntries(problems.slice(0, MAX_DIAGNOSTICS).map(({ field, problem }) => [field, [problem]])),
    );
}

const noteProblem = (note: string): string =>
  `The note “${note.slice(0, 80)}” says no place. Write it as text:latitude:longitude:metres, or leave it out.`;

function draw(points: readonly RoutePoint[]): DraftCourse {
  checkNotes(points);
  const plan = decodePlan(points);
  const course = measurePlan(plan);
  const json = Buffer.from(JSON.stringify(points));
  return { course, n: points.length, packed: packPoints(json), json, plan: packPlan(plan) };
}
