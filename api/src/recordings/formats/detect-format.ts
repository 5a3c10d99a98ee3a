import { open } from 'node:fs/promises';
import { FileProblem } from '../file-problem.ts';
import type { FileSource } from '../file-source.ts';
import { detectEncoding } from '../xml/text-decoder.ts';

export type DetectedFormat = 'fit' | 'gpx' | 'tcx' | 'gzip' | 'zip';

export const HEAD_BYTES = 64 * 1024;

const EXPORT_INSTEAD = 'Export the workout as FIT, GPX or TCX instead';

/** Signatures of what people drop by mistake: bytes at an offset, and what to call it. */
const OTHERS: [offset: number, signature: string, what: string][] = [
  [0, '\x89PNG', 'an image'],
  [0, '\xff\xd8\xff', 'an image'],
  [0, 'GIF8', 'an image'],
  [8, 'WEBP', 'an image'],
  [0, 'II*\0', 'an image'],
  [0, 'MM\0*', 'an image'],
  [4, 'ftyphei', 'an image'],
  [4, 'ftypmif1', 'an image'],
  [4, 'ftypavi', 'an image'],
  [4, 'ftyp', 'a video'],
  [0, '%PDF', `a PDF document. ${EXPORT_INSTEAD}`],
  [0, 'SQLite format 3', 'a database'],
  [0, 'Rar!', 'a RAR archive. Unpack it first'],
  [0, '7z\xbc\xaf', 'a 7-Zip archive. Unpack it first'],
  [0, 'BZh', 'a bzip2 archive. Unpack it first'],
  [0, '\xfd7zXZ', 'an xz archive. Unpack it first'],
  [0, '\xd0\xcf\x11\xe0', `an Excel or Word document. ${EXPORT_INSTEAD}`],
  [0, '{\\rtf', 'a text document'],
];

/** Documents that are zip archives, by the name of the first file in them. */
const ZIP_DOCUMENTS: readonly (readonly [first: RegExp, what: string])[] = [
  [
    /^(?:\[Content_Types\]\.xml$|_rels\/|docProps\/|xl\/|word\/)/,
    `an Excel or Word document. ${EXPORT_INSTEAD}`,
  ],
  [/^mimetype$/, `an OpenDocument table or text. ${EXPORT_INSTEAD}`],
  [/^doc\.kml$/i, `a KMZ map. ${EXPORT_INSTEAD}`],
];

