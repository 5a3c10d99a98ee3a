import { setImmediate as turn } from 'node:timers/promises';
import type { RoundTripDetails } from '../../recordings/roundtrip/details.ts';
import { fingerprint, type Points } from '../../recordings/roundtrip/fingerprint.ts';
import { encodeColumnAsync } from '../../recordings/streams/codec.ts';
import { writtenFieldsOf } from '../../recordings/model/written-fields.ts';
import { STREAM_KINDS, type StreamKind } from '../../recordings/model/parsed-workout.ts';
import type { ExportedWorkout } from './exported-workout.ts';
import { isBeyond } from './points.ts';
import type { ExportedWithFigures } from './legs.ts';

/** What goes into a file beside the fields of its format; `files/kept` reads it. */
export type Extensions = { details: string; series: { kind: StreamKind; data: Uint8Array }[] };

const NO_POINTS: Points = { n: 0, at: new Float64Array(), columns: {} };

/** Plain ASCII without a character that XML would mind: JSON can write all others as their code. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^ !"'-;=?-~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function detailsOf(workout: ExportedWithFigures, points: Points): string {
  const { start, name, device, activityTypeId, timeZone, totals, laps, lengths, legs } = workout;
  const details: RoundTripDetails = {
    version: 1,
    points: points.n,
    fingerprint: fingerprint(points),
    legs: legs.length,
    start,
    name,
    ...writtenFieldsOf(workout),
    device,
    activityTypeId,
    timeZone,
    totals,
    laps,
    ...(lengths.length > 0 && { lengths, poolLength: workout.poolLength }),
    ...(workout.summaryOnlyFigures && { told: workout.summaryOnlyFigures }),
  };
  return asciiJson(details);
}

/** For a workout or a leg with its own points. */
export async function extensionsOf(workout: ExportedWorkout, points: Points): Promise<Extensions> {
  const series: Extensions['series'] = [];
  for (const kind of STREAM_KINDS) {
    const column = workout.streams.columns[kind];
    await turn();
    if (!column || !isBeyond(kind, workout, points)) continue;
    series.push({ kind, data: workout.encodedSeries?.[kind] ?? (await encodeColumnAsync(column)) });
  }
  await turn();
  return { details: detailsOf(workout, points), series };
}

/** For a workout of several sports, whose points are all in its legs. */
export const extensionsOfParent = (workout: ExportedWorkout): Extensions => ({
  details: detailsOf(workout, NO_POINTS),
  series: [],
});

export function* chunksOf<T extends string | Uint8Array>(whole: T, size: number): Generator<T> {
  for (let at = 0; at < whole.length; at += size) yield whole.slice(at, at + size) as T;
}

/** Namespace of what we write beside the fields of a format. */
export const EXTENSION_NAMESPACE = 'xmlns:waymark="urn:waymark:workout:1"';
/** Characters in one element, below what any reader takes for too long a text. */
const CHUNK_LENGTH = 32_000;

export function* extensionsXml({ details, series }: Extensions): Generator<string> {
  for (const piece of chunksOf(details, CHUNK_LENGTH)) {
    yield `<waymark:WaymarkDetails>${piece}</waymark:WaymarkDetails>\n`;
  }
  for (const { kind, data } of series) {
    for (const piece of chunksOf(Buffer.from(data).toString('base64'), CHUNK_LENGTH)) {
      yield `<waymark:WaymarkSeries kind="${kind}">${piece}</waymark:WaymarkSeries>\n`;
    }
  }
}
