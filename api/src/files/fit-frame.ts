import {
  FIT_EPOCH,
  type FieldDefinition,
  planRecord,
  readRecord,
  type RecordPlan,
  TIMESTAMP,
} from './fit-record.ts';
import { KEPT, keptMessage, type KeptMessage } from './kept/fit-message.ts';
import { FileProblem } from './problem.ts';
import { Samples } from './recording.ts';

const RECORD = 20;
/** file_id, sport, session, lap, event, device_info, course, course_point, activity, length. */
const WANTED: ReadonlySet<number> = new Set([0, 12, 18, 19, 21, 23, 31, 32, 34, 101]);
const MOST_MESSAGES = 100_000;
/** Records between two words on how far it is. */
const TELL_EVERY = 1000;

type Definition = {
  global: number;
  size: number;
  bytes: Buffer;
  little: boolean;
  /** Where in a message its full time stands, or -1. */
  timeAt: number;
  plan: RecordPlan | null;
};

export type FitFrames = {
  samples: Samples;
  /** Small, whole FIT files (one per file in the chain) with all wanted messages but the records. */
  pieces: Buffer[];
  /** Messages of our own export. */
  kept: KeptMessage[];
  /** The file ends, or makes no sense, before its header says it should. */
  end: 'whole' | 'cut' | 'damaged';
};

const isFitHeader = (bytes: Buffer, at: number) =>
  (bytes[at] === 12 || bytes[at] === 14) && bytes.toString('latin1', at + 8, at + 12) === '.FIT';

/**
 * Walks the messages of a FIT file, or of several one after the other. Records, nearly all there is, go
 * straight into columns; the other messages a workout needs are cut out into a FIT file of their own, so
 * that a decoder that wants all or nothing never sees the damage. Developer fields go along undescribed and
 * are hence ignored. `progress` hears the share of the bytes that are read.
 */
export function framesOf(bytes: Buffer, progress: (share: number) => void = () => {}): FitFrames {
  const frames: FitFrames = { samples: new Samples(), pieces: [], kept: [], end: 'whole' };
  let at = 0;
  while (at < bytes.length && isFitHeader(bytes, at)) {
    const from = at + bytes[at]!;
    const said = bytes.readUInt32LE(at + 4);
    // A device that died while recording leaves 0 as the length of what it wrote.
    const until = said === 0 ? bytes.length : Math.min(bytes.length, from + said);
    if (from + said > bytes.length || said === 0) frames.end = 'cut';
    const parts: Buffer[] = [];
    const whole = walk(bytes, from, until, frames, parts, progress);
    if (parts.length > 0) frames.pieces.push(fitFile(parts));
    if (!whole) {
      if (frames.end === 'whole') frames.end = 'damaged';
      break;
    }
    at = until + 2;
  }
  return frames;
}

/** False when the messages end before `until`. */
function walk(
  bytes: Buffer,
  from: number,
  until: number,
  { samples, kept }: FitFrames,
  parts: Buffer[],
  progress: (share: number) => void,
): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const definitions: (Definition | undefined)[] = Array.from({ length: 16 });
  let time = 0;
  let at = from;
  while (at < until) {
    const header = bytes[at]!;
    const compressed = (header & 0x80) !== 0;
    if (!compressed && (header & 0x40) !== 0) {
      const definition = definitionAt(bytes, at, until);
      if (!definition) return false;
      definitions[header & 0x0f] = definition;
      if (WANTED.has(definition.global)) parts.push(definition.bytes);
      at += definition.bytes.length;
      continue;
    }
    const definition = definitions[compressed ? (header >> 5) & 3 : header & 0x0f];
    if (!definition || (!compressed && (header & 0x30) !== 0)) return false;
    const end = at + 1 + definition.size;
    if (end > until) return false;
    if (compressed) time += ((header & 0x1f) - (time & 0x1f)) & 0x1f;
    else if (definition.timeAt >= 0) time = view.getUint32(at + 1 + definition.timeAt, definition.little);
    if (definition.plan) {
      samples.add(time === 0xffffffff ? Number.NaN : (time + FIT_EPOCH) * 1000);
      readRecord(view, at + 1, definition.little, definition.plan, samples);
      if (samples.n % TELL_EVERY === 0) progress(end / bytes.length);
    } else if (definition.global === KEPT) {
      const message = keptMessage(bytes.subarray(at + 1, end), definition.bytes);
      if (message) kept.push(message);
    } else if (WANTED.has(definition.global)) {
      parts.push(bytes.subarray(at, end));
      if (parts.length > MOST_MESSAGES) {
        throw new FileProblem(
          'too_big',
          'This FIT file holds more laps and events than one workout can have.',
        );
      }
    }
    at = end;
  }
  return true;
}

function definitionAt(bytes: Buffer, at: number, until: number): Definition | null {
  if (at + 6 > until || bytes[at + 2]! > 1) return null;
  const little = bytes[at + 2] === 0;
  let end = at + 6 + bytes[at + 5]! * 3;
  const developer = (bytes[at]! & 0x20) !== 0;
  if (end + (developer ? 1 : 0) > until) return null;
  let size = 0;
  let timeAt = -1;
  const fields: FieldDefinition[] = [];
  for (let field = at + 6; field < end; field += 3) {
    const number = bytes[field]!;
    const length = bytes[field + 1]!;
    if (number === TIMESTAMP && length === 4) timeAt = size;
    fields.push({ number, at: size, size: length, base: bytes[field + 2]! });
    size += length;
  }
  if (developer) {
    const first = end + 1;
    end = first + bytes[end]! * 3;
    if (end > until) return null;
    for (let field = first; field < end; field += 3) size += bytes[field + 1]!;
  }
  const global = little ? bytes.readUInt16LE(at + 3) : bytes.readUInt16BE(at + 3);
  const plan = global === RECORD ? planRecord(fields) : null;
  return { global, size, bytes: bytes.subarray(at, end), little, timeAt, plan };
}

function fitFile(parts: Buffer[]): Buffer {
  const header = Buffer.alloc(14);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  header[0] = 14;
  header[1] = 0x20;
  header.writeUInt16LE(2132, 2);
  header.writeUInt32LE(length, 4);
  header.write('.FIT', 8, 'latin1');
  return Buffer.concat([header, ...parts]);
}
