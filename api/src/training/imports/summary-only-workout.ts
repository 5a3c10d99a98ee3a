import { activityType } from '@waymark/activities/catalogue';
import {
  type Figure,
  findImpossibleTotal,
  describeImpossible,
  dropImpossible,
} from '../../recordings/streams/figure-bounds.ts';
import { encodeWorkout } from '../../recordings/parse-file.ts';
import type { ReadWorkout, RecordedFigures } from '../../recordings/model/parsed-workout.ts';
import { FileProblem } from '../../recordings/file-problem.ts';
import type { ArchiveMetadata, ArchiveFigures } from './archives/archive-metadata.ts';
import { findZoneByOffset } from '../../recordings/zone-offset.ts';

const GENERIC = 1;

function toSummary({
  elapsed,
  moving,
  distance,
  ascent,
  energy,
  heartrateAvg,
  heartrateMax,
}: ArchiveFigures) {
  const active = moving ?? elapsed;
  const summary: RecordedFigures = {
    distance,
    elapsed,
    active,
    paused: moving === null ? null : Math.max(0, elapsed - active),
    stopped: moving === null ? null : 0,
    ascent,
    descent: null,
    energy,
    steps: null,
    heartrate:
      heartrateAvg === null && heartrateMax === null
        ? null
        : { min: null, avg: heartrateAvg, max: heartrateMax },
    speed: distance && active > 0 ? { min: null, avg: distance / active, max: null } : null,
    cadence: null,
    power: null,
    hasTrack: false,
  };
  return summary;
}

type CheckedFigures = Omit<ArchiveFigures, 'elapsed'> & Record<'elapsed' | 'active', number | null>;

/** @throws FileProblem for an impossible time or distance: without a recording nothing else tells them */
function checkFigures(declared: ArchiveFigures): { figures: ArchiveFigures; warnings: string[] } {
  const impossible = findImpossibleTotal('the table of the archive', { ...declared, timer: declared.moving });
  if (impossible) throw new FileProblem('impossible', `${impossible} Log this activity by hand.`);
  const wrong = new Set<Figure>();
  const { active, elapsed, ...others } = dropImpossible<CheckedFigures>(
    { ...declared, active: declared.moving },
    wrong,
  );
  const figures = { ...others, moving: active, elapsed: elapsed ?? active ?? 0 };
  return { figures, warnings: describeImpossible(wrong) };
}

/**
 * Creates a summary-only workout from the figures of another service; null when it has none.
 * @param timeZone the member's
 * @throws FileProblem for impossible figures
 */
export function createSummaryOnlyWorkout(metadata: ArchiveMetadata, timeZone: string): ReadWorkout | null {
  if (!metadata.figures) return null;
  const { figures, warnings } = checkFigures(metadata.figures);
  return encodeWorkout({
    name: metadata.name,
    notes: metadata.notes,
    sport: { format: 'tcx', sport: null, subSport: null },
    activityTypeId: metadata.activityTypeId ?? GENERIC,
    start: new Date(figures.start),
    timeZone: timeZoneOf(figures, timeZone),
    timeZoneFrom: 'file',
    device: null,
    laps: [],
    summary: toSummary(figures),
    preview: { polyline: null, bounds: null },
    warnings: figures.missingFile
      ? [`The archive did not hold ${figures.missingFile}, so only the figures were taken.`, ...warnings]
      : warnings,
    isTransition: false,
    streams: { n: 0, columns: {} },
    legs: [],
  });
}

/** How the warning begins that holds a private note. */
export const PRIVATE_NOTE = 'Your private note: ';

/** Gives a recording the name, notes and activity that the member gave it at another service. */
export function applyArchiveMetadata(workout: ReadWorkout, metadata: ArchiveMetadata | null): ReadWorkout {
  if (!metadata) return workout;
  return {
    ...workout,
    name: metadata.name ?? workout.name,
    isProfileName: metadata.name === null && workout.isProfileName === true,
    notes: metadata.notes ?? workout.notes,
    activityTypeId: chooseActivityType(workout, metadata),
    warnings: metadata.privateNote
      ? [...workout.warnings, PRIVATE_NOTE + metadata.privateNote]
      : workout.warnings,
  };
}

/** The member's choice of activity, unless the device names a subtype of it. */
function chooseActivityType(
  { activityTypeId, legs }: ReadWorkout,
  { activityTypeId: declared }: ArchiveMetadata,
): number {
  if (declared === null || legs.length > 0) return activityTypeId;
  for (let id: number | null = activityTypeId; id !== null; id = activityType(id)?.parentId ?? null) {
    if (id === declared) return activityTypeId;
  }
  return declared;
}

/** The time zone of the start: by its position, else by the offset, else the member's own. */
function timeZoneOf({ zone, offset, start }: ArchiveFigures, own: string): string {
  if (zone) return zone;
  return offset === null || offset === undefined ? own : findZoneByOffset(offset, new Date(start), own);
}
