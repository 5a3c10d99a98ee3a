import { readDraft } from '../points/draft.ts';
import { packedPlan } from '../points/packed.ts';
import { trackPoints, type StoredTrack } from '../points/track.ts';
import { routeFile } from '../export/file.ts';
import type { FileTask } from '../export/exported.ts';
import { readCourseFile } from '../read/read-course.ts';

/** What takes too long for the thread that answers, once a route has many points. */
export type Task =
  | { kind: 'draft'; bytes: Uint8Array; schema: 'whole' | 'change' }
  | { kind: 'track'; track: StoredTrack }
  | { kind: 'plan'; data: Uint8Array }
  | { kind: 'file'; file: FileTask }
  | { kind: 'read'; path: string };

const work = {
  draft: ({ bytes, schema }: Extract<Task, { kind: 'draft' }>) => readDraft(bytes, schema),
  track: ({ track }: Extract<Task, { kind: 'track' }>) => trackPoints(track),
  plan: ({ data }: Extract<Task, { kind: 'plan' }>) => packedPlan(data),
  file: ({ file }: Extract<Task, { kind: 'file' }>) => routeFile(file),
  read: ({ path }: Extract<Task, { kind: 'read' }>) => readCourseFile(path),
};

export type Made<K extends Task['kind']> = Awaited<ReturnType<(typeof work)[K]>>;

/** Does a task. @throws ApiProblem */
export async function doTask<K extends Task['kind']>(task: Extract<Task, { kind: K }>): Promise<Made<K>> {
  return (await work[task.kind](task as never)) as Made<K>;
}
