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
import { isZoneOffset, OFFSET_STEP_MINUTES } from '../../zone-offset.ts';
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
/** file_id, sport, session, lap, event, device_info, course, course_point, activity, length. */
const WANTED: ReadonlySet<number> = new Set([0, 12, 18, 19, 21, 23, 31, 32, 34, 101]);
const MAX_MESSAGES = 100_000;
/** Activity messages, one of which ends a file. */
const MAX_ACTIVITIES = 3;
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
  /** Bytes in the middle that are unreadable and were skipped. */
  skippedBytes: number;
  /** The bytes are not those whose checksum the device wrote. */
  isChanged: boolean;
};

const isFitHeader = (bytes: Buffer, at: number) =>
  (bytes[at] === 12 || bytes[at] === 14) && bytes.toString('latin1', at + 8, at + 12) === '.FIT';

const CRC_TABLE = [
  0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401, 0x5000,
  0x9c01, 0x8801, 0x4400,
];

/** Whether the checksum after a file's messages is another than that of its bytes; 0 is none. */
const isChecksumWrong = (bytes: Buffer, from: number, end: number): boolean =>
  end + CRC_BYTES <= bytes.length && bytes.readUInt16LE(end) !== 0 && !isChecksumOf(bytes, from, end);

/** Whether the two bytes at `end` are the checksum of those before. */
function isChecksumOf(bytes: Buffer, from: number, end: number): boolean {
  let crc = 0;
  for (let i = from; i < end; i++) {
    crc = (crc >> 4) ^ CRC_TABLE[crc & 0x0f]! ^ CRC_TABLE[bytes[i]! & 0x0f]!;
    crc = (crc >> 4) ^ CRC_TABLE[crc & 0x0f]! ^ CRC_TABLE[bytes[i]! >> 4]!;
  }
  return crc === bytes.readUInt16LE(end);
}

/**
 * Where the messages of the file at `at` end: at the length of its header, unless neither a file nor nothing follows and
 * the checksum there is another; then before the next file, or at the end of all bytes.
 */
function messagesEnd(bytes: Buffer, at: number): number {
  const declared = bytes.readUInt32LE(at + 4);
  const end = at + bytes[at]! + declared;
  if (declared === 0 || end + CRC_BYTES >= bytes.length || isFitHeader(bytes, end + CRC_BYTES))
    return declared === 0 ? bytes.length : Math.min(bytes.length, end);
  const isPadding = bytes.subarray(end + CRC_BYTES, end + CRC_BYTES + 64).every((byte) => byte === 0);
  if (isPadding || !isChecksumWrong(bytes, at, end)) return end;
  for (
    let next = bytes.indexOf('.FIT', end, 'latin1');
    next >= 0;
    next = bytes.indexOf('.FIT', next + 1, 'latin1')
  )
    if (isFitHeader(bytes, next - 8)) return next - 8 - CRC_BYTES;
  return bytes.length - CRC_BYTES;
}

/** The FIT files that follow each other in these bytes, up to `most`; a second copy of a file is left out. */
export function splitChainedFiles(bytes: Buffer, most: number): Buffer[] {
  const files: Buffer[] = [];
  let at = 0;
  while (at < bytes.length && files.length < most && isFitHeader(bytes, at)) {
    const end = Math.min(bytes.length, messagesEnd(bytes, at) + CRC_BYTES);
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
    skippedBytes: 0,
    isChanged: false,
  };
  let at = 0;
  while (at < bytes.length && isFitHeader(bytes, at)) {
    const from = at + bytes[at]!;
    const declared = bytes.readUInt32LE(at + 4);
    // A device that lost power while recording leaves 0 as the length.
    const until = messagesEnd(bytes, at);
    const isChanged = declared > 0 && isChecksumWrong(bytes, at, until);
    frames.isChanged ||= isChanged;
    if (from + declared > bytes.length || declared === 0) frames.end = 'cut';
    const parts: Buffer[] = [];
    const whole = readMessages({ bytes, start: at, from, until, isChanged }, frames, parts, progress);
    if (parts.length > 0) frames.pieces.push(fitFile(parts));
    if (!whole) {
      if (frames.end === 'whole') frames.end = 'damaged';
      break;
    }
    at = until + CRC_BYTES;
  }
  return frames;
}

/** A file among these bytes: where it and its messages begin and end, and whether its checksum is wrong. */
type FileBytes = { bytes: Buffer; start: number; from: number; until: number; isChanged: boolean };

