import { placeText, readCoordinates } from './coordinates.ts';

/** The same numbers in each run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const parts = (value: number) => {
  const degrees = Math.floor(Math.abs(value));
  const minutes = (Math.abs(value) - degrees) * 60;
  const seconds = Math.round((minutes - Math.floor(minutes)) * 60_000) / 1000;
  return { degrees, minutes, whole: Math.floor(minutes), seconds };
};
const letters = (lat: number, lng: number) => [lat < 0 ? 'S' : 'N', lng < 0 ? 'W' : 'E'];

/** Each way in which people write a place. */
const WRITERS: Readonly<Record<string, (lat: number, lng: number) => string>> = {
  plain: (lat, lng) => `${lat.toFixed(6)}, ${lng.toFixed(6)}`,
  'no comma': (lat, lng) => `${lat.toFixed(6)} ${lng.toFixed(6)}`,
  'no space': (lat, lng) => `(${lat.toFixed(6)},${lng.toFixed(6)})`,
  'decimal comma': (lat, lng) => `${lat.toFixed(6)}; ${lng.toFixed(6)}`.replaceAll('.', ','),
  'long minus': (lat, lng) => `${lat.toFixed(6)}, ${lng.toFixed(6)}`.replaceAll('-', '−'),
  'letters behind': (lat, lng) => {
    const [a, b] = letters(lat, lng);
    return `${Math.abs(lat).toFixed(6)} ${a} ${Math.abs(lng).toFixed(6)} ${b}`;
  },
  'letters before, small': (lat, lng) => {
    const [a, b] = letters(lat, lng);
    return `${a}${Math.abs(lat).toFixed(6)}, ${b}${Math.abs(lng).toFixed(6)}`.toLowerCase();
  },
  'longitude first': (lat, lng) => {
    const [a, b] = letters(lat, lng);
    return `${Math.abs(lng).toFixed(6)}${b} ${Math.abs(lat).toFixed(6)}${a}`;
  },
  minutes: (lat, lng) => {
    const [a, b] = letters(lat, lng);
    const [x, y] = [parts(lat), parts(lng)];
    // Below a hundredth of a second nobody writes.
    const minutes = (value: number) => Math.min(59.99999, value).toFixed(5);
    return `${x.degrees}°${minutes(x.minutes)}'${a} ${y.degrees}°${minutes(y.minutes)}'${b}`;
  },
  'minutes set apart': (lat, lng) => {
    const [a, b] = letters(lat, lng);
    const [x, y] = [parts(lat), parts(lng)];
    const minutes = (value: number) => Math.min(59.99999, value).toFixed(5);
    return `${x.degrees} ${minutes(x.minutes)} ${a}, ${y.degrees} ${minutes(y.minutes)} ${b}`;
  },
  seconds: (lat, lng) => {
    const [a, b] = letters(lat, lng);
    const [x, y] = [parts(lat), parts(lng)];
    const seconds = (value: number) => Math.min(59.999, value).toFixed(3);
    return `${x.degrees}° ${x.whole}′ ${seconds(x.seconds)}″ ${a}, ${y.degrees}° ${y.whole}′ ${seconds(y.seconds)}″ ${b}`;
  },
  'signed degrees': (lat, lng) => `${lat.toFixed(6)}°, ${lng.toFixed(6)}°`,
};

it.each(Object.entries(WRITERS))('[ROUTE-05] reads what people write: %s', (_, write) => {
  const random = chance(7);
  for (let i = 0; i < 500; i++) {
    const place = { lat: random() * 180 - 90, lng: random() * 360 - 180 };
    const text = write(place.lat, place.lng);
    const read = readCoordinates(text);
    if (read === null || read === 'nowhere') throw new Error(`${text} was read as ${String(read)}`);
    expect(Math.abs(read.lat - place.lat)).toBeLessThan(2e-6);
    expect(Math.abs(read.lng - place.lng)).toBeLessThan(2e-6);
  }
});

it('[ROUTE-05] reads the forms that the field names, and its own', () => {
  expect(readCoordinates('12.34, -56.78')).toEqual({ lat: 12.34, lng: -56.78 });
  expect(readCoordinates(' 12.34 N 56.78 W ')).toEqual({ lat: 12.34, lng: -56.78 });
  expect(readCoordinates('12°20.4′N 56°46.8′W')).toEqual({ lat: 12.34, lng: -56.78 });
  expect(readCoordinates('geo:0.5,-150')).toEqual({ lat: 0.5, lng: -150 });
  expect(readCoordinates(placeText({ lat: 0.5, lng: -150 }))).toEqual({ lat: 0.5, lng: -150 });
});

it('[ROUTE-05] knows numbers that are no place on earth from texts that are no numbers', () => {
  for (const text of ['95, 11', '11.5, 190', '91 N 11 E', '-90.1, 0'])
    expect([text, readCoordinates(text)]).toEqual([text, 'nowhere']);
  for (const text of [
    '',
    'Austin',
    '48.1',
    '1, 2, 3',
    '12 Main Street',
    '48 N 11 N',
    '48°61′N 11°E',
    '-48 N 11 E',
  ])
    expect([text, readCoordinates(text)]).toEqual([text, null]);
});
