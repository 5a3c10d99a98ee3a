import {
  type EditPreviews,
  type EditResult,
  type ErrorBody,
  SERVICE_BASES,
  type Workout,
  type WorkoutEdit,
} from '@waymark/api-contract';
import { type File, importAll } from '../../imports/testing/import-files.ts';
import type { Answer, TestApi, TestMember } from '../../../testing/api.ts';
import { as, type As } from '../testing.ts';

export type Refused = ErrorBody & { errorCode: string };

/** One member with the calls that cut, split, merge and undo. */
export interface Editor {
  member: TestMember;
  call: As;
  /** Imports files and gives their workouts in the order of the files. */
  bring(...files: File[]): Promise<Workout[]>;
  edit<T = EditResult>(path: string, body?: unknown, key?: string): Promise<Answer<T>>;
  preview<T = EditPreviews>(path: string, body: unknown): Promise<Answer<T>>;
  edits(workout: number): Promise<WorkoutEdit[]>;
  one(id: number): Promise<Answer<Workout>>;
  /** The packed series as they are stored. */
  bytes(id: number): Promise<Buffer>;
  count(): Promise<number>;
}

export async function editor(api: TestApi): Promise<Editor> {
  const member = await api.signUp();
  const call = as(api, member);
  const internal = <T>(method: string, path: string, body?: unknown, key?: string) =>
    api.call<T>(method, SERVICE_BASES.internal + path, {
      token: member.token,
      ...(body === undefined ? {} : { body }),
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  const one = (id: number) => call<Workout>('GET', `/workout/${id}/`);
  return {
    member,
    call,
    one,
    async bring(...files) {
      const done = await importAll(call, files);
      const ids = files.map(([name]) => done.get(name)!.workouts[0]!.id);
      return Promise.all(ids.map(async (id) => (await one(id)).body));
    },
    edit: (path, body, key) => internal('POST', path, body, key),
    preview: (path, body) => internal('POST', `${path}?preview=true`, body),
    edits: async (workout) =>
      (await internal<{ edits: WorkoutEdit[] }>('GET', `/workoutEdits?workout=${workout}`)).body.edits,
    async bytes(id) {
      const answer = await fetch(`${api.url}${SERVICE_BASES.main}/workout/${id}/streams/`, {
        headers: { authorization: `Bearer ${member.token}` },
      });
      if (answer.status !== 200) throw new Error(`streams of ${id}: ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    },
    count: async () => (await call<{ total_count: number }>('GET', '/workout/')).body.total_count,
  };
}

/** A workout without the time at which it changed last: undoing is a change too. */
export const unstamped = (workout: Workout): Workout => ({ ...workout, updated_datetime: '' });
