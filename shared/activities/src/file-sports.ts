import { STRAVA, WORDS } from './file-sport-words.ts';
import { sportInOtherLanguage, sportWords } from './sport-languages.ts';

/** What a recorded file says about its sport. */
export interface FileSport {
  format: 'fit' | 'tcx' | 'gpx';
  /** FIT sport, TCX Sport attribute or GPX <type> text. */
  sport?: string | number | null;
  /** FIT sub_sport. */
  subSport?: string | number | null;
}

const GENERIC = 1;

/** By 'sport' and 'sport/sub_sport' in FIT's spelling; the pair wins over the sport alone. */
const FIT: Readonly<Record<string, number>> = {
  generic: 1,
  running: 16,
  'running/trail': 1000,
  'running/track': 1001,
  'running/street': 1002,
  'running/ultra': 1007,
  'running/obstacle': 1008,
  'running/treadmill': 25,
  'running/indoor_running': 25,
  'running/virtual_activity': 1051,
  cycling: 11,
  'cycling/road': 1100,
  'cycling/gravel_cycling': 1101,
  'cycling/mixed_surface': 1101,
  'cycling/commuting': 1102,
  'cycling/cyclocross': 1103,
  'cycling/track_cycling': 1104,
  'cycling/recumbent': 1106,
  'cycling/hand_cycling': 1108,
  'cycling/bmx': 1152,
  'cycling/mountain': 19,
  'cycling/downhill': 1150,
  'cycling/indoor_cycling': 453,
  'cycling/spin': 1200,
  'cycling/virtual_activity': 1201,
  'cycling/e_bike_fitness': 634,
  'cycling/e_bike_mountain': 1240,
  e_biking: 634,
  'e_biking/e_bike_mountain': 1240,
  walking: 9,
  'walking/indoor_walking': 1350,
  'walking/casual_walking': 1300,
  'walking/speed_walking': 204,
  wheelchair_push_walk: 1306,
  wheelchair_push_run: 1011,
  hiking: 24,
  mountaineering: 1400,
  swimming: 15,
  'swimming/lap_swimming': 1500,
  'swimming/open_water': 20,
  transition: 1900,
  multisport: 1901,
  training: 8,
  'training/strength_training': 12,
  'training/cardio_training': 17,
  'training/flexibility_training': 2700,
  'training/yoga': 78,
  'training/pilates': 1750,
  'training/hiit': 1751,
  hiit: 1751,
  fitness_equipment: 17,
  'fitness_equipment/treadmill': 25,
  'fitness_equipment/indoor_cycling': 453,
  'fitness_equipment/indoor_rowing': 3500,
  'fitness_equipment/elliptical': 3501,
  'fitness_equipment/stair_climbing': 3502,
  'fitness_equipment/strength_training': 12,
  'fitness_equipment/yoga': 78,
  'fitness_equipment/pilates': 1750,
  jump_rope: 3620,
  boxing: 2600,
  mixed_martial_arts: 2601,
  dance: 46,
  meditation: 2701,
  cross_country_skiing: 1600,
  'cross_country_skiing/skate_skiing': 1601,
  alpine_skiing: 13,
  'alpine_skiing/backcountry': 1650,
  snowboarding: 1602,
  snowshoeing: 1603,
  ice_skating: 1604,
  snowmobiling: 1605,
  golf: 145,
  baseball: 134,
  basketball: 259,
  soccer: 2000,
  american_football: 2001,
  rugby: 2002,
  volleyball: 2003,
  cricket: 2004,
  hockey: 2005,
  lacrosse: 2006,
  tennis: 2100,
  racket: 2101,
  'racket/badminton': 2102,
  'racket/table_tennis': 2103,
  'racket/squash': 2104,
  'racket/racquetball': 2105,
  'racket/pickleball': 2106,
  'racket/padel': 2107,
  rowing: 2200,
  'rowing/indoor_rowing': 3500,
  kayaking: 2201,
  paddling: 2202,
  stand_up_paddleboarding: 2203,
  surfing: 2204,
  sailing: 2205,
  windsurfing: 2206,
  kitesurfing: 2207,
  wakeboarding: 2208,
  water_skiing: 2209,
  rafting: 2210,
  'rafting/whitewater': 2210,
  diving: 2211,
  snorkeling: 2212,
  boating: 2213,
  wakesurfing: 2214,
  rock_climbing: 2300,
  'rock_climbing/bouldering': 2301,
  'rock_climbing/indoor_climbing': 2302,
  inline_skating: 2303,
  horseback_riding: 2304,
  fishing: 2305,
  hunting: 2306,
  hang_gliding: 2307,
  sky_diving: 2308,
  disc_golf: 2400,
  motorcycling: 2950,
  floor_climbing: 3502,
  'running/indoor_wheelchair_run': 1011,
  'walking/indoor_wheelchair_walk': 1306,
  'walking/rucking': 1357,
  'cycling/indoor_hand_cycling': 1108,
  'cycling/mountain_enduro': 1151,
  'cycling/enduro': 1151,
  'cycling/mountain_downhill': 1150,
  'cycling/e_bike_enduro': 1240,
  'multisport/triathlon': 1902,
  'multisport/pool_triathlon': 1902,
  'multisport/duathlon': 1903,
  'multisport/brick': 1908,
  'multisport/swim_run': 1564,
  'multisport/adventure_race': 1906,
  'training/amrap': 1751,
  'training/emom': 1751,
  'training/tabata': 1751,
  'fitness_equipment/indoor_climbing': 2302,
  winter_sport: 10,
  canoeing: 2202,
  archery: 2401,
  shooting: 2403,
  mobility: 2706,
  team_sport: 21,
  water_sport: 2213,
  water_tubing: 2238,
  pool_apnea: 2244,
  'diving/apnea_diving': 2244,
  'flying/fly_paraglide': 2347,
  'team_sport/ultimate': 2023,
  motor_sports: 47,
  'motor_sports/motocross': 2951,
  'motor_sports/rally': 2955,
  'motor_sports/atv': 2956,
  'motorcycling/motocross': 2951,
  'motorcycling/atv': 2956,
  'hockey/ice': 1608,
  'hockey/field': 2005,
  'tennis/platform': 2111,
  'racket/platform': 2111,
};

