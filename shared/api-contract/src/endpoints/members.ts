import type { Endpoints } from './endpoint.ts';

export const authEndpoints = {
  login: { service: 'auth', method: 'POST', path: '/login' },
  signup: { service: 'auth', method: 'POST', path: '/signup' },
  refresh: { service: 'auth', method: 'GET', path: '/refresh-token' },
  session: { service: 'auth', method: 'GET', path: '/session' },
  logout: { service: 'auth', method: 'GET', path: '/logout' },
  geoip: { service: 'auth', method: 'GET', path: '/geoip' },
  clearLegacy: { service: 'auth', method: 'GET', path: '/clear-legacy' },
  requestReset: { service: 'auth', method: 'POST', path: '/password-reset' },
  resetInfo: { service: 'auth', method: 'GET', path: '/password/reset/:token' },
  resetPassword: { service: 'auth', method: 'POST', path: '/password/reset/:token' },
  confirmEmail: { service: 'auth', method: 'POST', path: '/email/confirm/:token' },
  resendConfirmation: { service: 'auth', method: 'POST', path: '/email/resend' },
  findUser: { service: 'auth', method: 'GET', path: '/find-user-by-email/:email' },
  clientEvents: { service: 'auth', method: 'POST', path: '/client-events' },
} as const satisfies Endpoints;

export const userEndpoints = {
  self: { service: 'main', method: 'GET', path: '/user/self/', reads: ['user'] },
  user: { service: 'main', method: 'GET', path: '/user/:id/', reads: ['user'] },
  update: { service: 'main', method: 'PUT', path: '/user/:id/', changes: ['user'] },
  photo: { service: 'main', method: 'PUT', path: '/user_profile_photo/:id/', changes: ['user'] },
} as const satisfies Endpoints;

export const platformEndpoints = {
  settings: { service: 'platform', method: 'GET', path: '/settings' },
  rollouts: { service: 'platform', method: 'GET', path: '/rollouts' },
} as const satisfies Endpoints;

export const houseAdEndpoints = {
  current: { service: 'ads', method: 'GET', path: '/current', reads: ['premium'] },
  image: { service: 'ads', method: 'GET', path: '/images/:name', answer: 'file' },
} as const satisfies Endpoints;

export const geoEndpoints = {
  lookup: { service: 'geo', method: 'GET', path: '/lookup' },
} as const satisfies Endpoints;

export const activityTypeEndpoints = {
  list: { service: 'main', method: 'GET', path: '/activity_type/' },
  one: { service: 'main', method: 'GET', path: '/activity_type/:id/' },
} as const satisfies Endpoints;
