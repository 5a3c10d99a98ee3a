import type { ServiceName } from '../services.ts';

/** What a change can make stale. An answer is fetched anew after a change of anything that it reads. */
export const RESOURCES = [
  'workouts',
  'recordings',
  'goals',
  'training_plans',
  'started_plans',
  'calendar_address',
  'photos',
  'gear',
  'zones',
  'privacy_zones',
  'imports',
  'routes',
  'bookmarks',
  'links',
  'user',
  'friends',
  'invite',
  'stories',
  'feed_address',
  'notifications',
  'notification_settings',
  'reports',
  'consents',
  'security',
  'exports',
  'developer',
  'connections',
  'challenges',
  'billing',
  'premium',
] as const;
export type Resource = (typeof RESOURCES)[number];

/**
 * Where a call goes and what it does to others: all that the browser needs of it. The schemas are keyed by the same
 * names and stay on the server.
 */
export interface Endpoint {
  service: ServiceName;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the service's base, in the server's form: `/workout/:id/`. */
  path: string;
  /** Answers with packed columns (`bytes`) or something to be saved or shown as it is (`file`) instead of JSON. */
  answer?: 'bytes' | 'file';
  /** The answer is stale once one of these has changed. */
  reads?: readonly Resource[];
  /** A call that succeeds changes these. */
  changes?: readonly Resource[];
}
export type Endpoints = Readonly<Record<string, Endpoint>>;
