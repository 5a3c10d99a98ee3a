import type { Endpoints } from './endpoint.ts';

export const workoutEndpoints = {
  list: { service: 'main', method: 'GET', path: '/workout/', reads: ['workouts', 'privacy_zones'] },
  create: { service: 'main', method: 'POST', path: '/workout/', changes: ['workouts'] },
  one: {
    service: 'main',
    method: 'GET',
    path: '/workout/:id/',
    reads: ['workouts', 'photos', 'gear', 'zones', 'privacy_zones', 'routes'],
  },
  update: { service: 'main', method: 'PUT', path: '/workout/:id/', changes: ['workouts'] },
  remove: { service: 'main', method: 'DELETE', path: '/workout/:id/', changes: ['workouts'] },
  restore: { service: 'main', method: 'POST', path: '/workout/:id/restore/', changes: ['workouts'] },
  copy: { service: 'main', method: 'POST', path: '/workout/:id/copy/', changes: ['workouts'] },
  timeSeries: {
    service: 'main',
    method: 'GET',
    path: '/workout/:id/time_series/',
    reads: ['recordings', 'privacy_zones'],
  },
  streams: {
    service: 'main',
    method: 'GET',
    path: '/workout/:id/streams/',
    answer: 'bytes',
    reads: ['recordings', 'privacy_zones'],
  },
  calories: { service: 'main', method: 'GET', path: '/workout/calculate/calories/', reads: ['user'] },
  dashboard: { service: 'main', method: 'GET', path: '/dashboard/', reads: ['workouts', 'goals'] },
  addSamples: { service: 'main', method: 'POST', path: '/workout/samples/', changes: ['workouts', 'user'] },
  removeSamples: {
    service: 'main',
    method: 'DELETE',
    path: '/workout/samples/',
    changes: ['workouts', 'user'],
  },
  shareLink: { service: 'main', method: 'GET', path: '/workout/:id/link/', reads: ['workouts', 'links'] },
  renewShareLink: { service: 'main', method: 'POST', path: '/workout/:id/link/', changes: ['links'] },
} as const satisfies Endpoints;

export const manyWorkoutsEndpoints = {
  search: { service: 'main', method: 'GET', path: '/workout/search/', reads: ['workouts', 'gear', 'photos'] },
  ids: {
    service: 'main',
    method: 'GET',
    path: '/workout/search/ids/',
    reads: ['workouts', 'gear', 'photos'],
  },
  update: { service: 'main', method: 'POST', path: '/workout/bulk/', changes: ['workouts'] },
  remove: { service: 'main', method: 'POST', path: '/workout/bulk/delete/', changes: ['workouts'] },
  restore: { service: 'main', method: 'POST', path: '/workout/bulk/restore/', changes: ['workouts'] },
} as const satisfies Endpoints;

export const editEndpoints = {
  cut: {
    service: 'internal',
    method: 'POST',
    path: '/cutWorkout/:id',
    changes: ['workouts', 'recordings', 'photos'],
  },
  split: {
    service: 'internal',
    method: 'POST',
    path: '/splitWorkout/:id',
    changes: ['workouts', 'recordings', 'photos'],
  },
  merge: {
    service: 'internal',
    method: 'POST',
    path: '/mergeWorkouts',
    changes: ['workouts', 'recordings', 'photos'],
  },
  edits: { service: 'internal', method: 'GET', path: '/workoutEdits', reads: ['workouts'] },
  undo: {
    service: 'internal',
    method: 'POST',
    path: '/workoutEdits/:id/undo',
    changes: ['workouts', 'recordings', 'photos'],
  },
} as const satisfies Endpoints;

export const exportEndpoints = {
  file: { service: 'main', method: 'GET', path: '/workout/:id/export/', answer: 'file' },
  original: { service: 'main', method: 'GET', path: '/workout/:id/original/', answer: 'file' },
} as const satisfies Endpoints;

export const allWorkoutsEndpoints = {
  all: { service: 'internal', method: 'GET', path: '/allWorkouts/', answer: 'file' },
} as const satisfies Endpoints;

export const importEndpoints = {
  upload: { service: 'main', method: 'POST', path: '/device/file_import/', changes: ['imports'] },
  list: { service: 'main', method: 'GET', path: '/device/file_import/', reads: ['imports', 'routes'] },
  one: { service: 'main', method: 'GET', path: '/device/file_import/:id/', reads: ['imports', 'routes'] },
  resolve: {
    service: 'main',
    method: 'POST',
    path: '/device/file_import/:id/resolution/',
    changes: ['imports'],
  },
  retry: { service: 'main', method: 'POST', path: '/device/file_import/:id/retry/', changes: ['imports'] },
  saveRoute: {
    service: 'main',
    method: 'POST',
    path: '/device/file_import/:id/route/',
    changes: ['imports', 'routes'],
  },
  resolveAll: {
    service: 'main',
    method: 'POST',
    path: '/device/file_import/resolution/',
    changes: ['imports'],
  },
  retryAll: { service: 'main', method: 'POST', path: '/device/file_import/retry/', changes: ['imports'] },
  dismissAll: { service: 'main', method: 'DELETE', path: '/device/file_import/', changes: ['imports'] },
  report: { service: 'main', method: 'GET', path: '/device/file_import/report/', answer: 'file' },
  dismiss: { service: 'main', method: 'DELETE', path: '/device/file_import/:id/', changes: ['imports'] },
} as const satisfies Endpoints;

