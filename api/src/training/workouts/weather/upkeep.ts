import type { Trx } from '../../../kernel/database/tables.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ask } from './association.ts';
import { placeOf } from './weather-location.ts';
import { queueQuestion } from './weather-job.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH_SIZE = 1000;

/** Forgets the weather of workouts that end for good, in the same transaction. */
export async function releaseWeather(trx: Trx, userId: number, workoutIds: readonly number[]): Promise<void> {
  if (workoutIds.length === 0) return;
  await trx
    .deleteFrom('workout_weather')
    .where('user_id', '=', userId)
    .where('workout_id', 'in', workoutIds)
    .execute();
}

/** Questions that a killed process left without work. */
async function queueDue(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom('workout_weather')
    .selectAll()
    .where('status', '=', 'pending')
    .where('next_at', '<=', context.now())
    .orderBy('next_at')
    .limit(BATCH_SIZE)
    .execute();
  for (const row of due) await queueQuestion(context, row);
}

/** What came in lately and began lately; years that somebody brings along are asked for when they are looked at. */
export async function askForRecent(context: Context): Promise<void> {
  const { db, env } = context;
  const now = context.now().getTime();
  const recent = await db
    .selectFrom('workouts as workout')
    .leftJoin('workout_weather as weather', (join) =>
      join.onRef('weather.user_id', '=', 'workout.user_id').onRef('weather.workout_id', '=', 'workout.id'),
    )
    .select(['workout.user_id', 'workout.id', 'activity_type_id', 'start_at', 'polyline'])
    .where('workout.created_at', '>', new Date(now - 3 * HOUR_MS))
    .where('workout.polyline', 'is not', null)
    .where('workout.parent_id', 'is', null)
    .where('workout.deleted_at', 'is', null)
    .where('workout.source', '<>', 'sample')
    .where('workout.start_at', '>', new Date(now - env.WEATHER_DAYS * DAY_MS))
    .where('weather.workout_id', 'is', null)
    .limit(BATCH_SIZE)
    .execute();
  for (const workout of recent) {
    const place = placeOf(workout);
    if (place) await ask(context, workout, place);
  }
}

export async function upkeep(context: Context): Promise<void> {
  if (!context.env.WEATHER_URL) return;
  await queueDue(context);
  await askForRecent(context);
}
