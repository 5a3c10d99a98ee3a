import FitParser, { getFitGarminProductDisplayName, type ParsedFit } from 'fit-file-parser';
import { type FitFrames, readFrames, splitChainedFiles } from './frames.ts';
import { dateSystemTimes } from './system-time.ts';
import { type FitMessages, sessionKey, toRecordings } from './sessions.ts';
import { hasFootPod } from '../../model/gadgets.ts';
import { groupByLeg } from '../../roundtrip/fit-message.ts';
import { LIMITS } from '../../limits.ts';
import { FileProblem } from '../../file-problem.ts';
import { type Recording, warnOfFileEnd } from '../../model/recording.ts';
import { readAll, fileSize, type FileSource } from '../../file-source.ts';
import type { ReadOptions } from '../../xml/xml-reader.ts';

const NOT_WORKOUTS: Record<string, string> = {
  course: 'a course to follow, not a recorded workout. You can save it as a route.',
  workout: 'a planned training, not a workout that took place.',
  settings: 'settings of a device, not a workout.',
  sport: 'settings of a sport, not a workout.',
  schedules: 'a schedule, not a workout.',
  goals: 'goals, not a workout.',
  totals: 'totals of a device, not a workout.',
  device: 'a description of a device, not a workout.',
  weight: 'weights of a scale, not a workout.',
  blood_pressure: 'blood pressures, not a workout.',
  monitoring_a: 'the everyday steps and pulse of a watch, not a workout.',
  monitoring_b: 'the everyday steps and pulse of a watch, not a workout.',
  monitoring_daily: 'the everyday steps and pulse of a watch, not a workout.',
  segment: 'a segment, not a workout.',
  segment_list: 'a list of segments, not a workout.',
};

/** Their points have times at which nobody moved. */
const NEVER_WORKOUTS = new Set(['course', 'segment']);

/**
 * Reads a FIT file. Sessions that follow each other are legs of one parent, others workouts of their own.
 * The part before a damaged or missing one is used. Several FIT files in one are read as a workout each.
 */
export function readFit(source: FileSource, { progress }: Pick<ReadOptions, 'progress'> = {}): Recording[] {
  if (fileSize(source) > LIMITS.fitBytes) {
    throw new FileProblem('too_big', 'This FIT file is larger than 64 MB, more than one workout can be.');
  }
  const bytes = readAll(source);
  const chain = splitChainedFiles(bytes, LIMITS.workoutsPerFile + 1);
  if (chain.length === 1) return createRecordings(readMessages(chain[0]!, progress));
  if (chain.length > LIMITS.workoutsPerFile) {
    throw new FileProblem('too_big', 'This file holds more than 500 workouts. Split it and try again.');
  }
  const files = chain.map((file) => readMessages(file));
  return haveOwnSessions(files)
    ? files.flatMap(createRecordings)
    : createRecordings(readMessages(bytes, progress));
}

type FileMessages = FitMessages & { type: string | null; createdAt: number | null } & Pick<
    FitFrames,
    'end' | 'skippedBytes' | 'isChanged'
  >;

function readMessages(bytes: Buffer, progress?: ReadOptions['progress']): FileMessages {
  const frames = readFrames(bytes, progress);
  const messages: FileMessages = {
    samples: frames.samples,
    roundTrip: groupByLeg(frames.roundTrip),
    sessions: [],
    laps: [],
    events: [],
    lengths: [],
    sport: null,
    device: null,
    footPod: false,
    beats: frames.beats,
    utcOffset: frames.utcOffset,
    isMultiSport: frames.isMultiSport,
    type: null,
    createdAt: null,
    end: frames.end,
    skippedBytes: frames.skippedBytes,
    isChanged: frames.isChanged,
  };
  for (const piece of frames.pieces) {
    const fit = decode(piece);
    if (!fit) {
      if (messages.end === 'whole') messages.end = 'damaged';
      continue;
    }
    messages.type ??= fit.file_ids?.[0]?.type?.toString() ?? null;
    messages.createdAt ??= fit.file_ids?.[0]?.time_created?.getTime() ?? null;
    if (messages.type && NEVER_WORKOUTS.has(messages.type)) throw notWorkout(messages.type);
    collect(messages, fit);
  }
  return messages;
}

