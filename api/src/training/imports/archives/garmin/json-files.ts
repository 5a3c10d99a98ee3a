import tzLookup from '@photostructure/tz-lookup';
import { activityIdForFileSport } from '@waymark/activities';
import { BOUNDS } from '../../../../recordings/streams/figure-bounds.ts';
import {
  toName,
  toNotes,
  EMPTY_ARCHIVE_METADATA,
  type ArchiveMetadata,
  type ArchiveFigures,
} from '../archive-metadata.ts';

/** What a JSON file of another service holds, of which nothing is known yet. */
type JsonObject = Readonly<Record<string, unknown>>;

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undefined when it is no JSON. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/u, ''));
  } catch {
    return undefined;
  }
}

/** An id, written as a number or as text. */
const toId = (value: unknown): string | null =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : null;

/** A finite number, written as one or as text. */
function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Metadata of an activity, matched to its file by the start: files of Garmin have ids of their own. ms since 1970. */
export type StartedActivity = { start: number; metadata: ArchiveMetadata };

/** One summary with the id that other tables of Garmin use. */
export type GarminSummary = StartedActivity & {
  id: string | null;
  /** Id of the multi-sport activity that this one is a leg of. */
  legOf: string | null;
};

/** Summaries lie in arrays of objects that hold arrays; two levels are known, deeper ones hold other things. */
function summariesIn(value: unknown, depth = 0): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap((each) => summariesIn(each, depth));
  if (!isJsonObject(value)) return [];
  if ('beginTimestamp' in value || 'startTimeGmt' in value || 'activityId' in value) return [value];
  if (depth === 2) return [];
  return Object.values(value).flatMap((each) => (Array.isArray(each) ? summariesIn(each, depth + 1) : []));
}

const GENERIC = 1;
const EARLIEST = Date.UTC(1980, 0, 1);
const LATEST = 4e12;
const LONGEST_S = BOUNDS.elapsed[1];
const JOULES_PER_KILOCALORIE = 4184;
/** Energy per hour at rest, of any body: a value below this is in kilocalories, one above it in kilojoules. */
const MOST_KILOCALORIES_AT_REST = 140;

const positive = (value: unknown, unit: number, most: number): number | null => {
  const number = toNumber(value);
  return number !== null && number > 0 && number / unit <= most ? number / unit : null;
};

const beats = (value: unknown): number | null => {
  const [lowest, highest] = BOUNDS.heartrateAvg;
  const rate = positive(value, 1, highest);
  return rate !== null && rate >= lowest ? rate : null;
};

/**
 * Garmin writes kilojoules in the field named calories. Where the energy at rest beside it can only be kilocalories,
 * this is in kilocalories too.
 */
function energyJoules({ calories, bmrCalories }: JsonObject, elapsed: number): number | null {
  const declared = toNumber(calories);
  if (declared === null || declared <= 0) return null;
  const atRest = positive(bmrCalories, elapsed / 3600, Number.MAX_VALUE);
  const joules = atRest !== null && atRest < MOST_KILOCALORIES_AT_REST ? JOULES_PER_KILOCALORIE : 1000;
  return declared * joules <= BOUNDS.energy[1] ? declared * joules : null;
}

/** Minutes east of Greenwich by the two clocks of a summary. */
function utcOffsetMinutes({ startTimeLocal, startTimeGmt, beginTimestamp }: JsonObject): number | null {
  const [local, utc] = [toNumber(startTimeLocal), toNumber(startTimeGmt ?? beginTimestamp)];
  const offset = local === null || utc === null ? null : Math.round((local - utc) / 60_000);
  return offset !== null && Math.abs(offset) <= 14 * 60 ? offset : null;
}

function timeZoneOf({ startLatitude, startLongitude }: JsonObject): string | null {
  const [lat, lng] = [toNumber(startLatitude), toNumber(startLongitude)];
  if (lat === null || lng === null || (lat === 0 && lng === 0)) return null;
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? tzLookup(lat, lng) : null;
}

