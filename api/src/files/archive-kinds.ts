import type { ZipFile } from 'yauzl';
import { gunzipSync, constants } from 'node:zlib';
import { detectFormat } from './detect.ts';
import { fitTypeOf } from './fit-type.ts';
import { FileProblem } from './problem.ts';
import { entryHead, type EntryRef } from './zip-entry.ts';

/** What a file without a workout is, in the words of the summary. */
export type Kind = 'photo' | 'everyday' | 'route' | 'other';

const HEAD_BYTES = 4096;
const TABLES = /(?:^|\/)(?:activities\.csv|(?=[^/]*summarizedActivities)[^/]*\.json)$|_gear\.json$/iu;
const WORKOUTS = /\.(gpx|tcx)(\.gz)?$/iu;
const PHOTOS = /\.(jpe?g|png|gif|heic|heif|webp|avif|tiff?|bmp|svg|mp4|mov|m4v|avi|webm)$/iu;
const OTHERS = /\.(csv|json|txt|html?|pdf|md|xlsx?|docx?|js|css|ini|log|sqlite|db|kmz?l?|ics|mp3|wav)$/iu;

/** Folders of routes beside the tables in which Strava lists activities. */
export const inFolders = (folders: readonly string[]): readonly string[] =>
  folders.map((folder) => `${folder}routes/`.toLowerCase());

/** By its name alone, where that is enough; null when one has to look into it. */
export function kindOfName(
  name: string,
  routes: readonly string[],
): Kind | 'workout' | 'archive' | 'table' | null {
  if (TABLES.test(name)) return 'table';
  if (/\.zip$/iu.test(name)) return 'archive';
  const lower = name.toLowerCase();
  if (routes.some((folder) => lower.startsWith(folder))) return 'route';
  if (WORKOUTS.test(name)) return 'workout';
  if (PHOTOS.test(name)) return 'photo';
  return OTHERS.test(name) ? 'other' : null;
}

/** By its first bytes; a damaged file counts as a workout when it is named one, so that it is told of. */
export async function kindOf(zip: ZipFile, ref: EntryRef): Promise<Kind | 'workout'> {
  const head = await entryHead(zip, ref, HEAD_BYTES).catch(() => null);
  return head ? kindOfHead(head) : 'workout';
}

function kindOfHead(head: Buffer, unfolded = false): Kind | 'workout' {
  try {
    const format = detectFormat(head);
    if (format === 'gzip' && !unfolded) {
      return kindOfHead(gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }), true);
    }
    if (format !== 'fit') return 'workout';
    const type = fitTypeOf(head);
    if (type === 'workout') return 'workout';
    return type === 'course' ? 'route' : 'everyday';
  } catch (error) {
    if (!(error instanceof FileProblem)) return 'workout';
    return error.code === 'not_a_workout' ? 'other' : 'workout';
  }
}
