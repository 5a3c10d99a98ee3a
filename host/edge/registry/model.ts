import { z } from 'zod';

/** `1.4.0+3fa9c210`: the declared version and the first letters of the hash over everything in it. */
export const VersionLabel = z
  .string()
  .regex(/^\d+\.\d+\.\d+\+[0-9A-Za-z]{8}$/, 'A published version is named like 1.4.0+3fa9c210.');
export const RemoteName = z.string().regex(/^mfe-[a-z]+(-[a-z]+)*$/, 'A remote is named mfe-something.');

export const HistoryEntry = z.object({
  at: z.iso.datetime(),
  action: z.enum(['deploy', 'promote', 'rollback', 'canary', 'withdraw']),
  version: z.string(),
  /** The version that was live (for a canary: that it runs beside) before. */
  from: z.string().nullable(),
  by: z.string(),
  note: z.string().optional(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const RemoteRecord = z.object({
  /** Null once every version that was live is withdrawn: then nobody gets the remote. */
  live: VersionLabel.nullable(),
  /** The version that visitors fall back to when the live one does not start. */
  lastGood: VersionLabel.nullable(),
  canary: z.object({ version: VersionLabel, percent: z.number().min(0).max(100) }).nullable(),
  /** Oldest first, complete. */
  history: z.array(HistoryEntry),
});
export type RemoteRecord = z.infer<typeof RemoteRecord>;

/** Which version of each remote visitors get. Every change makes the next revision. */
export const Registry = z.object({
  revision: z.number().int().min(0),
  remotes: z.record(RemoteName, RemoteRecord),
});
export type Registry = z.infer<typeof Registry>;

export const EMPTY_REGISTRY: Registry = { revision: 0, remotes: {} };

/** Why the registry refuses something, in a sentence for the person who asked. */
export class RegistryProblem extends Error {
  override readonly name = 'RegistryProblem';
}
