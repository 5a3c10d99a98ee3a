/** Lengths in metres. */
export const METERS_PER_MILE = 1609.344;
export const METERS_PER_KILOMETER = 1000;
export const METERS_PER_FOOT = 0.3048;
export const METERS_PER_INCH = 0.0254;
export const METERS_PER_YARD = 0.9144;
export const METERS_PER_NAUTICAL_MILE = 1852;
export const EARTH_RADIUS = 6_371_000;

/** The two weight factors are the product's own and not exact inverses of each other. */
export const POUNDS_PER_KILOGRAM = 2.20462;
export const KILOGRAMS_PER_POUND = 0.45359237;

export const KILOJOULES_PER_KILOCALORIE = 4.184;

/** Times in seconds; a month is 31 days and a year 365. */
export const SECONDS_PER_MINUTE = 60;
export const SECONDS_PER_HOUR = 3600;
export const SECONDS_PER_DAY = 86_400;
export const SECONDS_PER_WEEK = 7 * SECONDS_PER_DAY;
export const SECONDS_PER_MONTH = 31 * SECONDS_PER_DAY;
export const SECONDS_PER_YEAR = 365 * SECONDS_PER_DAY;

/** From these spans on (seconds), a time is told in years, months, days and hours. */
export const TIME_THRESHOLDS = {
  year: 31_536_000,
  month: 2_678_400,
  day: 96 * SECONDS_PER_HOUR,
  hour: SECONDS_PER_HOUR,
} as const;

/** The longest 'at least' distance of a route search, in metres (2,000 miles). */
export const AT_LEAST_DISTANCE_MAX = 3_218_688;

/** What stands in place of a value that is not there. */
export const NO_VALUE = '–';
