import type { WorkoutSummary } from '@waymark/api-contract';
import { fileWords } from '@waymark/remote';

export type FileFormat = 'fit' | 'gpx' | 'tcx';

/** '2026-05-01 Morning run.fit', by the day where the workout was. */
export function fileNameOf(
  { name, start_datetime: start, start_locale_timezone: timeZone }: WorkoutSummary,
  format: FileFormat,
): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(start));
  return `${[day, fileWords(name)].filter(Boolean).join(' ')}.${format}`;
}