/** False for a recording that was continued in a second file, or saved twice: its session is in one, or in both. */
function haveOwnSessions(files: readonly FileMessages[]): boolean {
  const keys = files.map(({ sessions }) => new Set(sessions.map(sessionKey)));
  const all = keys.flatMap((ofFile) => [...ofFile]);
  return keys.every(({ size }) => size > 0) && new Set(all).size === all.length;
}

function createRecordings(messages: FileMessages): Recording[] {
  const { type, end, createdAt } = messages;
  const recordings = toRecordings(messages);
  if (recordings.length === 0) {
    if (type && type in NOT_WORKOUTS) throw notWorkout(type);
    throw nothingRead(end);
  }
  dateSystemTimes(recordings, createdAt);
  warnOfFileEnd(recordings.at(-1)!, end);
  warnOfDamage(recordings[0]!, messages);
  return recordings;
}

function warnOfDamage({ warnings }: Recording, { end, skippedBytes, isChanged }: FileMessages): void {
  if (skippedBytes > 0) {
    warnings.push(
      `Part of the file is damaged: ${skippedBytes} bytes were left out. Everything before and after them was kept.`,
    );
  } else if (isChanged && end === 'whole') {
    warnings.push(
      'The checksum of this file is wrong: it was changed or damaged after it was recorded. Check its figures.',
    );
  }
}

function notWorkout(type: string): FileProblem {
  const code = type === 'course' ? 'planned_route' : 'not_a_workout';
  return new FileProblem(code, `This FIT file holds ${NOT_WORKOUTS[type]}`);
}

function nothingRead(end: 'whole' | 'cut' | 'damaged'): FileProblem {
  if (end === 'cut') {
    return new FileProblem(
      'truncated',
      'This FIT file ends before its first record. Copy it from the device again.',
    );
  }
  return end === 'damaged'
    ? new FileProblem(
        'damaged',
        'This FIT file is damaged before its first record. Copy it from the device again.',
      )
    : new FileProblem('no_points', 'This FIT file holds no records and no session of a workout.');
}

/** Null when the decoder gives up on the piece. */
function decode(piece: Buffer): ParsedFit | null {
  let result: ParsedFit | null = null;
  const parser = new FitParser({ mode: 'list', force: true });
  try {
    parser.parse(piece as Buffer<ArrayBuffer>, (error, fit) => {
      result = error ? null : (fit ?? null);
    });
  } catch {
    return null;
  }
  return result;
}

function collect(messages: FitMessages, fit: ParsedFit): void {
  messages.sessions.push(...(fit.sessions ?? []));
  messages.laps.push(...(fit.laps ?? []));
  messages.events.push(...(fit.events ?? []).filter(({ event }) => event === 'timer'));
  for (const length of fit.lengths ?? []) messages.lengths.push(length);
  const sport = fit.sports?.[0];
  if (sport) messages.sport ??= { sport: text(sport.sport), subSport: text(sport.sub_sport) };
  messages.device ??= deviceOf(fit);
  messages.footPod ||= hasFootPod(fit.device_infos);
  const isTooBig =
    messages.laps.length > LIMITS.lapsPerWorkout ||
    messages.lengths.length > LIMITS.lengthsPerWorkout ||
    messages.sessions.length > LIMITS.workoutsPerFile;
  if (isTooBig) {
    throw new FileProblem(
      'too_big',
      'This FIT file holds more laps, lengths or sessions than one workout can have.',
    );
  }
}

const text = (value: string | number | undefined) => (value === undefined ? null : String(value));

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The maker and, where the file or Garmin's list names it, the product. */
function deviceOf(fit: ParsedFit): string | null {
  const id = fit.file_ids?.[0];
  if (!id || typeof id.manufacturer !== 'string') return null;
  const maker = id.manufacturer.split('_').map(capital).join(' ');
  const product =
    id.product_name ??
    (id.manufacturer === 'garmin' && typeof id.product === 'number'
      ? getFitGarminProductDisplayName(id.product)
      : undefined);
  if (!product) return maker;
  return product.toLowerCase().startsWith(maker.toLowerCase()) ? product : `${maker} ${product}`;
}
