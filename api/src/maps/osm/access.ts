/** Travel modes as bits: what a way allows in one direction. */
export const FOOT = 1;
export const BICYCLE = 2;
export const CAR = 4;
export const MODES = [FOOT, BICYCLE, CAR] as const;
export type ModeBit = (typeof MODES)[number];

export type Tags = Readonly<Record<string, string>>;

/** The kinds of way that are routed over; their place in the list is what a graph keeps of them. */
export const CLASSES = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'unclassified',
  'residential',
  'living_street',
  'service',
  'pedestrian',
  'track',
  'cycleway',
  'footway',
  'path',
  'bridleway',
  'steps',
  'road',
] as const;
export type WayClass = (typeof CLASSES)[number];

/** Who may use a class when no other tag says so (OpenStreetMap's default access restrictions, international row). */
const BY_CLASS: Record<WayClass, number> = {
  motorway: CAR,
  trunk: CAR | BICYCLE | FOOT,
  primary: CAR | BICYCLE | FOOT,
  secondary: CAR | BICYCLE | FOOT,
  tertiary: CAR | BICYCLE | FOOT,
  unclassified: CAR | BICYCLE | FOOT,
  residential: CAR | BICYCLE | FOOT,
  living_street: CAR | BICYCLE | FOOT,
  service: CAR | BICYCLE | FOOT,
  pedestrian: FOOT,
  track: BICYCLE | FOOT,
  cycleway: BICYCLE | FOOT,
  footway: FOOT,
  path: BICYCLE | FOOT,
  bridleway: FOOT,
  steps: FOOT,
  road: CAR | BICYCLE | FOOT,
};

const YES = new Set(['yes', 'designated', 'permissive', 'official', 'destination', 'customers', 'delivery']);
const NO = new Set(['no', 'private', 'agricultural', 'forestry', 'emergency', 'military', 'use_sidepath']);

/** The access tags of each mode, from the general one to its own; the last that says something counts. */
const CHAINS: Record<ModeBit, readonly string[]> = {
  [FOOT]: ['access', 'foot'],
  [BICYCLE]: ['access', 'vehicle', 'bicycle'],
  [CAR]: ['access', 'vehicle', 'motor_vehicle', 'motorcar'],
};

function allowed(tags: Tags, mode: ModeBit, usually: boolean): boolean {
  let may = usually;
  for (const key of CHAINS[mode]) {
    const value = tags[key];
    if (value === undefined) continue;
    if (YES.has(value)) may = true;
    else if (NO.has(value) || (value === 'dismount' && mode === BICYCLE)) may = false;
  }
  return may;
}

export interface Permission {
  wayClass: number;
  /** Bits of the modes that may go as the way is drawn, and against it. */
  forward: number;
  backward: number;
  roundabout: boolean;
}

/** Who may use a way in which direction; null for what is no way to go on. */
export function permissionOf(tags: Tags): Permission | null {
  const wayClass = classOf(tags);
  if (wayClass < 0 || tags.area === 'yes' || tags.construction || tags.proposed) return null;
  let both = 0;
  const usual = BY_CLASS[CLASSES[wayClass]!];
  for (const mode of MODES) {
    if (mode === CAR && tags.motorroad === 'yes') both |= CAR;
    else if (allowed(tags, mode, (usual & mode) !== 0 && tags.motorroad !== 'yes')) both |= mode;
  }
  if (both === 0) return null;
  const roundabout = tags.junction === 'roundabout' || tags.junction === 'circular';
  const oneWay = directionOf(tags, roundabout, CLASSES[wayClass] === 'motorway');
  let forward = both;
  let backward = both;
  if (oneWay === 1) backward &= FOOT;
  if (oneWay === -1) forward &= FOOT;
  if (oneWay !== 0 && both & BICYCLE && bicyclesMayGoBack(tags)) {
    forward |= BICYCLE;
    backward |= BICYCLE;
  }
  return { wayClass, forward, backward, roundabout };
}

function classOf(tags: Tags): number {
  const { highway } = tags;
  if (highway === undefined) return -1;
  const plain = highway.endsWith('_link') ? highway.slice(0, -'_link'.length) : highway;
  return CLASSES.indexOf(plain as WayClass);
}

function directionOf(tags: Tags, roundabout: boolean, motorway: boolean): -1 | 0 | 1 {
  const value = tags['oneway:vehicle'] ?? tags.oneway;
  if (value === '-1' || value === 'reverse') return -1;
  if (value === 'yes' || value === 'true' || value === '1') return 1;
  if (value === 'no') return 0;
  return roundabout || motorway ? 1 : 0;
}

const bicyclesMayGoBack = (tags: Tags): boolean =>
  tags['oneway:bicycle'] === 'no' ||
  [tags.cycleway, tags['cycleway:left'], tags['cycleway:both'], tags['cycleway:right']].some((value) =>
    value?.startsWith('opposite'),
  );

/** Which modes each kind of barrier lets through, unless an access tag says otherwise. */
const BARRIERS: Readonly<Record<string, number>> = {
  bollard: FOOT | BICYCLE,
  block: FOOT | BICYCLE,
  cycle_barrier: FOOT | BICYCLE,
  stile: FOOT,
  kissing_gate: FOOT,
  turnstile: FOOT,
  gate: FOOT | BICYCLE,
  lift_gate: FOOT | BICYCLE | CAR,
  swing_gate: FOOT | BICYCLE,
  wall: 0,
  fence: 0,
};

/** The modes that can pass a node of a way; null for a node without a barrier. */
export function barrierOf(tags: Tags): number | null {
  const usual = tags.barrier === undefined ? undefined : BARRIERS[tags.barrier];
  const restricted = ['access', 'foot', 'vehicle', 'bicycle', 'motor_vehicle'].some((key) => tags[key]);
  if (usual === undefined && !(restricted && tags.barrier)) return null;
  let through = 0;
  for (const mode of MODES)
    if (allowed(tags, mode, ((usual ?? FOOT | BICYCLE | CAR) & mode) !== 0)) through |= mode;
  return through === (FOOT | BICYCLE | CAR) ? null : through;
}
