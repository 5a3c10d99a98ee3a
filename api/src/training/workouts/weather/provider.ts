import type { Weather } from '@waymark/api-contract';
import { z } from 'zod';
import type { Env } from '../../../kernel/server/env.ts';
import type { Place } from './weather-location.ts';

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 1024 * 1024;
const DAY_MS = 86_400_000;
/** How far back the source of recent weather is asked; archives lack the last days. */
const RECENT_MS = 14 * DAY_MS;

const FIELDS = [
  'temperature_2m',
  'apparent_temperature',
  'relative_humidity_2m',
  'wind_speed_10m',
  'wind_direction_10m',
  'precipitation',
  'weather_code',
] as const;

/** What no place on earth has is no measurement. */
const between = (min: number, max: number) => z.array(z.number().min(min).max(max).nullable().catch(null));
const Answer = z.object({
  hourly: z.object({
    time: z.array(z.string()),
    temperature_2m: between(-95, 65),
    apparent_temperature: between(-130, 90).optional(),
    relative_humidity_2m: between(0, 100).optional(),
    wind_speed_10m: between(0, 120).optional(),
    wind_direction_10m: between(0, 360).optional(),
    precipitation: between(0, 500).optional(),
    weather_code: between(0, 99).optional(),
  }),
});

/** WMO code 4677 in the steps that the API answers with; the highest that is not above a code names it. */
const CONDITIONS: readonly (readonly [from: number, condition: string])[] = [
  [95, 'thunderstorm'],
  [85, 'snow'],
  [80, 'rain'],
  [71, 'snow'],
  [61, 'rain'],
  [51, 'drizzle'],
  [45, 'fog'],
  [3, 'cloudy'],
  [2, 'partly_cloudy'],
  [0, 'clear'],
];
const conditionOf = (code: number | null): string | null =>
  code === null ? null : (CONDITIONS.find(([from]) => code >= from)?.[1] ?? null);

/** The provider could not say; `final` when asking again would not help. */
export class NoWeather extends Error {
  override readonly name = 'NoWeather';
  /** Nothing to wait for: the provider understood the question and has nothing. */
  readonly final: boolean;
  /** Seconds that the provider asks to be left alone for. */
  readonly wait: number;
  constructor(message: string, { final = false, wait = 0 } = {}) {
    super(message);
    this.final = final;
    this.wait = wait;
  }
}

/** The question for the day of an hour, in the form of Open-Meteo's hourly calls, all in UTC and m/s. */
function questionFor(env: Env, { lat, lng, hour }: Place, now: Date): URL {
  const recent = now.getTime() - hour.getTime() < RECENT_MS;
  const url = new URL((recent && env.WEATHER_RECENT_URL) || env.WEATHER_URL!);
  const day = hour.toISOString().slice(0, 10);
  const asked: Record<string, string> = {
    latitude: lat.toFixed(2),
    longitude: lng.toFixed(2),
    start_date: day,
    end_date: day,
    hourly: FIELDS.join(','),
    wind_speed_unit: 'ms',
    timezone: 'UTC',
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url;
}

/** @throws NoWeather when the provider does not answer, answers nonsense, or has nothing for this hour */
export async function askProvider(env: Env, place: Place, now: Date, signal?: AbortSignal): Promise<Weather> {
  const ends = AbortSignal.timeout(TIMEOUT_MS);
  const text = await fetchText(questionFor(env, place, now), signal ? AbortSignal.any([ends, signal]) : ends);
  return readAnswer(text, place.hour);
}

async function fetchText(url: URL, signal: AbortSignal): Promise<string> {
  try {
    const answer = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } });
    if (!answer.ok) {
      await answer.body?.cancel();
      const wait = Number(answer.headers.get('retry-after')) || 0;
      // 400 is how the API says that it has no data for a date.
      throw new NoWeather(`answered ${answer.status}`, { final: answer.status === 400, wait });
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new NoWeather('answered more than a day of weather');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  } catch (error) {
    if (error instanceof NoWeather) throw error;
    throw new NoWeather(`did not answer: ${(error as Error).message}`);
  }
}

/** @throws NoWeather for what is not in the known form, and for an hour that is missing */
export function readAnswer(text: string, hour: Date): Weather {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new NoWeather('answered no JSON');
  }
  const result = Answer.safeParse(json);
  if (!result.success) throw new NoWeather('answered in an unknown form');
  const { hourly } = result.data;
  const at = hourly.time.indexOf(hour.toISOString().slice(0, 16));
  const temperature = hourly.temperature_2m[at] ?? null;
  if (temperature === null) throw new NoWeather('has nothing for this hour', { final: true });
  return {
    temperature,
    feels_like: hourly.apparent_temperature?.[at] ?? null,
    humidity: hourly.relative_humidity_2m?.[at] ?? null,
    wind_speed: hourly.wind_speed_10m?.[at] ?? null,
    wind_direction: hourly.wind_direction_10m?.[at] ?? null,
    precipitation: hourly.precipitation?.[at] ?? null,
    condition: conditionOf(hourly.weather_code?.[at] ?? null),
    observed_datetime: hour.toISOString(),
  };
}