/** Text files of other makers, by how they begin, and how to get a file that we read instead. */
const OTHER_TEXTS: readonly (readonly [begins: RegExp, what: string])[] = [
  [/^\[(?:Params|HRData)\]/i, 'a Polar HRM file. Export the workout from Polar Flow as TCX or GPX instead'],
  [/^\[COURSE HEADER\]/i, 'a training for an indoor trainer (ERG or MRC), not a workout that took place'],
  [
    /^[[{][\s\S]{0,4000}?"exportVersion"/,
    'a Polar training session in JSON. Export the workout from Polar Flow as TCX or GPX instead',
  ],
  [
    /^\{(?:\s*"DeviceLog"|[\s\S]{0,4000}?"suunto\/)/,
    'a Suunto recording in JSON. Export the workout from the Suunto app as FIT or GPX instead',
  ],
  [
    /^\{[\s\S]{0,4000}?"type"\s*:\s*"(?:Feature|FeatureCollection|GeometryCollection|(?:Multi)?(?:Point|LineString|Polygon))"/,
    `a GeoJSON map. ${EXPORT_INSTEAD}`,
  ],
  [/^(?:\{\s*["}]|\[\s*(?:[[{"\]\d-]|true|false|null))/, `JSON data. ${EXPORT_INSTEAD}`],
  [/^\$G[A-Z]{4},/, 'a log of positions (NMEA). Convert it to GPX first'],
  [
    /^A[A-Z0-9]{3,30}[^\n]{0,200}\n(?:[^\n]{0,200}\n){0,5}?HF?DTE/,
    'a flight log (IGC). Convert it to GPX first',
  ],
  [
    /^(?:(?:[^\n,<]{0,200},){2}[^\n<]{0,4000}\n(?:[^\n,<]{0,200},){2}|(?:[^\n;<]{0,200};){2}[^\n<]{0,4000}\n(?:[^\n;<]{0,200};){2}|(?:[^\n\t<]{0,200}\t){2}[^\n<]{0,4000}\n(?:[^\n\t<]{0,200}\t){2})/,
    `a table (CSV). ${EXPORT_INSTEAD}`,
  ],
];

const ROOTS: Record<string, string> = {
  html: 'a web page. The download may have needed a sign-in; sign in there and download it again',
  kml: `a KML map. ${EXPORT_INSTEAD}`,
  svg: 'an image',
  pwx: 'a PWX file. Export the workout from TrainingPeaks as FIT, GPX or TCX instead',
  sml: 'a Suunto SML file. Export the workout from the Suunto app as FIT or GPX instead',
  devicelog: 'a Suunto SML file. Export the workout from the Suunto app as FIT or GPX instead',
  header: 'a Suunto recording in XML. Export the workout from the Suunto app as FIT or GPX instead',
  openambitlog: 'a Suunto log. Export the workout from the Suunto app as FIT or GPX instead',
  fitnessworkbook:
    'a SportTracks logbook (fitlog). Export the workouts from SportTracks as FIT, GPX or TCX instead',
  historydatabase:
    'an old Garmin history (HST). Export the workouts from Garmin Training Center as TCX instead',
  courses: 'a Garmin course library (CRS). Export the workouts from Garmin Training Center as TCX instead',
  healthdata:
    'the export of Apple Health. The workouts are the GPX files in the folder workout-routes beside it: upload those',
  workout_file: 'a planned training for an indoor trainer (ZWO), not a workout that took place',
  loc: 'a list of places (LOC). Export the workout as FIT, GPX or TCX instead',
  activity: 'a Sigma file (SLF). Export the workout from the Sigma app as FIT, GPX or TCX instead',
  'polar-exercise-data': 'a Polar XML file. Export the workout from Polar Flow as TCX or GPX instead',
};

const KNOWN = 'We read FIT, GPX and TCX files, and zip archives of them.';

const notWorkout = (what: string) => new FileProblem('not_a_workout', `This file is ${what}. ${KNOWN}`);

/**
 * What a file is by its first bytes; its name plays no part. Throws a FileProblem with a sentence when it
 * is nothing that can hold a workout.
 */
export function detectFormat(head: Buffer): DetectedFormat {
  if (head.length === 0) throw new FileProblem('empty', 'This file is empty. Export the workout again.');
  const latin = head.toString('latin1', 0, 64);
  if (latin.startsWith('PK\x03\x04') || latin.startsWith('PK\x05\x06')) return 'zip';
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (latin.slice(8, 12) === '.FIT') return 'fit';
  for (const [offset, signature, what] of OTHERS) {
    if (latin.startsWith(signature, offset)) throw notWorkout(what);
  }
  return xmlFormat(head);
}

function xmlFormat(head: Buffer): DetectedFormat {
  const text = headText(head);
  for (const [begins, what] of OTHER_TEXTS) if (begins.test(text)) throw notWorkout(what);
  if (text === '') {
    throw new FileProblem('not_a_workout', `This file holds nothing but blanks. ${KNOWN}`);
  }
  if (!text.startsWith('<'))
    throw new FileProblem('not_a_workout', `We do not know this kind of file. ${KNOWN}`);
  const bare = text.replaceAll(/<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)/g, '');
  const root = /<([!\w][\w:.-]*)/.exec(bare)?.[1] ?? '';
  const local = root.slice(root.indexOf(':') + 1).toLowerCase();
  if (local === 'gpx') return 'gpx';
  if (local === 'trainingcenterdatabase') return 'tcx';
  if (Object.hasOwn(ROOTS, local)) throw notWorkout(ROOTS[local]!);
  if (root.toLowerCase() === '!doctype') {
    const declared = /^\s*<!doctype\s+(html|healthdata)\b/i.exec(bare);
    if (declared) throw notWorkout(ROOTS[declared[1]!.toLowerCase()]!);
    throw new FileProblem(
      'doctype',
      'This file carries a document type declaration, which workout files never need and which can do harm. We do not read it.',
    );
  }
  throw new FileProblem('not_a_workout', `This XML file holds no workout. ${KNOWN}`);
}

function headText(head: Buffer): string {
  try {
    const { decode, skip } = detectEncoding(head);
    return decode(head.subarray(skip), false).replace(/^[\s\uFEFF\0]+/, '');
  } catch (error) {
    if (head.includes('<gpx') || head.includes('<TrainingCenterDatabase')) throw error;
    throw new FileProblem('not_a_workout', `We do not know this kind of file. ${KNOWN}`);
  }
}

const ZIP_NAME_LENGTH_AT = 26;
const ZIP_NAME_AT = 30;

/** Throws a FileProblem where a zip archive is the document of another program. */
export function refuseZipDocument(head: Buffer): void {
  if (head.length < ZIP_NAME_AT) return;
  const end = ZIP_NAME_AT + head.readUInt16LE(ZIP_NAME_LENGTH_AT);
  const first = head.toString('latin1', ZIP_NAME_AT, end);
  for (const [name, what] of ZIP_DOCUMENTS) if (name.test(first)) throw notWorkout(what);
}

/** The first bytes of a file. */
export async function readHead(source: FileSource): Promise<Buffer> {
  if (typeof source !== 'string') return source.subarray(0, HEAD_BYTES);
  const file = await open(source, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
