export { CONTRACT_VERSION, isCompatible } from './version.ts';
export {
  getSession,
  isPremium,
  isSignedIn,
  reloadSession,
  signOut,
  signedIn,
  subscribeSession,
  type PremiumStatus,
  type Session,
} from './session.ts';
export { ApiError, errorText, http, type HttpClient, type RequestOptions } from './http.ts';
export { loginPath, navigate, prefetch, safeNext, subscribeLocation } from './navigation.ts';
export {
  announceChange,
  call,
  followLink,
  type CallArguments,
  type CallInput,
  type CallOptions,
} from './calls.ts';
export { EVENTS, publish, subscribe, type EventName, type EventPayload } from './events.ts';
export { notify, type Notification } from './notifications.ts';
export { reportError, track, type EventProperties } from './analytics.ts';
export { getCountry, getLocale, getRollout, getSettings } from './settings.ts';
export { matchPath, specificity } from './paths.ts';
export { accessTo, redirectFor, type Access } from './guard.ts';
export type { Layout, PublishedManifest, RemoteDeclaration, RemotePage, ResolvedRemote } from './manifest.ts';
export { CAPTCHA_SCRIPT } from './page-globals.ts';
