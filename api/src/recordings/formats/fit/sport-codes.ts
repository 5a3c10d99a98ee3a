/** Numbers of FIT's `sport` and `sub_sport`, for the names that `@waymark/activities` knows. */
const SPORTS = (
  'generic running cycling transition fitness_equipment swimming basketball soccer tennis american_football ' +
  'training walking cross_country_skiing alpine_skiing snowboarding rowing mountaineering hiking multisport ' +
  'paddling flying e_biking motorcycling boating driving golf hang_gliding horseback_riding hunting fishing ' +
  'inline_skating rock_climbing sailing ice_skating sky_diving snowshoeing snowmobiling ' +
  'stand_up_paddleboarding surfing wakeboarding water_skiing kayaking rafting windsurfing kitesurfing ' +
  'tactical jumpmaster boxing floor_climbing baseball'
).split(' ');
const LATER_SPORTS: Record<string, number> = {
  diving: 53,
  hiit: 62,
  racket: 64,
  wheelchair_push_walk: 65,
  wheelchair_push_run: 66,
  meditation: 67,
  disc_golf: 69,
  cricket: 71,
  rugby: 72,
  hockey: 73,
  lacrosse: 74,
  volleyball: 75,
  wakesurfing: 77,
  mixed_martial_arts: 80,
  snorkeling: 82,
  dance: 83,
  jump_rope: 84,
};
const SUB_SPORTS = (
  'generic treadmill street trail track spin indoor_cycling road mountain downhill recumbent cyclocross ' +
  'hand_cycling track_cycling indoor_rowing elliptical stair_climbing lap_swimming open_water ' +
  'flexibility_training strength_training warm_up match exercise challenge indoor_skiing cardio_training ' +
  'indoor_walking e_bike_fitness bmx casual_walking speed_walking bike_to_run_transition ' +
  'run_to_bike_transition swim_to_bike_transition atv motocross backcountry resort rc_drone wingsuit ' +
  'whitewater skate_skiing yoga pilates indoor_running gravel_cycling e_bike_mountain commuting mixed_surface'
).split(' ');
const LATER_SUB_SPORTS: Record<string, number> = {
  virtual_activity: 58,
  obstacle: 59,
  ultra: 67,
  indoor_climbing: 68,
  bouldering: 69,
  hiit: 70,
  pickleball: 84,
  padel: 85,
  squash: 94,
  badminton: 95,
  racquetball: 96,
  table_tennis: 97,
};

const codeIn = (names: readonly string[], later: Record<string, number>, name: string): number =>
  later[name] ?? Math.max(0, names.indexOf(name));

export const sportCode = (name: string): number => codeIn(SPORTS, LATER_SPORTS, name);
export const subSportCode = (name: string): number => codeIn(SUB_SPORTS, LATER_SUB_SPORTS, name);
