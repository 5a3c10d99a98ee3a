import type { Endpoints } from './endpoint.ts';

export const emailPreferenceEndpoints = {
  read: { service: 'internal', method: 'GET', path: '/emailOptOuts', reads: ['user'] },
  update: { service: 'internal', method: 'POST', path: '/emailOptOuts', changes: ['user'] },
} as const satisfies Endpoints;

export const consentEndpoints = {
  matrix: { service: 'auth', method: 'GET', path: '/consents-matrix/:id' },
  status: { service: 'auth', method: 'GET', path: '/consents-status', reads: ['consents'] },
  update: {
    service: 'auth',
    method: 'POST',
    path: '/update-consents',
    changes: ['consents', 'user', 'workouts', 'zones'],
  },
  history: { service: 'auth', method: 'GET', path: '/consents-history', reads: ['consents'] },
} as const satisfies Endpoints;

export const healthDataEndpoints = {
  status: { service: 'auth', method: 'GET', path: '/health-data', reads: ['consents', 'workouts', 'zones'] },
  remove: {
    service: 'auth',
    method: 'DELETE',
    path: '/health-data',
    changes: ['consents', 'user', 'workouts', 'recordings', 'zones', 'imports', 'exports', 'goals'],
  },
} as const satisfies Endpoints;

export const consentServiceEndpoints = {
  status: { service: 'consent', method: 'GET', path: '/v1/consent/status', reads: ['consents'] },
  matrix: { service: 'consent', method: 'GET', path: '/v1/consent/matrix/:id' },
} as const satisfies Endpoints;

export const legalEndpoints = {
  list: { service: 'platform', method: 'GET', path: '/legal' },
  page: { service: 'platform', method: 'GET', path: '/legal/:page' },
} as const satisfies Endpoints;

export const securityEndpoints = {
  overview: { service: 'auth', method: 'GET', path: '/security', reads: ['security'] },
  events: { service: 'auth', method: 'GET', path: '/security/events', reads: ['security'] },
  confirmIdentity: {
    service: 'auth',
    method: 'POST',
    path: '/security/confirm-identity',
    changes: ['security'],
  },
  passkeyIdentityOptions: {
    service: 'auth',
    method: 'POST',
    path: '/security/confirm-identity/passkey-options',
  },
  changePassword: { service: 'auth', method: 'POST', path: '/security/password', changes: ['security'] },
  credentials: { service: 'auth', method: 'GET', path: '/security/credentials', reads: ['security'] },
  requestEmailChange: { service: 'auth', method: 'POST', path: '/security/email', changes: ['security'] },
  cancelEmailChange: { service: 'auth', method: 'DELETE', path: '/security/email', changes: ['security'] },
  confirmEmailChange: { service: 'auth', method: 'POST', path: '/security/email/confirm/:token' },
  undoEmailChange: { service: 'auth', method: 'POST', path: '/security/email/undo/:token' },
  sessions: { service: 'auth', method: 'GET', path: '/security/sessions', reads: ['security'] },
  endSession: { service: 'auth', method: 'DELETE', path: '/security/sessions/:id', changes: ['security'] },
  endOtherSessions: { service: 'auth', method: 'DELETE', path: '/security/sessions', changes: ['security'] },
  passkeyOptions: { service: 'auth', method: 'POST', path: '/security/passkeys/options' },
  addPasskey: { service: 'auth', method: 'POST', path: '/security/passkeys', changes: ['security'] },
  renamePasskey: { service: 'auth', method: 'PATCH', path: '/security/passkeys/:id', changes: ['security'] },
  removePasskey: { service: 'auth', method: 'DELETE', path: '/security/passkeys/:id', changes: ['security'] },
  beginTotp: { service: 'auth', method: 'POST', path: '/security/totp' },
  enableTotp: { service: 'auth', method: 'POST', path: '/security/totp/confirm', changes: ['security'] },
  disableTotp: { service: 'auth', method: 'DELETE', path: '/security/totp', changes: ['security'] },
  renewRecoveryCodes: {
    service: 'auth',
    method: 'POST',
    path: '/security/recovery-codes',
    changes: ['security'],
  },
} as const satisfies Endpoints;

export const signInEndpoints = {
  secondFactor: { service: 'auth', method: 'POST', path: '/login/second-factor' },
  passkeyOptions: { service: 'auth', method: 'POST', path: '/login/passkey-options' },
  passkey: { service: 'auth', method: 'POST', path: '/login/passkey' },
} as const satisfies Endpoints;

