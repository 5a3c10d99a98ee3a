/** Languages in which Strava writes its tables. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'tr', 'id'];

const normalizeWord = (word: string) =>
  word
    .normalize('NFD')
    .replaceAll(/[\p{M}.]/gu, '')
    .toLowerCase();

let cache: Map<string, number> | null = null;

/** Months by short or long name in any of the languages; ambiguous names are left out. */
function monthsByName(): Map<string, number> {
  if (cache) return cache;
  cache = new Map();
  const ambiguous = new Set<string>();
  for (const language of LANGUAGES) {
    for (const style of ['short', 'long'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' });
      for (let month = 0; month < 12; month++) {
        const part = format.formatToParts(Date.UTC(2024, month, 1)).find(({ type }) => type === 'month');
        const name = normalizeWord(part?.value ?? '');
        if ((cache.get(name) ?? month) !== month) ambiguous.add(name);
        cache.set(name, month);
      }
    }
  }
  for (const name of ambiguous) cache.delete(name);
  return cache;
}

/** Hours and minutes in 12 or 24 hours. */
const CLOCK = /(\d{1,2})[:.h](\d{2})(?:[:.m](\d{2}))?\s*([ap])?\.?\s?m?\.?/iu;

function parseClock(text: string): number | null {
  const found = CLOCK.exec(text);
  if (!found) return null;
  const [hour, minute, second] = [found[1], found[2], found[3] ?? '0'].map(Number) as [
    number,
    number,
    number,
  ];
  const half = found[4]?.toLowerCase();
  const hours = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour;
  return hours < 24 && minute < 60 && second < 60 ? (hours * 60 + minute) * 60 + second : null;
}

function parseDay(text: string): [year: number, month: number, day: number] | null {
  const iso = /^(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})/u.exec(text);
  if (iso) return [Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])];
  const year = /\d{4}/u.exec(text)?.[0];
  if (!year) return null;
  const word = (text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [])
    .map((each) => monthsByName().get(normalizeWord(each)))
    .find((month) => month !== undefined);
  const numbers = (text.replace(year, ' ').match(/\d+/gu) ?? []).map(Number);
  if (word !== undefined) return numbers.length >= 1 ? [Number(year), word, numbers[0]!] : null;
  const [first, second] = numbers;
  if (first === undefined || second === undefined) return null;
  // Day before month, as in every language but English, which writes months as words.
  return second > 12 ? [Number(year), first - 1, second] : [Number(year), second - 1, first];
}

/** Longer values are no dates. */
const MAX_LENGTH = 100;

/** Parses a date of a table, such as `Jan 5, 2020, 7:30:12 PM` or `5 janv. 2020 à 19:30:12`. Tables are in UTC. */
export function parseTableDate(value: string): Date | null {
  const text = value.replaceAll(/[\u202F\u00A0]/gu, ' ').trim();
  if (value.length > MAX_LENGTH) return null;
  // unchecked expression: a day can be found in several ways; the text has at most MAX_LENGTH characters.
  const split = /^(.*?\d{4}|\d{4}\D\d{1,2}\D\d{1,2})\D*?[\s,T]\s*(?:\p{L}+\s+)?(\d{1,2}[:.h]\d{2}.*)$/u.exec(
    text,
  );
  if (!split) return null;
  const day = parseDay(split[1]!);
  const clock = parseClock(split[2]!);
  if (!day || clock === null) return null;
  const [year, month, date] = day;
  const moment = new Date(Date.UTC(year, month, date) + clock * 1000);
  const possible = year >= 1950 && year < 2200 && moment.getUTCMonth() === month && date >= 1;
  return possible ? moment : null;
}
