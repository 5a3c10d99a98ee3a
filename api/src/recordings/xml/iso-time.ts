import { isZoneOffset } from '../zone-offset.ts';

const MONTH_DAYS = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

function digits(bytes: Buffer, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const digit = bytes[i]! - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Milliseconds since 1970 of midnight UTC. */
function dayStart(year: number, month: number, day: number): number {
  const leap = month > 2 && ((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0) ? 1 : 0;
  const before = year - 1;
  const days = before * 365 + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  return (days + MONTH_DAYS[month - 1]! + leap + day - 1 - 719162) * 86400000;
}

/** Seconds since 1970 have 10 digits from 2001 to 2286, milliseconds 13. */
const UNIX_SECONDS = /^\d{10}(?:\.\d{1,9})?$/;
const UNIX_MILLISECONDS = /^\d{13}(?:\.\d{1,9})?$/;

/**
 * A moment in the forms of ISO 8601 and near them: with or without separators, seconds, fraction and zone; a comma before
 * the fraction; blanks, `UTC` or a name in brackets around the zone. The groups are year, separator, month, day, hour,
 * minute, second, fraction, and hours and minutes of the offset.
 */
const ANY_FORM =
  /^(\d{4})([-/.]?)(\d\d?)\2(\d\d?)(?:[Tt ] ?(\d\d?):?(\d\d)(?::?(\d\d)(?:[.,](\d{0,18}))?)? ?(?:[Zz]|UTC|GMT)?(?:([+\-\u2212]\d\d)(?::?(\d\d))?)?[Zz]?(?:\[[\w/+-]{1,40}\])?)?$/;
/** No clock is farther from UTC, in minutes. */
const MAX_OFFSET = 18 * 60;

/**
 * A time as workout files write it, in ms since 1970; NaN when it is none. The form `YYYY-MM-DDTHH:MM:SS[.fff]Z` is read
 * by hand, some ten times faster than the others (see `ANY_FORM`). A time without a zone counts as UTC, as both formats
 * demand. Some apps write seconds or milliseconds since 1970: whether the moment is plausible is decided where all times
 * are (see `buildTimeline`).
 */
export function parseTime(text: string): number {
  const bytes = Buffer.from(text);
  return parseTimeBytes(bytes, 0, bytes.length);
}

/** The same of the bytes from `from` to before `to`, without a text being made of them. */
export function parseTimeBytes(bytes: Buffer, from: number, to: number): number {
  let at = from;
  let end = to;
  while (at < end && bytes[at]! <= 32) at++;
  while (end > at && bytes[end - 1]! <= 32) end--;
  if (end - at >= 20 && bytes[end - 1] === 90 && bytes[at + 10] === 84) {
    const time = parsePlainTime(bytes, at, end);
    if (time === time) return time;
  }
  const text = bytes.toString('utf8', at, end).trim();
  const parts = ANY_FORM.exec(text);
  return parts ? parseParts(parts) : parseUnixTime(text);
}

function parseParts(parts: RegExpExecArray): number {
  const [, , separator, month, day, hour, , , fraction, offset] = parts;
  // Without separators each part has both of its digits, and a date alone could be any number.
  if (separator === '' && (month!.length < 2 || day!.length < 2 || hour === undefined)) return Number.NaN;
  const [year, hours, minutes, seconds, offsetMinutes] = [1, 5, 6, 7, 10].map((at) => Number(parts[at] ?? 0));
  const ahead = offset === undefined ? 0 : Number(offset.slice(1)) * 60 + offsetMinutes!;
  if (!isClockTime(Number(month), Number(day), hours!, minutes!, seconds!) || ahead > MAX_OFFSET)
    return Number.NaN;
  const local =
    (hours! * 60 + minutes!) * 60_000 + seconds! * 1000 + Math.floor(Number(`0.${fraction || 0}`) * 1000);
  return (
    dayStart(year!, Number(month), Number(day)) + local - (offset?.startsWith('+') ? ahead : -ahead) * 60_000
  );
}

const LONGEST_OFFSET = '+00:00'.length;

/** Minutes that the local clock is ahead of UTC; null where the time does not say so, as in UTC itself. */
export function parseOffset(text: string): number | null {
  const moment = text.trim();
  // The end of a date alone looks like an offset.
  const clock = moment.slice(moment.search(/[Tt ]/)).slice(-LONGEST_OFFSET);
  const [, sign, hours, minutes] = /([+\-\u2212])(\d\d):?(\d\d)?$/.exec(clock) ?? [];
  if (sign === undefined || Number.isNaN(parseTime(text))) return null;
  const minutesAhead = (Number(hours) * 60 + Number(minutes ?? 0)) * (sign === '+' ? 1 : -1);
  return minutesAhead !== 0 && isZoneOffset(minutesAhead) ? minutesAhead : null;
}

const isClockTime = (month: number, day: number, hour: number, minute: number, second: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 25 && minute < 60 && second < 61;

function parseUnixTime(text: string): number {
  if (UNIX_MILLISECONDS.test(text)) return Math.round(Number(text));
  return UNIX_SECONDS.test(text) ? Math.round(Number(text) * 1000) : Number.NaN;
}

function parsePlainTime(bytes: Buffer, at: number, end: number): number {
  const month = digits(bytes, at + 5, 2);
  const day = digits(bytes, at + 8, 2);
  const hour = digits(bytes, at + 11, 2);
  const minute = digits(bytes, at + 14, 2);
  const second = digits(bytes, at + 17, 2);
  if (!isClockTime(month, day, hour, minute, second)) return Number.NaN;
  let milliseconds = 0;
  if (end - at > 20) {
    const places = Math.min(3, end - at - 21);
    milliseconds = digits(bytes, at + 20, places) * (places === 3 ? 1 : places === 2 ? 10 : 100);
    if (bytes[at + 19] !== 46) return Number.NaN;
  }
  return (
    dayStart(digits(bytes, at, 4), month, day) + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds
  );
}
