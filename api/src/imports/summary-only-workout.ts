import { activityType } from '@waymark/activities/catalogue';
import { type Figure, impossibleIn, leftOut, possible } from '../recordings/streams/figure-bounds.ts';
import { encodeWorkout } from '../recordings/parse-file.ts';
import type { ReadWorkout, WorkoutSummary } from '../recordings/model/parsed-workout.ts';
import { FileProblem } from '../recordings/file-problem.ts';
import type { Told, ToldFigures } from './archives/archive-metadata.ts';
import { zoneWithOffset } from '../recordings/zone-offset.ts';

const GENERIC = 1;

function summaryOf({ elapsed, moving, distance, ascent, energy, heartrateAvg, heartrateMax }: ToldFigures) {
  const active = moving ?? elapsed;
  const summary: WorkoutSummary = {
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

type Said = Omit<ToldFigures, 'elapsed'> & Record<'elapsed' | 'active', number | null>;

/** @throws FileProblem when the time or the distance cannot be: there is nothing else to go by */
function believed(told: ToldFigures): { figures: ToldFigures; warnings: string[] } {
  const impossible = impossibleIn('the table of the archive', { ...told, timer: told.moving });
  if (impossible) throw new FileProblem('impossible', `${impossible} Log this activity by hand.`);
  const wrong = new Set<Figure>();
  const { active, elapsed, ...others } = possible<Said>({ ...told, active: told.moving }, wrong);
  const figures = { ...others, moving: active, elapsed: elapsed ?? active ?? 0 };
  return { figures, warnings: leftOut(wrong) };
}

/**
 * A workout of the figures alone that another service has of it; null when it has none. `timeZone` is the member's.
 * @throws FileProblem when these cannot be
 */
export function toldWorkout(told: Told, timeZone: string): ReadWorkout | null {
  if (!told.figures) return null;
  const { figures, warnings } = believed(told.figures);
  return encodeWorkout({
    name: told.name,
    notes: told.notes,
    sport: { format: 'tcx', sport: null, subSport: null },
    activityTypeId: told.activityTypeId ?? GENERIC,
    start: new Date(figures.start),
    timeZone: zoneOfTold(figures, timeZone),
    timeZoneFrom: 'file',
    device: null,
    laps: [],
    summary: summaryOf(figures),
    preview: { polyline: null, bounds: null },
    warnings: figures.missingFile
      ? [`The archive did not hold ${figures.missingFile}, so only the figures were taken.`, ...warnings]
      : warnings,
    isTransition: false,
    streams: { n: 0, columns: {} },
    legs: [],
  });
}

/** How a note begins that is for the member's eyes only. */
export const PRIVATE_NOTE = 'Your private note: ';

/** A recording under the name, notes and activity that the member gave it at another service. */
export function renamed(workout: ReadWorkout, told: Told | null): ReadWorkout {
  if (!told) return workout;
  return {
    ...workout,
    name: told.name ?? workout.name,
    isProfileName: told.name === null && workout.isProfileName === true,
    notes: told.notes ?? workout.notes,
    activityTypeId: typeOf(workout, told),
    warnings: told.privateNote ? [...workout.warnings, PRIVATE_NOTE + told.privateNote] : workout.warnings,
  };
}

/** The member's word counts, unless the device says the same more exactly. */
function typeOf({ activityTypeId, legs }: ReadWorkout, { activityTypeId: said }: Told): number {
  if (said === null || legs.length > 0) return activityTypeId;
  for (let id: number | null = activityTypeId; id !== null; id = activityType(id)?.parentId ?? null) {
    if (id === said) return activityTypeId;
  }
  return said;
}

/** Where the figures' clock stood: by the place, else by its offset, else the member's own zone. */
function zoneOfTold({ zone, offset, start }: ToldFigures, own: string): string {
  if (zone) return zone;
  return offset === null || offset === undefined ? own : zoneWithOffset(offset, new Date(start), own);
}
