import { DeveloperFields } from './developer-fields.ts';
import { type Beats, HeartRateMessages } from './heart-rate-messages.ts';
import {
  type CompressedDistance,
  type DeveloperFieldDefinition,
  FIT_EPOCH,
  type FieldDefinition,
  planRecord,
  readRecord,
  type RecordPlan,
  TIMESTAMP,
} from './record-fields.ts';
import { LIMITS } from '../../limits.ts';
import {
  ROUND_TRIP_MESSAGE,
  parseRoundTripMessage,
  type RoundTripMessage,
} from '../../roundtrip/fit-message.ts';
import { FileProblem } from '../../file-problem.ts';
import { Samples } from '../../model/recording.ts';

const RECORD = 20;
const ACTIVITY = 34;
const HEART_RATE = 132;
const FIELD_DESCRIPTION = 206;
const NO_TIME = 0xffffffff;
/** The checksum after the messages of a file. */
const CRC_BYTES = 2;
/** Fields of the activity message. */
const ACTIVITY_TYPE = 2;
const LOCAL_TIMESTAMP = 5;
const AUTO_MULTI_SPORT = 1;
/** Clocks are from 12 hours behind UTC to 14 ahead; a quarter of an hour is the smallest step. */
const MIN_OFFSET_MINUTES = -12 * 60;
const MAX_OFFSET_MINUTES = 14 * 60;
const OFFSET_STEP = 15;
/** file_id, sport, session, lap, event, device_info, course, course_point, activity, length. */
const WANTED: ReadonlySet<number> = new Set([0, 12, 18, 19, 21, 23, 31, 32, 34, 101]);
const MAX_MESSAGES = 100_000;
/** Records between two reports of progress. */
const PROGRESS_EVERY_RECORDS = 1000;

type Definition = {
  global: number;
  size: number;
  bytes: Buffer;
  little: boolean;
  fields: FieldDefinition[];
  /** Offset of the full timestamp in a message, or -1. */
  timeAt: number;
  plan: RecordPlan | null;
};

export type FitFrames = {
  samples: Samples;
  /** Small, complete FIT files (one per file in the chain) with all wanted messages except records. */
  pieces: Buffer[];
  /** Messages of our own export. */
  roundTrip: RoundTripMessage[];
  /** Heart beats that a strap sent after the recording. */
  beats: Beats;
  /** Minutes by which the local clock was ahead of UTC; null where the file does not say. */
  utcOffset: number | null;
  /** The activity message says that the sessions are legs of one event. */
  isMultiSport: boolean;
  /** `cut` and `damaged`: the file ends or is unreadable before the end that its header states. */
  end: 'whole' | 'cut' | 'damaged';
};

const isFitHeader = (bytes: Buffer, at: number) =>
  (bytes[at] === 12 || bytes[at] === 14) && bytes.toString('latin1', at + 8, at + 12) === '.FIT';

/** The FIT files that follow each other in these bytes, up to `most`; a second copy of a file is left out. */
export function splitChainedFiles(bytes: Buffer, most: number): Buffer[] {
  const files: Buffer[] = [];
  let at = 0;
  while (at < bytes.length && files.length < most && isFitHeader(bytes, at)) {
    const length = bytes.readUInt32LE(at + 4);
    const end = length === 0 ? bytes.length : Math.min(bytes.length, at + bytes[at]! + length + CRC_BYTES);
    const file = bytes.subarray(at, end);
    if (!files.some((other) => other.equals(file))) files.push(file);
    at = end;
  }
  return files;
}

/**
 * Reads the messages of a FIT file, or of several files one after the other. Records, which are nearly all of a file,
 * and heart beats go straight into columns. The other messages that a workout needs are copied into a FIT file of
 * their own, because the decoder rejects a file with any damage; developer fields lack their description there and are
 * ignored.
 * @param progress receives the share of the bytes that are read
 */
export function readFrames(bytes: Buffer, progress: (share: number) => void = () => {}): FitFrames {
  const frames: FitFrames = {
    samples: new Samples(),
    pieces: [],
    roundTrip: [],
    beats: { at: [], bpm: [] },
    utcOffset: null,
    isMultiSport: false,
    end: 'whole',
  };
  let at = 0;
  while (at < bytes.length && isFitHeader(bytes, at)) {
    const from = at + bytes[at]!;
    const declared = bytes.readUInt32LE(at + 4);
    // A device that lost power while recording leaves 0 as the length.
    const until = declared === 0 ? bytes.length : Math.min(bytes.length, from + declared);
    if (from + declared > bytes.length || declared === 0) frames.end = 'cut';
    const parts: Buffer[] = [];
    const whole = readMessages(bytes, from, until, frames, parts, progress);
    if (parts.length > 0) frames.pieces.push(fitFile(parts));
    if (!whole) {
      if (frames.end === 'whole') frames.end = 'damaged';
      break;
    }
    at = until + CRC_BYTES;
  }
  return frames;
}

