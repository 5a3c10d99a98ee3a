import type { ServiceName, StartupSettings, User } from '@waymark/api-contract';

export interface PremiumStatus {
  is_ad_free: boolean;
  /** -1 means unlimited. */
  days_remaining: number;
}

export interface Session {
  /** `loading` only until the first answer about the visitor is there. */
  status: 'loading' | 'signed-out' | 'signed-in';
  userId: number | null;
  /** The auth flag: an access token is held. It never leaves the host. */
  authorized: boolean;
  user: User | null;
  premium: PremiumStatus | null;
  /** What keeps a member from pages with a guard until it is resolved on the page that a manifest declares for it. */
  blockedBy: 'consents' | 'deletion' | null;
  /** A token refresh that is not quiet is under way. */
  refreshing: boolean;
  /** The member could not be loaded because the server failed (HTTP 500 or above). */
  userError: boolean;
}

export interface RequestOptions {
  /** Query parameters; undefined ones are left out. */
  params?: Record<string, string | number | boolean | undefined>;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** This call handles its own 401: no refresh, no redirect to the login page. */
  noRefresh?: boolean;
  /** A failure of this call raises the global API failure notice. */
  notifyFailure?: boolean;
  responseType?: 'json' | 'arraybuffer' | 'blob';
  /** Bytes sent so far; `total` is undefined when unknown. */
  onUploadProgress?: (progress: { loaded: number; total?: number }) => void;
}

/** One service of the API. Each method resolves with the answer's body and rejects with an `ApiError`. */
export interface HttpClient {
  get<T>(path: string, options?: RequestOptions): Promise<T>;
  post<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  put<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  patch<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
  delete<T = void>(path: string, options?: RequestOptions): Promise<T>;
}

export interface Notification {
  kind: 'success' | 'warning' | 'error';
  text: string;
  /** One thing to do about it, for instance Undo. */
  action?: { label: string; run: () => void };
}

export type EventProperties = Record<string, string | number | boolean | null>;

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
