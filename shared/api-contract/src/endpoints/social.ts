import type { Endpoints } from './endpoint.ts';

export const friendEndpoints = {
  users: { service: 'main', method: 'GET', path: '/user/', reads: ['friends', 'user'] },
  profile: {
    service: 'main',
    method: 'GET',
    path: '/user/:id/profile/',
    reads: ['friends', 'user', 'workouts'],
  },
  list: { service: 'main', method: 'GET', path: '/friendship/', reads: ['friends'] },
  one: { service: 'main', method: 'GET', path: '/friendship/:pair/', reads: ['friends'] },
  request: { service: 'main', method: 'POST', path: '/friendship/', changes: ['friends', 'stories'] },
  accept: { service: 'main', method: 'PATCH', path: '/friendship/:pair/', changes: ['friends', 'stories'] },
  remove: { service: 'main', method: 'DELETE', path: '/friendship/:pair/', changes: ['friends', 'stories'] },
  dismissSuggestion: {
    service: 'main',
    method: 'DELETE',
    path: '/friend_suggestion/:id/',
    changes: ['friends'],
  },
  invite: { service: 'main', method: 'GET', path: '/friend_invite/', reads: ['invite'] },
  renewInvite: { service: 'main', method: 'POST', path: '/friend_invite/', changes: ['invite'] },
  inviter: { service: 'main', method: 'GET', path: '/friend_invite/:key/', reads: ['friends'] },
  acceptInvite: {
    service: 'main',
    method: 'POST',
    path: '/friend_invite/:key/',
    changes: ['friends', 'stories'],
  },
} as const satisfies Endpoints;

/** What ends or quietens contact. Both kinds name the other member, so that their own id is the id of the entry. */
export const contactEndpoints = {
  blocks: { service: 'main', method: 'GET', path: '/user_block/', reads: ['friends'] },
  block: {
    service: 'main',
    method: 'POST',
    path: '/user_block/',
    changes: ['friends', 'stories', 'notifications', 'workouts', 'routes', 'bookmarks'],
  },
  unblock: {
    service: 'main',
    method: 'DELETE',
    path: '/user_block/:id/',
    changes: ['friends', 'stories', 'notifications', 'workouts', 'routes', 'bookmarks'],
  },
  mutes: { service: 'main', method: 'GET', path: '/user_mute/', reads: ['friends'] },
  mute: {
    service: 'main',
    method: 'POST',
    path: '/user_mute/',
    changes: ['friends', 'stories', 'notifications'],
  },
  unmute: {
    service: 'main',
    method: 'DELETE',
    path: '/user_mute/:id/',
    changes: ['friends', 'stories', 'notifications'],
  },
} as const satisfies Endpoints;

/** The private Atom address of one's own feed. */
export const feedAddressEndpoints = {
  read: { service: 'main', method: 'GET', path: '/feed_address/', reads: ['feed_address'] },
  renew: { service: 'main', method: 'POST', path: '/feed_address/', changes: ['feed_address'] },
  remove: { service: 'main', method: 'DELETE', path: '/feed_address/', changes: ['feed_address'] },
  feed: { service: 'main', method: 'GET', path: '/feed/:key/', answer: 'file' },
} as const satisfies Endpoints;

export const notificationEndpoints = {
  list: { service: 'main', method: 'GET', path: '/notification/', reads: ['notifications'] },
  count: { service: 'main', method: 'GET', path: '/notification/count/', reads: ['notifications'] },
  markRead: {
    service: 'main',
    method: 'POST',
    path: '/notification/read/',
    changes: ['notifications'],
  },
  remove: { service: 'main', method: 'DELETE', path: '/notification/:id/', changes: ['notifications'] },
  /** Server-sent events; see `NotificationEvent`. Not a call that returns: read it with `fetch`. */
  stream: { service: 'main', method: 'GET', path: '/notification/stream/' },
  settings: {
    service: 'main',
    method: 'GET',
    path: '/notification_settings/',
    reads: ['notification_settings'],
  },
  updateSettings: {
    service: 'main',
    method: 'PUT',
    path: '/notification_settings/',
    changes: ['notification_settings'],
  },
  pushSubscriptions: {
    service: 'main',
    method: 'GET',
    path: '/push_subscription/',
    reads: ['notification_settings'],
  },
  subscribeToPush: {
    service: 'main',
    method: 'POST',
    path: '/push_subscription/',
    changes: ['notification_settings'],
  },
  unsubscribeFromPush: {
    service: 'main',
    method: 'DELETE',
    path: '/push_subscription/:id/',
    changes: ['notification_settings'],
  },
} as const satisfies Endpoints;

export const safetyEndpoints = {
  report: { service: 'main', method: 'POST', path: '/report/', changes: ['reports'] },
  /** Moderators only: others are told 404, as if there were no such page. */
  queue: { service: 'main', method: 'GET', path: '/moderation/report/', reads: ['reports'] },
  resolve: {
    service: 'main',
    method: 'PATCH',
    path: '/moderation/report/:id/',
    changes: ['reports', 'stories', 'friends'],
  },
  unsuspend: {
    service: 'main',
    method: 'DELETE',
    path: '/moderation/suspension/:id/',
    changes: ['reports', 'stories', 'friends'],
  },
  decisions: { service: 'main', method: 'GET', path: '/moderation_decision/', reads: ['reports'] },
  appeal: {
    service: 'main',
    method: 'POST',
    path: '/moderation_decision/:id/appeal/',
    changes: ['reports'],
  },
  /** Moderators only, like the queue of reports. */
  appeals: { service: 'main', method: 'GET', path: '/moderation/appeal/', reads: ['reports'] },
  decideAppeal: {
    service: 'main',
    method: 'PATCH',
    path: '/moderation/appeal/:id/',
    changes: ['reports', 'stories', 'friends'],
  },
} as const satisfies Endpoints;