/** @returns false when the messages are unreadable before `until` */
function readMessages(
  bytes: Buffer,
  from: number,
  until: number,
  frames: FitFrames,
  parts: Buffer[],
  progress: (share: number) => void,
): boolean {
  const { samples, roundTrip } = frames;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const descriptions = new DeveloperFields();
  const heartRate = new HeartRateMessages(frames.beats);
  const compressedDistance: CompressedDistance = { last: 0, sum: 0 };
  const definitions: (Definition | undefined)[] = Array.from({ length: 16 });
  let time = 0;
  let at = from;
  while (at < until) {
    const header = bytes[at]!;
    const compressed = (header & 0x80) !== 0;
    if (!compressed && (header & 0x40) !== 0) {
      const definition = definitionAt(bytes, at, until, descriptions);
      if (!definition) return false;
      definitions[header & 0x0f] = definition;
      if (WANTED.has(definition.global)) addPart(parts, definition.bytes);
      at += definition.bytes.length;
      continue;
    }
    const definition = definitions[compressed ? (header >> 5) & 3 : header & 0x0f];
    if (!definition || (!compressed && (header & 0x30) !== 0)) return false;
    const end = at + 1 + definition.size;
    if (end > until) return false;
    if (compressed) time += ((header & 0x1f) - (time & 0x1f)) & 0x1f;
    else if (definition.timeAt >= 0) time = view.getUint32(at + 1 + definition.timeAt, definition.little);
    const hasTime = (compressed || definition.timeAt >= 0) && time !== NO_TIME;
    if (definition.plan) {
      samples.add(hasTime ? dateOf(time) : Number.NaN);
      readRecord(view, at + 1, definition.little, definition.plan, compressedDistance, samples);
      if (samples.n % PROGRESS_EVERY_RECORDS === 0) progress(end / bytes.length);
    } else if (definition.global === HEART_RATE) {
      if (frames.beats.at.length < LIMITS.points) {
        const bytesOf = fieldsOf(bytes, at + 1, definition);
        heartRate.add({ timestamp: hasTime ? dateOf(time) : null, bytesOf, little: definition.little });
      }
    } else if (definition.global === FIELD_DESCRIPTION) {
      descriptions.add(fieldsOf(bytes, at + 1, definition), definition.little);
    } else if (definition.global === ROUND_TRIP_MESSAGE) {
      const message = parseRoundTripMessage(bytes.subarray(at + 1, end), definition.bytes);
      if (message) roundTrip.push(message);
    } else if (WANTED.has(definition.global)) {
      if (definition.global === ACTIVITY) readActivity(bytes, at + 1, definition, time, frames);
      addPart(parts, bytes.subarray(at, end));
    }
    at = end;
  }
  return true;
}

function addPart(parts: Buffer[], part: Buffer): void {
  if (parts.push(part) <= MAX_MESSAGES) return;
  throw new FileProblem('too_big', 'This FIT file holds more laps and events than one workout can have.');
}

const dateOf = (time: number): number => (time + FIT_EPOCH) * 1000;

/** The bytes of a message's fields, by field number. */
const fieldsOf =
  (bytes: Buffer, at: number, { fields }: Definition) =>
  (number: number): Buffer | undefined => {
    const field = fields.find((one) => one.number === number);
    return field && bytes.subarray(at + field.at, at + field.at + field.size);
  };

/** The activity message holds the local time beside UTC, and whether the sessions are one event. */
function readActivity(
  bytes: Buffer,
  at: number,
  definition: Definition,
  time: number,
  frames: FitFrames,
): void {
  const bytesOf = fieldsOf(bytes, at, definition);
  frames.isMultiSport ||= bytesOf(ACTIVITY_TYPE)?.[0] === AUTO_MULTI_SPORT;
  const local = bytesOf(LOCAL_TIMESTAMP);
  if (definition.timeAt < 0 || time === NO_TIME || local?.length !== 4) return;
  const localTime = definition.little ? local.readUInt32LE() : local.readUInt32BE();
  const minutes = Math.round((localTime - time) / 60 / OFFSET_STEP) * OFFSET_STEP;
  // Devices that do not know the local time write none, or the FIT epoch.
  const isZone = minutes >= MIN_OFFSET_MINUTES && minutes <= MAX_OFFSET_MINUTES;
  if (localTime !== NO_TIME && isZone) frames.utcOffset = minutes;
}

function definitionAt(
  bytes: Buffer,
  at: number,
  until: number,
  descriptions: DeveloperFields,
): Definition | null {
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
  const developerFields: DeveloperFieldDefinition[] = [];
  if (developer) {
    const first = end + 1;
    end = first + bytes[end]! * 3;
    if (end > until) return null;
    for (let field = first; field < end; field += 3) {
      const [number, length] = [bytes[field]!, bytes[field + 1]!];
      developerFields.push({ developer: bytes[field + 2]!, number, at: size, size: length });
      size += length;
    }
  }
  const global = little ? bytes.readUInt16LE(at + 3) : bytes.readUInt16BE(at + 3);
  const plan = global === RECORD ? planRecord(fields, developerFields, descriptions) : null;
  return { global, size, bytes: bytes.subarray(at, end), little, fields, timeAt, plan };
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
