import { type WeatherAssociation, weatherCalls } from '@waymark/api-contract';
import type { Context } from '../../../kernel/server/context.ts';
import { route } from '../../../kernel/server/route.ts';
import { openWorkout, type VisibleWorkout } from '../../privacy/visible-workout.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import { type Place, placeOf } from './weather-location.ts';
import { queueQuestion, type WeatherRow } from './weather-job.ts';

type Owned = Pick<WorkoutRow, 'user_id' | 'id'>;

const weatherOf = ({ db }: Context, { user_id, id }: Owned): Promise<WeatherRow | undefined> =>
  db
    .selectFrom('workout_weather')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('workout_id', '=', id)
    .executeTakeFirst();

const sameQuestion = (row: WeatherRow, place: Place) =>
  row.lat === place.lat && row.lng === place.lng && row.hour.getTime() === place.hour.getTime();

/** Has the provider asked about a workout, unless that is under way already. */
export async function ask(context: Context, workout: Owned, place: Place): Promise<void> {
  const now = context.now();
  const question = {
    ...place,
    status: 'pending',
    weather: null,
    tries: 0,
    next_at: now,
    updated_at: now,
  } as const;
  const row = await context.db
    .insertInto('workout_weather')
    .values({ ...question, user_id: workout.user_id, workout_id: workout.id })
    .onConflict((at) =>
      at
        .columns(['user_id', 'workout_id'])
        .doUpdateSet(question)
        .where((was) =>
          was.or([
            was('workout_weather.lat', '<>', place.lat),
            was('workout_weather.lng', '<>', place.lng),
            was('workout_weather.hour', '<>', place.hour),
          ]),
        ),
    )
    .returningAll()
    .executeTakeFirst();
  if (row) await queueQuestion(context, row);
}

const NO_WEATHER = { status: 'NOT_APPLICABLE', weather: null } as const;

/** How a workout stands to its weather; the first look at it asks the provider. */
async function associate(
  context: Context,
  workout: VisibleWorkout,
): Promise<Pick<WeatherAssociation, 'status' | 'weather'>> {
  // Its hour and place are those of the start.
  if (workout.view.isPartHidden || workout.view.isMapHidden) return NO_WEATHER;
  const place = placeOf(workout);
  if (!place) return NO_WEATHER;
  const row = await weatherOf(context, workout);
  const known = row && sameQuestion(row, place) ? row : null;
  if (known?.status === 'ready') return { status: 'READY', weather: known.weather };
  if (!context.env.WEATHER_URL) return { status: 'NOT_CONFIGURED', weather: null };
  if (known?.status === 'unavailable') return { status: 'UNAVAILABLE', weather: null };
  if (!known) await ask(context, workout, place);
  return { status: 'PENDING', weather: null };
}

export const associationHandler = route<typeof weatherCalls.association>({
  call: weatherCalls.association,
  access: 'anyone',
  async handler({ context, caller, params, query }) {
    const { workout } = await openWorkout(context, caller, params.id, query.key);
    const { status, weather } = await associate(context, workout);
    const { WEATHER_ATTRIBUTION_NAME: name, WEATHER_ATTRIBUTION_LINK: href } = context.env;
    const self = [{ href: `/v7.1/weather/workout_association/${workout.id}/`, id: String(workout.id) }];
    return {
      workout_id: workout.id,
      status,
      weather,
      attribution: weather && { name, href },
      _links: {
        self,
        workout: [{ href: `/v7.1/workout/${workout.id}/`, id: String(workout.id) }],
        ...(weather && { weather: self }),
      },
    };
  },
});