/** Sports that FIT has no name for, in the same form. */
const BEYOND_FIT: Readonly<Record<string, number>> = {
  'cycling/velomobile': 1121,
  'training/crossfit': 59,
  'winter_sport/roller_ski': 1601,
  'running/orienteering': 1021,
  'walking/nordic': 1352,
  'cycling/unicycle': 1119,
  'cycling/kick_scooter': 1122,
  'cross_country_skiing/classic': 1606,
  'winter_sport/sledding': 1616,
  'training/circuit': 3667,
  'training/core': 1763,
  'sky_diving/wingsuit': 2350,
  'motor_sports/car_racing': 2954,
  softball: 2540,
  skateboarding: 2320,
  caving: 2352,
  driving: 47,
};

const at = <V>(table: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

// Newer kinds of an activity carry a number at Garmin, those of winter two letters; Apple's begin with the name of their type.
const words = (text: string | number | null | undefined): string =>
  sportWords(text)
    .replace(/_(?:v\d|ws)$/u, '')
    .replace(/^hkworkout_activity_type_/u, '');

/** The first sport that a sub-sport belongs to: some devices write it beside no sport at all. */
const sportOfSubSport = (subSport: string): string | undefined =>
  subSport === '' ? undefined : Object.keys(FIT).find((name) => name.endsWith(`/${subSport}`));

/** The catalogue id for the sport a file names; 1 (generic) when the file names none or an unknown one. */
export function activityIdForFileSport({ format, sport, subSport }: FileSport): number {
  const said = words(sport);
  const strava = format === 'gpx' ? at(STRAVA, said) : undefined;
  const name = strava ?? at(WORDS, said) ?? sportInOtherLanguage(said) ?? said;
  const sub = words(subSport);
  const pair = name === '' || name === 'generic' ? sportOfSubSport(sub) : `${name}/${sub}`;
  return (
    at(BEYOND_FIT, name) ?? at(BEYOND_FIT, pair ?? '') ?? at(FIT, pair ?? '') ?? at(FIT, name) ?? GENERIC
  );
}

/** The first name that leads to each value. */
function reversed<V>(table: Readonly<Record<string, V>>): Map<V, string> {
  const names = new Map<V, string>();
  for (const [name, value] of Object.entries(table)) if (!names.has(value)) names.set(value, name);
  return names;
}

/** FIT's 'sport' or 'sport/sub_sport' that an activity id is read from; undefined when FIT has none for it. */
export const fitSportOf = (activityId: number): string | undefined => reversed(FIT).get(activityId);

/** The word for a GPX `<type>` that an activity id is read from; undefined when there is none. */
export function gpxTypeOf(activityId: number): string | undefined {
  const sport = fitSportOf(activityId);
  if (sport === undefined || !sport.includes('/')) return sport;
  return reversed(WORDS).get(sport);
}
