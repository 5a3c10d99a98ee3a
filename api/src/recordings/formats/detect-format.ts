import { open } from 'node:fs/promises';
import { FileProblem } from '../file-problem.ts';
import type { FileSource } from '../file-source.ts';
import { detectEncoding } from '../xml/text-decoder.ts';

export type DetectedFormat = 'fit' | 'gpx' | 'tcx' | 'gzip' | 'zip';

export const HEAD_BYTES = 64 * 1024;

/** Signatures of what people drop by mistake: bytes at an offset, and what to call it. */
const OTHERS: [offset: number, signature: string, what: string][] = [
  [0, '\x89PNG', 'an image'],
  [0, '\xff\xd8\xff', 'an image'],
  [0, 'GIF8', 'an image'],
  [8, 'WEBP', 'an image'],
  [4, 'ftyphei', 'an image'],
  [4, 'ftyp', 'a video'],
  [0, '%PDF', 'a PDF document'],
  [0, 'SQLite format 3', 'a database'],
  [0, 'Rar!', 'a RAR archive. Unpack it first'],
  [0, '7z\xbc\xaf', 'a 7-Zip archive. Unpack it first'],
];

/** Text files of other makers, by how they begin, and how to get a file that we read instead. */
const OTHER_TEXTS: readonly (readonly [begins: RegExp, what: string])[] = [
  [/^\[params\]/i, 'a Polar HRM file. Export the workout from Polar Flow as TCX or GPX instead'],
  [
    /^\{\s*"exportVersion"/,
    'a Polar training session in JSON. Export the workout from Polar Flow as TCX or GPX instead',
  ],
  [
    /^\{\s*"DeviceLog"/,
    'a Suunto recording in JSON. Export the workout from the Suunto app as FIT or GPX instead',
  ],
  [/^[[{]/, 'JSON data'],
  [/^\$G[A-Z]{4},/, 'a log of positions (NMEA). Convert it to GPX first'],
  [
    /^A[A-Z0-9]{3,30}[^\n]{0,200}\n(?:[^\n]{0,200}\n){0,5}?HF?DTE/,
    'a flight log (IGC). Convert it to GPX first',
  ],
];

const ROOTS: Record<string, string> = {
  html: 'a web page. The download may have needed a sign-in; sign in there and download it again',
  kml: 'a KML map. Export the workout as FIT, GPX or TCX instead',
  svg: 'an image',
  pwx: 'a PWX file. Export the workout from TrainingPeaks as FIT, GPX or TCX instead',
  sml: 'a Suunto SML file. Export the workout from the Suunto app as FIT or GPX instead',
  devicelog: 'a Suunto SML file. Export the workout from the Suunto app as FIT or GPX instead',
  openambitlog: 'a Suunto log. Export the workout from the Suunto app as FIT or GPX instead',
  fitnessworkbook:
    'a SportTracks logbook (fitlog). Export the workouts from SportTracks as FIT, GPX or TCX instead',
  historydatabase:
    'an old Garmin history (HST). Export the workouts from Garmin Training Center as TCX instead',
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
    if (/^\s*<!doctype\s+html/i.test(bare)) throw notWorkout(ROOTS['html']!);
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
