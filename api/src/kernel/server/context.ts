import type { CredentialKind } from './account-credentials.ts';
import type { Logger } from 'pino';
import type { Db, Trx } from '../database/tables.ts';
import type { Publisher } from './domain-events.ts';
import type { Env } from './env.ts';
import type { Ask } from './questions.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
}

/** A unit of work kept in the database: it survives a kill and takes effect once. */
export interface Jobs {
  /** Declares what does a kind of work. Called before `start`. */
  work<T extends object>(
    name: string,
    options: {
      concurrency: number;
      retries: number;
      timeoutSeconds: number;
      /**
       * Counts each beginning of the parts it is made of, as `withAttemptLimit` does. Other work is set aside as a
       * whole when it ended its process three times.
       */
      countsOwnAttempts?: true;
      /** Work that was set aside or failed for the last time is kept for an operator: nobody else notices. */
      keepsUnfinished?: true;
      /** Tells whoever waits for work that was set aside: its handler is not called. */
      onSetAside?(data: T): Promise<void>;
    },
    handler: (data: T, signal: AbortSignal) => Promise<void>,
  ): void;
  /**
   * Queues work and wakes a worker at once. The same `key` is queued once while it waits or runs. Work of a higher
   * `priority` (0 unless given) is done first, work of the same one in its order. With `trx` it is queued when that
   * transaction commits, and not at all when it does not.
   */
  send<T extends object>(
    name: string,
    data: T,
    options?: { key?: string; afterSeconds?: number; priority?: number; trx?: Trx },
  ): Promise<void>;
  /** Whether work waits or runs whose data contains this. */
  isPending(name: string, data: object): Promise<boolean>;
}

/** Files that members own, below one folder (or a bucket by configuration). Keys look like `imports/42/original`. */
export interface FileStore {
  write(key: string, from: NodeJS.ReadableStream | Uint8Array): Promise<{ bytes: number }>;
  read(key: string): Promise<Buffer>;
  /** A path on this machine for code that needs one (parsers); valid while `use` runs. */
  withLocal<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  remove(key: string): Promise<void>;
  /** Keys of the files in a folder such as `photos/42`; none where there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** Removes everything below a folder such as `photos/42`, also what is being written there. */
  removeFolder(folder: string): Promise<void>;
  /** Keys of the files in the folders of a folder that were written before a time, one folder's at a time. */
  listOld(folder: string, before: Date): AsyncIterable<string[]>;
}

/** Everything a service needs, built once at start. */
export interface Context extends Publisher {
  db: Db;
  /** For processes of this one that have a connection of their own. */
  databaseUrl: string;
  env: Env;
  log: Logger;
  jobs: Jobs;
  ask: Ask;
  /** Of all services. */
  credentials: readonly CredentialKind[];
  files: FileStore;
  /** Delivers at once; throws when that fails. Call it from work in the background, which is repeated. */
  mail: (message: Mail) => Promise<void>;
  /** A new 53-bit, time-ordered id. */
  newId: () => number;
  now: () => Date;
  /** A key of its own for a purpose, derived from the one that signs access tokens. */
  derive: (purpose: string) => Buffer;
}
