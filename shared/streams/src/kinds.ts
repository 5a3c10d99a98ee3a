/** What a sample is stored as when the file gave none. Outside the range any real value reaches. */
export const MISSING = -2147483648;

/**
 * The kinds of time series, with the unit of one step of the stored int32:
 *
 * | kind | unit | note |
 * |---|---|---|
 * | time | ms since the first sample | always there, never falls |
 * | timer | ms of recording time | stands still while the device is paused |
 * | lat, lng | degrees x 1e7 | |
 * | distance | cm since the first sample | never falls |
 * | altitude | cm above sea level | |
 * | heartrate | beats a minute | |
 * | cadence | steps a minute on foot, turns or strokes a minute elsewhere | |
 * | power | W | |
 * | speed | mm/s | as the device gave it, or from distance over 5 s each way |
 * | temperature | 0.1 degrees Celsius | |
 * | moving | 1 when the step that ends at this sample counts as moving, else 0 | |
 */
export const STREAM_KINDS = [
  'time',
  'timer',
  'lat',
  'lng',
  'distance',
  'altitude',
  'heartrate',
  'cadence',
  'power',
  'speed',
  'temperature',
  'moving',
] as const;

export type StreamKind = (typeof STREAM_KINDS)[number];

/** Columns of one workout, all of length `n`. A kind the workout has no sample of is absent. */
export type Streams = { n: number; columns: Partial<Record<StreamKind, Int32Array>> };

export type Range = { min: number; max: number; avg: number };