/** The export has milliseconds and centimetres. */
function figuresOf(summary: JsonObject, start: number): ArchiveFigures | null {
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
    energy: energyJoules(summary, elapsed),
    heartrateAvg: beats(summary['avgHr']),
    heartrateMax: beats(summary['maxHr']),
    missingFile: null,
    zone: timeZoneOf(summary),
    offset: utcOffsetMinutes(summary),
  };
}

function findActivityId(word: unknown): number {
  const named = typeof word === 'object' && word !== null && 'typeKey' in word ? word.typeKey : word;
  if (typeof named !== 'string') return GENERIC;
  return activityIdForFileSport({ format: 'tcx', sport: named });
}

/** The activity that a summary names, by its own word or else by the sport at large; null when it names none. */
function findGarminActivity(activityType: unknown, sportType: unknown): number | null {
  const id = findActivityId(activityType);
  if (id !== GENERIC) return id;
  const sport = findActivityId(sportType);
  return sport === GENERIC ? null : sport;
}

function parseSummary(summary: JsonObject): GarminSummary | null {
  const start = toNumber(summary['beginTimestamp'] ?? summary['startTimeGmt']);
  if (start === null || start < EARLIEST || start > LATEST) return null;
  const metadata: ArchiveMetadata = {
    ...EMPTY_ARCHIVE_METADATA,
    name: toName(summary['name']),
    notes: toNotes(summary['description']),
    activityTypeId: findGarminActivity(summary['activityType'], summary['sportType']),
    figures: figuresOf(summary, Math.round(start)),
  };
  return {
    start: Math.round(start),
    metadata,
    id: toId(summary['activityId']),
    legOf: toId(summary['parentId']),
  };
}

/** An account without activities has the frame of the table and nothing in it. */
const isEmptyExport = (json: Buffer): boolean =>
  json.length < 200 && !/\w/u.test(json.toString('utf8').replace('summarizedActivitiesExport', ''));

/**
 * The activities of one `summarizedActivities` file, and how many of them it does not say enough of; null when it
 * is none.
 */
export function readGarminSummaries(json: Buffer): { summaries: GarminSummary[]; unknown: number } | null {
  const content = parseJson(json);
  if (typeof content !== 'object' || content === null) return null;
  const found = summariesIn(content);
  if (found.length === 0 && !isEmptyExport(json)) return null;
  const summaries = found.map(parseSummary).filter((summary) => summary !== null);
  return { summaries, unknown: found.length - summaries.length };
}

/** What stands in place of a maker or model that the member did not choose. */
const NO_NAME = /^(?:other|unknown)\b/iu;

const isListOfFields = (value: unknown): value is JsonObject[] =>
  Array.isArray(value) && value.every(isJsonObject);

function gearName({ displayName, customMakeModel, gearMakeName, gearModelName }: JsonObject): string | null {
  const made = [toName(gearMakeName), toName(gearModelName)].filter((name) => name && !NO_NAME.test(name));
  return toName(displayName) ?? toName(customMakeModel) ?? toName(made.join(' '));
}

/** Names of gear by the id of the activity it was used for, of one `_gear.json`; null when it is none. */
export function readGearTable(json: Buffer): Map<string, string> | null {
  const content = parseJson(json);
  const parts = (Array.isArray(content) ? content : [content]).filter(isJsonObject);
  const used = new Map<string, string>();
  let known = Array.isArray(content) && content.length === 0;
  for (const { gearDTOS: gear, gearActivityDTOs: links } of parts) {
    if (!isListOfFields(gear)) continue;
    known = true;
    const names = new Map(gear.map((one) => [toId(one['gearPk']), gearName(one)]));
    if (!isJsonObject(links)) continue;
    for (const [gearPk, activities] of Object.entries(links)) {
      const name = names.get(gearPk);
      if (!name || !Array.isArray(activities)) continue;
      for (const activity of activities) {
        const id = isJsonObject(activity) ? toId(activity['activityId']) : null;
        // An activity has one piece of gear here; the first one named is it.
        if (id !== null && !used.has(id)) used.set(id, name);
      }
    }
  }
  return known ? used : null;
}
