import tzLookup from '@photostructure/tz-lookup';
import { activityIdForFileSport } from '@waymark/activities';
import { BOUNDS } from '../../../recordings/streams/figure-bounds.ts';
import { type Fields, idIn, isFields, jsonOf, numberIn } from './json-value.ts';
import { nameOf, notesOf, NOTHING_TOLD, type Told, type ToldFigures } from '../archive-metadata.ts';

/** What Garmin's summary says of an activity, found by the moment it began: its files have ids of their own. */
export type ToldStart = { start: number; told: Told };

/** One summary, with the id by which Garmin's other tables know it. */
export type Summary = ToldStart & {
  id: string | null;
  /** The activity that this one is a leg of. */
  legOf: string | null;
};

/** Summaries lie in arrays of objects that hold arrays; two levels are known, deeper ones hold other things. */
function summariesIn(value: unknown, depth = 0): Fields[] {
  if (Array.isArray(value)) return value.flatMap((each) => summariesIn(each, depth));
  if (!isFields(value)) return [];
  if ('beginTimestamp' in value || 'startTimeGmt' in value || 'activityId' in value) return [value];
  if (depth === 2) return [];
  return Object.values(value).flatMap((each) => (Array.isArray(each) ? summariesIn(each, depth + 1) : []));
}

const GENERIC = 1;
const EARLIEST = Date.UTC(1980, 0, 1);
const LATEST = 4e12;
const LONGEST_S = BOUNDS.elapsed[1];
const JOULES_PER_KILOCALORIE = 4184;
/** What a body burns in an hour at rest, whoever it is: below this in kilocalories, above it in kilojoules. */
const MOST_KILOCALORIES_AT_REST = 140;

const positive = (value: unknown, unit: number, most: number): number | null => {
  const number = numberIn(value);
  return number !== null && number > 0 && number / unit <= most ? number / unit : null;
};

const beats = (value: unknown): number | null => {
  const [lowest, highest] = BOUNDS.heartrateAvg;
  const rate = positive(value, 1, highest);
  return rate !== null && rate >= lowest ? rate : null;
};

/**
 * Garmin writes kilojoules under the name of calories. Where the energy at rest is told beside it and can only be
 * kilocalories, so is this.
 */
function energyOf({ calories, bmrCalories }: Fields, elapsed: number): number | null {
  const said = numberIn(calories);
  if (said === null || said <= 0) return null;
  const atRest = positive(bmrCalories, elapsed / 3600, Number.MAX_VALUE);
  const joules = atRest !== null && atRest < MOST_KILOCALORIES_AT_REST ? JOULES_PER_KILOCALORIE : 1000;
  return said * joules <= BOUNDS.energy[1] ? said * joules : null;
}

/** Minutes east of Greenwich by the two clocks of a summary. */
function offsetOf({ startTimeLocal, startTimeGmt, beginTimestamp }: Fields): number | null {
  const [local, utc] = [numberIn(startTimeLocal), numberIn(startTimeGmt ?? beginTimestamp)];
  const offset = local === null || utc === null ? null : Math.round((local - utc) / 60_000);
  return offset !== null && Math.abs(offset) <= 14 * 60 ? offset : null;
}

function zoneOf({ startLatitude, startLongitude }: Fields): string | null {
  const [lat, lng] = [numberIn(startLatitude), numberIn(startLongitude)];
  if (lat === null || lng === null || (lat === 0 && lng === 0)) return null;
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? tzLookup(lat, lng) : null;
}

/** The export has milliseconds and centimetres. */
function figuresOf(summary: Fields, start: number): ToldFigures | null {
  const timer = positive(summary['duration'], 1000, LONGEST_S);
  const elapsed = positive(summary['elapsedDuration'], 1000, LONGEST_S) ?? timer;
  if (elapsed === null) return null;
  const moving = positive(summary['movingDuration'], 1000, LONGEST_S) ?? timer;
  return {
    start: new Date(start).toISOString(),
    elapsed: Math.max(elapsed, timer ?? 0),
    moving: moving === null ? null : Math.min(moving, elapsed),
    distance: positive(summary['distance'], 100, BOUNDS.distance[1]),
    ascent: positive(summary['elevationGain'], 100, BOUNDS.ascent[1]),
    energy: energyOf(summary, elapsed),
    heartrateAvg: beats(summary['avgHr']),
    heartrateMax: beats(summary['maxHr']),
    missingFile: null,
    zone: zoneOf(summary),
    offset: offsetOf(summary),
  };
}

function idOf(word: unknown): number {
  const named = typeof word === 'object' && word !== null && 'typeKey' in word ? word.typeKey : word;
  if (typeof named !== 'string') return GENERIC;
  return activityIdForFileSport({ format: 'tcx', sport: named });
}

/** The activity that a summary names, by its own word or else by the sport at large; null when it names none. */
function garminActivity(activityType: unknown, sportType: unknown): number | null {
  const id = idOf(activityType);
  if (id !== GENERIC) return id;
  const sport = idOf(sportType);
  return sport === GENERIC ? null : sport;
}

function summaryOf(summary: Fields): Summary | null {
  const start = numberIn(summary['beginTimestamp'] ?? summary['startTimeGmt']);
  if (start === null || start < EARLIEST || start > LATEST) return null;
  const told: Told = {
    ...NOTHING_TOLD,
    name: nameOf(summary['name']),
    notes: notesOf(summary['description']),
    activityTypeId: garminActivity(summary['activityType'], summary['sportType']),
    figures: figuresOf(summary, Math.round(start)),
  };
  return {
    start: Math.round(start),
    told,
    id: idIn(summary['activityId']),
    legOf: idIn(summary['parentId']),
  };
}

/** An account without activities has the frame of the table and nothing in it. */
const isEmptyExport = (json: Buffer): boolean =>
  json.length < 200 && !/\w/u.test(json.toString('utf8').replace('summarizedActivitiesExport', ''));

/**
 * The activities of one `summarizedActivities` file, and how many of them it does not say enough of; null when it
 * is none.
 */
export function readSummaries(json: Buffer): { summaries: Summary[]; unknown: number } | null {
  const content = jsonOf(json);
  if (typeof content !== 'object' || content === null) return null;
  const found = summariesIn(content);
  if (found.length === 0 && !isEmptyExport(json)) return null;
  const summaries = found.map(summaryOf).filter((summary) => summary !== null);
  return { summaries, unknown: found.length - summaries.length };
}