export const photoEndpoints = {
  list: { service: 'main', method: 'GET', path: '/workout/:id/photos/', reads: ['photos'] },
  add: { service: 'main', method: 'POST', path: '/workout/:id/photos/', changes: ['photos'] },
  order: { service: 'main', method: 'PUT', path: '/workout/:id/photos/order/', changes: ['photos'] },
  describe: { service: 'main', method: 'PUT', path: '/workout_photo/:id/', changes: ['photos'] },
  remove: { service: 'main', method: 'DELETE', path: '/workout_photo/:id/', changes: ['photos'] },
  restore: { service: 'main', method: 'POST', path: '/workout_photo/:id/restore/', changes: ['photos'] },
  image: { service: 'main', method: 'GET', path: '/workout_photo/:id/:size/', answer: 'file' },
} as const satisfies Endpoints;

export const gearEndpoints = {
  list: { service: 'main', method: 'GET', path: '/usergear/', reads: ['gear', 'workouts'] },
  one: { service: 'main', method: 'GET', path: '/usergear/:id/', reads: ['gear', 'workouts'] },
  create: { service: 'main', method: 'POST', path: '/usergear/', changes: ['gear'] },
  update: { service: 'main', method: 'PUT', path: '/usergear/:id/', changes: ['gear'] },
  remove: { service: 'main', method: 'DELETE', path: '/usergear/:id/', changes: ['gear'] },
} as const satisfies Endpoints;

export const weatherEndpoints = {
  association: {
    service: 'main',
    method: 'GET',
    path: '/weather/workout_association/:id/',
    reads: ['workouts'],
  },
} as const satisfies Endpoints;

export const zoneEndpoints = {
  list: { service: 'main', method: 'GET', path: '/heart_rate_zones/', reads: ['zones'] },
  create: { service: 'main', method: 'POST', path: '/heart_rate_zones/', changes: ['zones'] },
  remove: { service: 'main', method: 'DELETE', path: '/heart_rate_zones/:id/', changes: ['zones'] },
  powerList: { service: 'main', method: 'GET', path: '/threshold_power/', reads: ['zones'] },
  powerCreate: { service: 'main', method: 'POST', path: '/threshold_power/', changes: ['zones'] },
  powerRemove: { service: 'main', method: 'DELETE', path: '/threshold_power/:id/', changes: ['zones'] },
} as const satisfies Endpoints;

export const privacyZoneEndpoints = {
  list: { service: 'main', method: 'GET', path: '/privacy_zones/', reads: ['privacy_zones'] },
  create: { service: 'main', method: 'POST', path: '/privacy_zones/', changes: ['privacy_zones'] },
  update: { service: 'main', method: 'PUT', path: '/privacy_zones/:id/', changes: ['privacy_zones'] },
  remove: { service: 'main', method: 'DELETE', path: '/privacy_zones/:id/', changes: ['privacy_zones'] },
} as const satisfies Endpoints;

export const similarEndpoints = {
  similar: { service: 'main', method: 'GET', path: '/workout/:id/similar/', reads: ['workouts'] },
} as const satisfies Endpoints;

export const statsEndpoints = {
  stats: { service: 'main', method: 'GET', path: '/user_stats/:id/', reads: ['workouts'] },
  lifetime: { service: 'main', method: 'GET', path: '/user_stats/:id/lifetime/', reads: ['workouts'] },
  heatCalendar: {
    service: 'main',
    method: 'GET',
    path: '/user_stats/:id/heat_calendar/',
    reads: ['workouts'],
  },
  records: { service: 'main', method: 'GET', path: '/user_stats/:id/records/', reads: ['workouts'] },
  curves: {
    service: 'main',
    method: 'GET',
    path: '/user_stats/:id/curves/',
    reads: ['workouts', 'recordings'],
  },
  load: {
    service: 'main',
    method: 'GET',
    path: '/user_stats/:id/training_load/',
    reads: ['workouts', 'zones'],
  },
  heatMap: {
    service: 'main',
    method: 'GET',
    path: '/user_stats/:id/heat_map/',
    answer: 'bytes',
    reads: ['workouts', 'recordings'],
  },
} as const satisfies Endpoints;