export const dataExportEndpoints = {
  list: { service: 'main', method: 'GET', path: '/data_export/', reads: ['exports'] },
  create: { service: 'main', method: 'POST', path: '/data_export/', changes: ['exports'] },
  remove: { service: 'main', method: 'DELETE', path: '/data_export/:id/', changes: ['exports'] },
  download: { service: 'main', method: 'GET', path: '/data_export/:id/archive/', answer: 'file' },
  restore: {
    service: 'main',
    method: 'POST',
    path: '/data_export/restore/',
    changes: [
      'workouts',
      'routes',
      'bookmarks',
      'gear',
      'zones',
      'privacy_zones',
      'photos',
      'user',
      'exports',
    ],
  },
  restoreStatus: { service: 'main', method: 'GET', path: '/data_export/restore/', reads: ['exports'] },
} as const satisfies Endpoints;

export const accountDeletionEndpoints = {
  status: { service: 'auth', method: 'GET', path: '/deletion-request', reads: ['user'] },
  request: { service: 'auth', method: 'POST', path: '/deletion-request', changes: ['user'] },
  cancel: { service: 'auth', method: 'DELETE', path: '/deletion-request/:id', changes: ['user'] },
  cancelByMail: { service: 'auth', method: 'POST', path: '/deletion-request/cancel/:token' },
} as const satisfies Endpoints;

export const supportEndpoints = {
  ticket: { service: 'internal', method: 'POST', path: '/zendesk/post' },
} as const satisfies Endpoints;

export const oauthEndpoints = {
  interaction: { service: 'internal', method: 'GET', path: '/oauth2/clientName/:id' },
  decide: { service: 'internal', method: 'POST', path: '/oauth2/authorize/:id' },
  clients: { service: 'internal', method: 'GET', path: '/oauth2/clients', reads: ['developer'] },
  createClient: { service: 'internal', method: 'POST', path: '/oauth2/clients', changes: ['developer'] },
  updateClient: { service: 'internal', method: 'PUT', path: '/oauth2/clients/:id', changes: ['developer'] },
  removeClient: {
    service: 'internal',
    method: 'DELETE',
    path: '/oauth2/clients/:id',
    changes: ['developer'],
  },
  tokens: { service: 'internal', method: 'GET', path: '/oauth2/tokens', reads: ['developer'] },
  createToken: { service: 'internal', method: 'POST', path: '/oauth2/tokens', changes: ['developer'] },
  revokeToken: { service: 'internal', method: 'DELETE', path: '/oauth2/tokens/:id', changes: ['developer'] },
  authorizedApps: { service: 'internal', method: 'GET', path: '/externaltokens/:id', reads: ['connections'] },
  revokeApp: { service: 'internal', method: 'DELETE', path: '/externaltokens', changes: ['connections'] },
} as const satisfies Endpoints;

export const chatAppEndpoints = {
  channels: { service: 'auth', method: 'GET', path: '/chat-apps' },
  start: { service: 'auth', method: 'POST', path: '/chat-apps/:chat_app/start' },
  login: { service: 'auth', method: 'POST', path: '/login/:chat_app' },
  signup: { service: 'auth', method: 'POST', path: '/signup/:chat_app' },
  sendEmailCode: { service: 'auth', method: 'POST', path: '/signup/:chat_app/email' },
  confirmEmail: { service: 'auth', method: 'POST', path: '/signup/:chat_app/email/confirm' },
  link: { service: 'auth', method: 'POST', path: '/security/chat-apps/:chat_app', changes: ['security'] },
  unlink: { service: 'auth', method: 'DELETE', path: '/security/chat-apps/:chat_app', changes: ['security'] },
} as const satisfies Endpoints;

export const connectionEndpoints = {
  types: { service: 'main', method: 'GET', path: '/remoteconnectiontype/' },
  list: { service: 'main', method: 'GET', path: '/remoteconnection/', reads: ['connections'] },
  one: { service: 'main', method: 'GET', path: '/remoteconnection/:id/', reads: ['connections'] },
  connect: { service: 'main', method: 'POST', path: '/remoteconnection/', changes: ['connections'] },
  finish: { service: 'main', method: 'POST', path: '/remoteconnection/finish/', changes: ['connections'] },
  remove: { service: 'main', method: 'DELETE', path: '/remoteconnection/:id/', changes: ['connections'] },
} as const satisfies Endpoints;
