import type { ZipFile } from 'yauzl';
import { gunzipSync, constants } from 'node:zlib';
import { detectFormat } from '../../recordings/formats/detect-format.ts';
import { FileProblem } from '../../recordings/file-problem.ts';
import { entryHead, type EntryRef } from '../../recordings/zip/zip-entry.ts';

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

const ACTIVITY = 4;
const SUMMARY = 20;
const COURSE = 6;
const UNKNOWN = 0xff;
const DEFINITION = 0x40;
const DEVELOPER = 0x20;

/** What a FIT file says it is in its first message; `workout` also where that cannot be told from its head. */
function fitTypeOf(head: Buffer): 'workout' | 'course' | 'other' {
  const type = typeField(head);
  if (type === null || type === ACTIVITY || type === SUMMARY || type === UNKNOWN) return 'workout';
  return type === COURSE ? 'course' : 'other';
}

/** Field 0 of the file_id, which has to come first. */
function typeField(head: Buffer): number | null {
  const at = head[0] ?? 0;
  if (head.toString('latin1', 8, 12) !== '.FIT' || head.length < at + 6) return null;
  const header = head[at]!;
  const little = head[at + 2] === 0;
  const global = little ? head.readUInt16LE(at + 3) : head.readUInt16BE(at + 3);
  if ((header & (DEFINITION | DEVELOPER)) !== DEFINITION || global !== 0) return null;
  const fields = head[at + 5]!;
  let value = at + 6 + fields * 3 + 1;
  for (let field = 0; field < fields; field++) {
    const [number, size] = [head[at + 6 + field * 3], head[at + 7 + field * 3]];
    if (number === 0) return head[value] ?? null;
    value += size ?? 0;
  }
  return null;
}
