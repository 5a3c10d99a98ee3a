import { setTimeout as wait } from 'node:timers/promises';
import type { Weather } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import type { Context } from '../../../kernel/server/context.ts';
import { askProvider, NoWeather } from './provider.ts';
import type { WorkoutWeatherTable } from './tables.ts';

export type WeatherRow = Selectable<WorkoutWeatherTable>;

/** The queue's name for asking about one workout. */
export const ASK = 'weather.ask';
export interface AskJob {
  userId: number;
  workoutId: number;
  tries: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds before asking again, by how often it was in vain; archives take some days to know the latest. */
const BACKOFF = [MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR, 72 * HOUR];
const MAX_WAIT = HOUR;
/** What an archive does not have by then it will not get. */
const SETTLED_MS = 10 * 24 * HOUR * 1000;

/** Queues the question; it waits until its time has come. */
export function queueQuestion(
  { jobs, now }: Context,
  { user_id: userId, workout_id: workoutId, tries, next_at }: Omit<WeatherRow, 'weather'>,
): Promise<void> {
  const afterSeconds = Math.max(0, Math.ceil((next_at.getTime() - now().getTime()) / 1000));
  // Each try is work of its own: while one runs, its key could not be queued again.
  return jobs.send<AskJob>(ASK, { userId, workoutId, tries }, { key: `${workoutId}:${tries}`, afterSeconds });
}

/** Lets questions pass one after another, so many a minute. */
export function pace(perMinute: number): (signal?: AbortSignal) => Promise<void> {
  const between = 60_000 / perMinute;
  let next = 0;
  return async (signal) => {
    const now = performance.now();
    const from = Math.max(now, next);
    next = from + between;
    if (from > now) await wait(from - now, undefined, signal ? { signal } : {});
  };
}

/** Asks for the weather of one workout and notes what came of it. It may be called again at any point. */
export async function askWeather(
  context: Context,
  turn: (signal?: AbortSignal) => Promise<void>,
  { userId, workoutId, tries }: AskJob,
  signal?: AbortSignal,
): Promise<void> {
  const row = await context.db
    .selectFrom('workout_weather')
    .selectAll()
    .where('user_id', '=', userId)
    .where('workout_id', '=', workoutId)
    .where('status', '=', 'pending')
    .where('tries', '=', tries)
    .executeTakeFirst();
  if (!row || !context.env.WEATHER_URL) return;
  await turn(signal);
  try {
    const weather = await askProvider(context.env, row, context.now(), signal);
    await note(context, row, { status: 'ready', weather: JSON.stringify(weather satisfies Weather) });
  } catch (error) {
    // The process is stopping: the next start asks.
    if (signal?.aborted || !(error instanceof NoWeather)) throw error;
    await inVain(context, row, error);
  }
}

async function inVain(context: Context, row: WeatherRow, error: NoWeather): Promise<void> {
  const now = context.now();
  context.log.info({ workout: row.workout_id, tries: row.tries + 1, why: error.message }, 'no weather yet');
  const settled = error.final && now.getTime() - row.hour.getTime() > SETTLED_MS;
  const backoff = BACKOFF[row.tries];
  if (settled || backoff === undefined) {
    await note(context, row, { status: 'unavailable', tries: row.tries + 1 });
    return;
  }
  const seconds = Math.max(backoff, Math.min(error.wait, MAX_WAIT));
  const next = { tries: row.tries + 1, next_at: new Date(now.getTime() + seconds * 1000) };
  if (await note(context, row, next)) await queueQuestion(context, { ...row, ...next });
}

/** Only while the question is the same: a workout may have got another place or hour meanwhile. */
async function note(
  { db, now }: Context,
  row: WeatherRow,
  change: { status?: 'ready' | 'unavailable'; weather?: string; tries?: number; next_at?: Date },
): Promise<boolean> {
  const done = await db
    .updateTable('workout_weather')
    .set({ ...change, updated_at: now() })
    .where('user_id', '=', row.user_id)
    .where('workout_id', '=', row.workout_id)
    .where('status', '=', 'pending')
    .where('tries', '=', row.tries)
    .where('hour', '=', row.hour)
    .where('lat', '=', row.lat)
    .where('lng', '=', row.lng)
    .returning('workout_id')
    .executeTakeFirst();
  return done !== undefined;
}
