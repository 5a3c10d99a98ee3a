import { SERVICE_BASES, type Workout, type WorkoutInput } from '@waymark/api-contract';
import type { Answer, CallOptions, TestApi, TestMember } from '../../testing/api.ts';

const BASE = SERVICE_BASES.main;

/** Calls of the main API as one member (or, without one, as a visitor). */
export function as(api: TestApi, member: Pick<TestMember, 'token'> | null) {
  return <T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>> => {
    const options: CallOptions = {};
    if (member) options.token = member.token;
    if (body !== undefined) options.body = body;
    if (headers) options.headers = headers;
    return api.call<T>(method, BASE + path, options);
  };
}
export type As = ReturnType<typeof as>;

export const RUN: WorkoutInput = {
  name: 'Morning run',
  activity_type_id: 16,
  start_datetime: '2026-05-01T07:30:00+02:00',
  start_locale_timezone: 'Europe/Warsaw',
  duration: 3600,
  distance: 10_000,
};

/** Logs a workout; throws when the API does not take it. */
export async function log(call: As, overrides: Partial<WorkoutInput> = {}): Promise<Workout> {
  const answer = await call<Workout>('POST', '/workout/', { ...RUN, ...overrides });
  if (answer.status !== 201) throw new Error(`log: ${answer.status} ${answer.text}`);
  return answer.body;
}
