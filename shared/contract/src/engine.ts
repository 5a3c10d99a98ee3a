import type { ServiceName, StartupSettings } from '@waymark/api-contract';
import type { EventProperties } from './analytics.ts';
import type { HttpClient } from './http.ts';
import type { Notification } from './notifications.ts';
import type { Session } from './session.ts';

/** What a host does for its remotes. The real host implements it with RxJS and axios; tests with what they need. */
export interface HostEngine {
  session: {
    get(): Session;
    subscribe(listener: (session: Session) => void): () => void;
    signedIn(grant: { authToken: string; expires_in: number; user_id: number }): Promise<void>;
    signOut(): Promise<void>;
    reload(): Promise<void>;
  };
  http(service: ServiceName): HttpClient;
  events: {
    publish(name: string, payload: unknown): void;
    subscribe(name: string, listener: (payload: unknown) => void): () => void;
  };
  navigation: {
    navigate(to: string, options: { replace?: boolean; state?: unknown }): void;
    subscribe(listener: (path: string) => void): () => void;
    prefetch(to: string): void;
  };
  settings(): StartupSettings;
  rollout(name: string): string | undefined;
  locale(): string;
  notify(notification: Notification): () => void;
  track(name: string, properties: EventProperties): void;
  reportError(error: unknown, where: { remote: string; version: string }): void;
}

let current: HostEngine | undefined;

/** Called once by the host before any remote runs (`@waymark/contract/host`). */
export function installHost(host: HostEngine): void {
  current = host;
}

/** @throws Error when no host is installed: a remote was started outside one */
export function engine(): HostEngine {
  if (!current) throw new Error('No Waymark host is running on this page.');
  return current;
}
