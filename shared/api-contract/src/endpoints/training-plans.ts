import type { Endpoints } from './endpoint.ts';

/** Plans to choose from: the catalogue, own ones, and those that somebody shared by link. */
export const trainingPlanEndpoints = {
  list: { service: 'main', method: 'GET', path: '/training_plan/', reads: ['training_plans'] },
  one: { service: 'main', method: 'GET', path: '/training_plan/:plan/', reads: ['training_plans'] },
  create: { service: 'main', method: 'POST', path: '/training_plan/', changes: ['training_plans'] },
  update: { service: 'main', method: 'PUT', path: '/training_plan/:id/', changes: ['training_plans'] },
  remove: { service: 'main', method: 'DELETE', path: '/training_plan/:id/', changes: ['training_plans'] },
  share: { service: 'main', method: 'POST', path: '/training_plan/:id/link/', changes: ['training_plans'] },
  unshare: {
    service: 'main',
    method: 'DELETE',
    path: '/training_plan/:id/link/',
    changes: ['training_plans'],
  },
} as const satisfies Endpoints;

/** Plans that a member follows, and their sessions on the member's days. */
export const startedPlanEndpoints = {
  list: {
    service: 'main',
    method: 'GET',
    path: '/started_plan/',
    reads: ['started_plans', 'workouts', 'user'],
  },
  start: { service: 'main', method: 'POST', path: '/started_plan/', changes: ['started_plans'] },
  one: {
    service: 'main',
    method: 'GET',
    path: '/started_plan/:id/',
    reads: ['started_plans', 'workouts', 'user'],
  },
  update: { service: 'main', method: 'PATCH', path: '/started_plan/:id/', changes: ['started_plans'] },
  remove: { service: 'main', method: 'DELETE', path: '/started_plan/:id/', changes: ['started_plans'] },
  arrange: { service: 'main', method: 'PUT', path: '/started_plan/:id/days/', changes: ['started_plans'] },
  session: {
    service: 'main',
    method: 'GET',
    path: '/planned_session/:id/',
    reads: ['started_plans', 'workouts', 'user'],
  },
  updateSession: {
    service: 'main',
    method: 'PATCH',
    path: '/planned_session/:id/',
    changes: ['started_plans'],
  },
  file: { service: 'main', method: 'GET', path: '/planned_session/:id/file/', answer: 'file' },
} as const satisfies Endpoints;

/** The private iCalendar address of one's own sessions. */
export const calendarAddressEndpoints = {
  read: { service: 'main', method: 'GET', path: '/calendar_address/', reads: ['calendar_address'] },
  renew: { service: 'main', method: 'POST', path: '/calendar_address/', changes: ['calendar_address'] },
  remove: { service: 'main', method: 'DELETE', path: '/calendar_address/', changes: ['calendar_address'] },
  calendar: { service: 'main', method: 'GET', path: '/calendar/:key/training.ics', answer: 'file' },
} as const satisfies Endpoints;

export const goalEndpoints = {
  list: { service: 'main', method: 'GET', path: '/user_goal/', reads: ['goals', 'user'] },
  create: { service: 'main', method: 'POST', path: '/user_goal/', changes: ['goals'] },
  update: { service: 'main', method: 'PATCH', path: '/user_goal/:id/', changes: ['goals'] },
  progress: {
    service: 'main',
    method: 'GET',
    path: '/user_goal_progress/',
    reads: ['goals', 'workouts', 'user', 'privacy_zones'],
  },
} as const satisfies Endpoints;
