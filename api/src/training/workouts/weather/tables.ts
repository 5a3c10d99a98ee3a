import type { Weather } from '@waymark/api-contract';
import type { JSONColumnType } from 'kysely';

/** What is known of the weather of a workout, for the place and hour that were asked for. */
export interface WorkoutWeatherTable {
  user_id: number;
  workout_id: number;
  status: 'pending' | 'ready' | 'unavailable';
  weather: JSONColumnType<Weather> | null;
  /** Degrees of two decimals, about a kilometre: the provider must not learn where somebody lives. */
  lat: number;
  lng: number;
  /** The full hour next to the start. */
  hour: Date;
  /** Questions that were asked in vain. */
  tries: number;
  next_at: Date;
  updated_at: Date;
}

/** Tables of the weather service. */
export interface WeatherTables {
  workout_weather: WorkoutWeatherTable;
}

declare module '../../../kernel/database/tables.ts' {
  interface Database extends WeatherTables {}
}
