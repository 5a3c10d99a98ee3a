import type { ZipFile } from 'yauzl';
import { gunzipSync, constants } from 'node:zlib';
import { detectFormat } from '../../../recordings/formats/detect-format.ts';
import { FileProblem } from '../../../recordings/file-problem.ts';
import { readEntryHead, type EntryRef } from '../../../recordings/zip/zip-entry.ts';

/** Kinds of files without a workout. */
export type EntryKind = 'photo' | 'everyday' | 'route' | 'other';

const HEAD_BYTES = 4096;
const TABLES = /(?:^|\/)(?:activities\.csv|(?=[^/]*summarizedActivities)[^/]*\.json)$|_gear\.json$/iu;
const WORKOUTS = /\.(gpx|tcx)(\.gz)?$/iu;
const PHOTOS = /\.(jpe?g|png|gif|heic|heif|webp|avif|tiff?|bmp|svg|mp4|mov|m4v|avi|webm)$/iu;
const OTHERS = /\.(csv|json|txt|html?|pdf|md|xlsx?|docx?|js|css|ini|log|sqlite|db|kmz?l?|ics|mp3|wav)$/iu;

/** Folders of routes beside the tables in which Strava lists activities. */
export const listRouteFolders = (folders: readonly string[]): readonly string[] =>
  folders.map((folder) => `${folder}routes/`.toLowerCase());

/** Detects the kind by name alone; null where the content has to be read. */
export function detectKindByName(
  name: string,
  routeFolders: readonly string[],
): EntryKind | 'workout' | 'archive' | 'table' | null {
  if (TABLES.test(name)) return 'table';
  if (/\.zip$/iu.test(name)) return 'archive';
  const lower = name.toLowerCase();
  if (routeFolders.some((folder) => lower.startsWith(folder))) return 'route';
  if (WORKOUTS.test(name)) return 'workout';
  if (PHOTOS.test(name)) return 'photo';
  return OTHERS.test(name) ? 'other' : null;
}

/** Detects the kind by the first bytes. A damaged file counts as a workout, so that its import reports the damage. */
export async function detectKind(zip: ZipFile, ref: EntryRef): Promise<EntryKind | 'workout'> {
  const head = await readEntryHead(zip, ref, HEAD_BYTES).catch(() => null);
  return head ? detectKindByHead(head) : 'workout';
}

function detectKindByHead(head: Buffer, unfolded = false): EntryKind | 'workout' {
  try {
    const format = detectFormat(head);
    if (format === 'gzip' && !unfolded) {
      return detectKindByHead(gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }), true);
    }
    if (format !== 'fit') return 'workout';
    const type = detectFitType(head);
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

/** The type in the first message of a FIT file; `workout` where the head does not say. */
function detectFitType(head: Buffer): 'workout' | 'course' | 'other' {
  const type = typeField(head);
  if (type === null || type === ACTIVITY || type === SUMMARY || type === UNKNOWN) return 'workout';
  return type === COURSE ? 'course' : 'other';
}

/** Field 0 of the file_id message, which has to come first. */
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
