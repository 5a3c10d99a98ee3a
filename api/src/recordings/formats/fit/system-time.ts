import type { Recording } from '../../model/recording.ts';
import { FIT_EPOCH } from './record-fields.ts';

/** Times of FIT below this count the seconds since the device was switched on: its clock was not set. */
const SYSTEM_TIME_SECONDS = 0x10000000;
const SYSTEM_TIME_END_MS = (FIT_EPOCH + SYSTEM_TIME_SECONDS) * 1000;

/**
 * Dates the workouts of a device whose clock was not set by the moment at which their file was created, where that is
 * known: the first of them begins then.
 * @param createdAt ms since 1970
 */
export function dateSystemTimes(recordings: readonly Recording[], createdAt: number | null): void {
  const times = recordings.flatMap(timesOf);
  const first = Math.min(...times);
  if (times.length === 0 || Math.max(...times) >= SYSTEM_TIME_END_MS) return;
  const isDated = createdAt !== null && createdAt >= SYSTEM_TIME_END_MS;
  for (const recording of recordings) {
    if (isDated) shiftTimes(recording, createdAt - first);
    recording.warnings.push(
      isDated
        ? 'The clock of the device was not set. The workout is dated by when its file was created.'
        : 'The clock of the device was not set, so the date of this workout is wrong. Edit the workout to correct it.',
    );
  }
}

/** The start of a recording, and its first and last sample. */
function timesOf({ start, samples, legs }: Recording): number[] {
  const all = samples.at.subarray(0, samples.n);
  const isTime = (time: number) => !Number.isNaN(time);
  const own = [start, all.find(isTime), all.findLast(isTime)];
  return [...own.filter((time) => time !== null && time !== undefined), ...legs.flatMap(timesOf)];
}

function shiftTimes(recording: Recording, ms: number): void {
  const { samples, laps, lengths, pauses, legs, start, timerStart } = recording;
  if (start !== null) recording.start = start + ms;
  if (timerStart !== null) recording.timerStart = timerStart + ms;
  for (let i = 0; i < samples.n; i++) samples.at[i]! += ms;
  for (const lap of laps) lap.start += ms;
  for (const length of lengths) {
    length.from += ms;
    length.to += ms;
  }
  recording.pauses = pauses.map(([from, to]) => [from + ms, to + ms]);
  for (const leg of legs) shiftTimes(leg, ms);
}
