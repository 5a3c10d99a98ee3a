import { activityIdForFileSport } from '@waymark/activities';

const GENERIC = 1;

/** Garmin's words for activities that are neither FIT's nor anybody else's, as FIT's sport and sub-sport. */
const SPORTS: Readonly<Record<string, string>> = {
  indoor_running: 'running/indoor_running',
  ultra_run: 'running/ultra',
  obstacle_run: 'running/obstacle',
  track_cycling: 'cycling/track_cycling',
  downhill_biking: 'cycling/downhill',
  recumbent_cycling: 'cycling/recumbent',
  hand_cycling: 'cycling/hand_cycling',
  bmx: 'cycling/bmx',
  e_bike_fitness: 'cycling/e_bike_fitness',
  e_bike_mountain: 'cycling/e_bike_mountain',
  indoor_walking: 'walking/indoor_walking',
  indoor_cardio: 'training/cardio_training',
  elliptical: 'fitness_equipment/elliptical',
  stair_climbing: 'fitness_equipment/stair_climbing',
  indoor_rowing: 'fitness_equipment/indoor_rowing',
  indoor_climbing: 'rock_climbing/indoor_climbing',
  multi_sport: 'multisport',
  backcountry_skiing: 'alpine_skiing/backcountry',
  backcountry_skiing_snowboarding: 'alpine_skiing/backcountry',
  cross_country_skiing: 'cross_country_skiing',
  skate_skiing: 'cross_country_skiing/skate_skiing',
  kiteboarding: 'kitesurfing',
  whitewater_rafting_kayaking: 'rafting',
  breathwork: 'meditation',
  badminton: 'racket/badminton',
  table_tennis: 'racket/table_tennis',
  squash: 'racket/squash',
  racquetball: 'racket/racquetball',
  pickleball: 'racket/pickleball',
  padel: 'racket/padel',
};

function idOf(word: unknown): number {
  const named = typeof word === 'object' && word !== null && 'typeKey' in word ? word.typeKey : word;
  if (typeof named !== 'string') return GENERIC;
  // Newer kinds of the same activity carry a number, those of winter two letters.
  const said = named.toLowerCase().replace(/_(?:v\d|ws)$/u, '');
  const [sport = said, subSport = null] = (Object.hasOwn(SPORTS, said) ? SPORTS[said]! : said).split('/');
  return activityIdForFileSport({ format: 'tcx', sport, subSport });
}

/** The activity that a summary names, by its own word or else by the sport at large; null when it names none. */
export function garminActivity(activityType: unknown, sportType: unknown): number | null {
  const id = idOf(activityType);
  if (id !== GENERIC) return id;
  const sport = idOf(sportType);
  return sport === GENERIC ? null : sport;
}
