import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Provider {
  url: string;
  /** Every question, newest last. */
  asked: URLSearchParams[];
  /** What it does with the next questions: answers the day, or as told. */
  behave(how: (answer: ServerResponse, question: URLSearchParams) => unknown): void;
  stop(): Promise<void>;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** A day of weather as the public API writes it: its temperature is the hour, its code what was told. */
export const dayOf = (date: string, code = 61, hours = HOURS) => ({
  latitude: 52.2,
  longitude: 21.0,
  utc_offset_seconds: 0,
  timezone: 'UTC',
  hourly_units: { temperature_2m: '°C', wind_speed_10m: 'm/s' },
  hourly: {
    time: hours.map((hour) => `${date}T${String(hour).padStart(2, '0')}:00`),
    temperature_2m: hours.map((hour) => hour + 0.5),
    apparent_temperature: hours.map((hour) => hour - 1),
    relative_humidity_2m: hours.map(() => 80),
    wind_speed_10m: hours.map(() => 4.2),
    wind_direction_10m: hours.map(() => 270),
    precipitation: hours.map(() => 0.3),
    weather_code: hours.map(() => code),
  },
});

export const sendDay = (answer: ServerResponse, question: URLSearchParams): void => {
  answer.setHeader('content-type', 'application/json');
  answer.end(JSON.stringify(dayOf(question.get('start_date')!)));
};

/** A weather API of this machine. */
export async function startProvider(): Promise<Provider> {
  const asked: URLSearchParams[] = [];
  let how: Parameters<Provider['behave']>[0] = sendDay;
  const server = createServer((request, answer) => {
    const { searchParams } = new URL(request.url!, 'http://localhost');
    asked.push(searchParams);
    how(answer, searchParams);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/archive`,
    asked,
    behave: (next) => (how = next),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