/** @returns false when the messages are unreadable before `until` */
function readMessages(
  { bytes, start, from, until, isChanged }: FileBytes,
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
  let activities = 0;
  let at = from;
  /** Goes on behind damaged bytes; false where nothing that follows can be read. */
  const skipDamage = (): boolean => {
    const next = findMessages(
      bytes,
      at + 1,
      Math.min(until, at + MAX_SKIPPED_BYTES - frames.skippedBytes),
      until,
      definitions,
      time,
    );
    if (next === null) return false;
    frames.skippedBytes += next - at;
    at = next;
    // The decoder gives up on a piece whose last message is damaged.
    if (parts.length > 0) frames.pieces.push(fitFile(parts));
    parts.length = 0;
    for (const known of definitions) if (known && WANTED.has(known.global)) addPart(parts, known.bytes);
    return true;
  };
  while (at < until) {
    const header = bytes[at]!;
    const compressed = (header & 0x80) !== 0;
    if (!compressed && (header & 0x40) !== 0) {
      const definition = definitionAt(bytes, at, until, descriptions);
      if (!definition) {
        if (skipDamage()) continue;
        return false;
      }
      definitions[header & 0x0f] = definition;
      if (WANTED.has(definition.global)) addPart(parts, definition.bytes);
      at += definition.bytes.length;
      continue;
    }
    const definition = definitions[compressed ? (header >> 5) & 3 : header & 0x0f];
    const end = at + 1 + (definition?.size ?? 0);
    if (!definition || (!compressed && (header & 0x30) !== 0) || end > until) {
      if (skipDamage()) continue;
      return false;
    }
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
      // A length in the header that is too large reaches into what was on the device before.
      if (definition.global === ACTIVITY && isChanged && activities++ < MAX_ACTIVITIES) {
        if (end + CRC_BYTES < until && isChecksumOf(bytes, start, end)) return true;
      }
    }
    at = end;
  }
  return true;
}

/** So many messages in a row that make sense are no accident. */
const SENSIBLE_MESSAGES = 8;
/** Messages of one recording are dated within this of each other, in seconds. */
const SENSIBLE_SECONDS = 86_400;
/** Offsets that are tried behind damaged bytes in all: a hostile file makes each of them costly. */
const MAX_SKIPPED_BYTES = 32 * 1024;
/** A definition behind damaged bytes that has more fields is not tried. */
const MAX_TRIED_FIELDS = 128;

/**
 * The next place up to `before` from which messages can be read: eight in a row, or all up to the end, of known definitions and dated
 * within a day of `time`, two of them records or others with a time. Null where there is none.
 */
function findMessages(
  bytes: Buffer,
  from: number,
  before: number,
  until: number,
  definitions: readonly (Definition | undefined)[],
  time: number,
): number | null {
  for (let start = from; start < before; start++) {
    if (areSensible(bytes, start, until, definitions, time)) return start;
  }
  return null;
}

function areSensible(
  bytes: Buffer,
  start: number,
  until: number,
  known: readonly (Definition | undefined)[],
  time: number,
): boolean {
  const definitions = [...known];
  let timed = 0;
  let at = start;
  for (let n = 0; n < SENSIBLE_MESSAGES && at < until; n++) {
    const header = bytes[at]!;
    if ((header & 0xc0) === 0x40) {
      const isTried = bytes[at + 1] === 0 && bytes[at + 5]! <= MAX_TRIED_FIELDS;
      const definition = isTried ? definitionAt(bytes, at, until, new DeveloperFields()) : null;
      if (!definition || definition.size === 0) return false;
      definitions[header & 0x0f] = definition;
      at += definition.bytes.length;
      continue;
    }
    const definition = header < 0x10 ? definitions[header] : undefined;
    if (!definition || at + 1 + definition.size > until) return false;
    if (definition.timeAt >= 0) {
      const place = at + 1 + definition.timeAt;
      const own = definition.little ? bytes.readUInt32LE(place) : bytes.readUInt32BE(place);
      if (time > 0 ? Math.abs(own - time) > SENSIBLE_SECONDS : own === NO_TIME) return false;
      timed++;
    }
    at += 1 + definition.size;
  }
  return timed >= 2;
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
  const minutes = Math.round((localTime - time) / 60 / OFFSET_STEP_MINUTES) * OFFSET_STEP_MINUTES;
  // Devices that do not know the local time write none, or the FIT epoch.
  if (localTime !== NO_TIME && isZoneOffset(minutes)) frames.utcOffset = minutes;
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
