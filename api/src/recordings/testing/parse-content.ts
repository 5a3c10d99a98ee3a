import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseFile } from '../parse-file.ts';
import { MISSING, type ParsedWorkout } from '../model/parsed-workout.ts';

/** What a file with this content is read as, through the door the worker uses. */
export async function parseContent(
  content: string | Uint8Array,
  fileTimeZone: string | null = null,
): Promise<ParsedWorkout[]> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-files-'));
  try {
    const path = join(folder, 'upload.bin');
    await writeFile(path, content);
    return await parseFile(path, { name: 'upload.bin', fileTimeZone });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The only workout in a file. */
export async function parseOneWorkout(content: string | Uint8Array, fileTimeZone: string | null = null) {
  const [workout, ...others] = await parseContent(content, fileTimeZone);
  if (!workout || others.length > 0) throw new Error(`${others.length + (workout ? 1 : 0)} workouts, not 1`);
  return workout;
}

/** Equal within `tolerance`, with a message that says by how much not. */
export function assertNear(actual: number | null | undefined, expected: number, tolerance: number): void {
  if (actual === null || actual === undefined || Math.abs(actual - expected) > tolerance) {
    throw new Error(`${actual} is not ${expected} within ${tolerance}`);
  }
}

/** What the checks of dialects compare, of a workout as it is read. */
export function figuresOf({ summary, streams, laps, start }: ParsedWorkout) {
  const { time, timer, distance, heartrate } = streams.columns;
  const known = [...(heartrate ?? []).entries()].filter(([, value]) => value !== MISSING);
  return {
    start: start.getTime(),
    elapsed: summary.elapsed,
    paused: summary.paused!,
    stopped: summary.stopped!,
    active: summary.active,
    distance: summary.distance!,
    speedMax: summary.speed!.max!,
    heartrateAvg: summary.heartrate?.avg ?? null,
    ascent: summary.ascent,
    laps,
    seriesDistance: distance!.at(-1)! / 100,
    seriesTimer: timer!.at(-1)! / 1000,
    heartrates: new Map(known.map(([i, value]) => [start.getTime() + time![i]!, value])),
  };
}
