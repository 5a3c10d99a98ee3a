import type { Workout } from '@waymark/api-contract';

type Start = Pick<Workout, 'start_datetime' | 'start_locale_timezone' | 'start_utc_offset'>;

const FORMAT: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
};

/** This clock shows another time than the workout's did. */
const isElsewhere = ({ start_datetime: start, start_utc_offset: offset }: Start): boolean =>
  offset !== -new Date(start).getTimezoneOffset();

/** Day and time of the start as a clock showed it where the workout was; with its zone where this clock differs. */
export function startText(workout: Start, locale: string): string {
  if (/^en(-us)?$/i.test(locale)) return startInEnglish(workout);
  const { start_datetime: start, start_locale_timezone: timeZone } = workout;
  const format: Intl.DateTimeFormatOptions = { ...FORMAT, timeZone };
  if (isElsewhere(workout)) format.timeZoneName = 'short';
  return new Intl.DateTimeFormat(locale, format).format(new Date(start));
}

/** As `Intl` writes it, whose first use takes a tenth of a second on a slow phone and falls into the first view. */
export function startInEnglish(workout: Start): string {
  const { start_datetime: start, start_utc_offset: offset } = workout;
  const at = new Date(Date.parse(start) + offset * 60_000);
  const [weekday, day, month, year] = at.toUTCString().split(/,? /);
  const hours = at.getUTCHours();
  const time = `${hours % 12 || 12}:${two(at.getUTCMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
  return `${weekday}, ${month} ${day}, ${year}, ${time}${isElsewhere(workout) ? ` ${zoneName(offset)}` : ''}`;
}

function zoneName(offset: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const behind = minutes ? `:${two(minutes)}` : '';
  return offset ? `GMT${offset < 0 ? '-' : '+'}${hours}${behind}` : 'GMT';
}

const two = (value: number): string => String(value).padStart(2, '0');
