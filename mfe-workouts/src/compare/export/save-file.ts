import type { WorkoutSummary } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';

export type FileFormat = 'fit' | 'gpx' | 'tcx';

/** What file systems refuse. */
const UNFIT = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu;

/** '2026-05-01 Morning run.fit', by the day where the workout was. */
export function fileNameOf(
  { name, start_datetime: start, start_locale_timezone: timeZone }: WorkoutSummary,
  format: FileFormat,
): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(start));
  const words = Array.from(name.replaceAll(UNFIT, ' ').replaceAll(/\s+/g, ' ')).slice(0, 80).join('').trim();
  return `${[day, words].filter(Boolean).join(' ')}.${format}`;
}

/** Has the browser save bytes under a name. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  const link = document.createElement('a');
  Object.assign(link, { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers begin to read only after the click is over.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** A refusal of a call for bytes comes as bytes too: its sentence is read out of them. */
export async function problemIn(error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError) || !(error.body instanceof Blob)) return error;
  try {
    return new ApiError(error.status, '', JSON.parse(await error.body.text()));
  } catch {
    return error;
  }
}
