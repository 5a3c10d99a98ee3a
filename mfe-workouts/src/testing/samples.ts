import type {
  FileImport,
  FileImportList,
  Gear,
  ImportState,
  Photo,
  User,
  Workout,
  WorkoutSummary,
} from '@waymark/api-contract';

const NOTHING = {
  distance_total: null,
  metabolic_energy_total: null,
  active_time_total: null,
  elapsed_time_total: null,
  paused_time_total: null,
  stopped_time_total: null,
  steps_total: null,
  ascent_total: null,
  descent_total: null,
  heartrate_min: null,
  heartrate_max: null,
  heartrate_avg: null,
  speed_min: null,
  speed_max: null,
  speed_avg: null,
  cadence_min: null,
  cadence_max: null,
  cadence_avg: null,
  power_min: null,
  power_max: null,
  power_avg: null,
};

/** A run as the API lists it. */
export const sampleSummary = (over: Partial<WorkoutSummary> = {}): WorkoutSummary => ({
  id: 101,
  name: 'Morning run',
  activity_type_id: 16,
  activity_name: 'Run',
  activity_group: 'run',
  start_datetime: '2026-11-20T12:00:00.000Z',
  start_locale_timezone: 'America/New_York',
  privacy: 0,
  source: 'file',
  has_time_series: true,
  parent_id: null,
  leg_count: 0,
  aggregates: {
    ...NOTHING,
    distance_total: 10_000,
    active_time_total: 3000,
    elapsed_time_total: 3100,
    speed_avg: 10 / 3,
  },
  preview: { polyline: null, bounds: null },
  _links: {},
  ...over,
});

/** The same run as its own page gets it. */
export const sampleWorkout = (over: Partial<Workout> = {}): Workout => ({
  ...sampleSummary(),
  notes: '',
  device: null,
  file_name: null,
  warnings: [],
  created_datetime: '2026-11-20T13:00:00.000Z',
  updated_datetime: '2026-11-20T13:00:00.000Z',
  laps: [],
  legs: [],
  hrZones: [],
  threshold_power: null,
  load: null,
  gear: null,
  route: null,
  photos: [],
  attributions: [],
  has_hidden_part: false,
  user: { id: 7, display_name: 'Robin Trail', username: 'robin' },
  can: { edit: true, delete: true, copy: true },
  ...over,
});

export const sampleImport = (over: Partial<FileImport> = {}): FileImport => ({
  id: 501,
  batch_id: 500,
  file_name: 'run.fit',
  archive_name: null,
  size: 20_000,
  state: 'ready',
  progress: 1,
  problem: null,
  warnings: [],
  workouts: [sampleSummary()],
  duplicate_of: [],
  preview: null,
  created_datetime: '2026-11-20T13:00:00.000Z',
  _links: {},
  ...over,
});

export const sampleGear = (over: Partial<Gear> = {}): Gear => ({
  id: 31,
  name: 'Blue shoes',
  kind: 'shoes',
  brand: '',
  model: '',
  notes: '',
  initial_distance: 0,
  distance: 120_000,
  workout_count: 12,
  alert_distance: null,
  retired_datetime: null,
  default_for: [],
  created_datetime: '2026-01-05T00:00:00.000Z',
  _links: {},
  ...over,
});

export const samplePhoto = (over: Partial<Photo> = {}): Photo => ({
  id: 801,
  status: 'ready',
  problem: null,
  caption: '',
  width: 2048,
  height: 1365,
  urls: { small: '/photos/801/small', medium: '/photos/801/medium', large: '/photos/801/large' },
  ...over,
});

/** How many of the given states there are of each. */
export const countsOf = (states: readonly ImportState[]): FileImportList['counts'] => {
  const counts = { queued: 0, reading: 0, ready: 0, duplicate: 0, failed: 0, skipped: 0 };
  for (const state of states) counts[state]++;
  return counts;
};

export const sampleUser = (over: Partial<User> = {}): User => ({
  id: 7,
  uacfUserId: '7',
  username: 'robin',
  gender: 'F',
  first_name: 'Robin',
  last_name: 'Trail',
  display_name: 'Robin Trail',
  email: 'robin@example.com',
  email_confirmed: true,
  birthdate: '1990-05-17',
  height: 1.7,
  weight: 62,
  location: {},
  time_zone: 'America/New_York',
  preferred_language: 'en-us',
  date_joined: '2026-01-05T00:00:00.000Z',
  display_measurement_system: 'metric',
  goal_statement: '',
  introduction: '',
  sharing: {},
  communication: {},
  default_privacy: { workout: 0, route: 0, profile: 0 },
  hrZones: [],
  profilePictureStatus: 'none',
  gdpr_iso_code: null,
  has_sample_data: false,
  _links: {},
  ...over,
});
