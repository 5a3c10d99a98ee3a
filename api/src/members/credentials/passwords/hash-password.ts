import { availableParallelism } from 'node:os';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { ConcurrencyLimit } from '../../../kernel/server/concurrency-limit.ts';

/** argon2id (the library's default kind) with 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Threads of libuv, which hashes share with files, compression and look-ups of names. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE) || 4;

/**
 * As many hashes at a time as there are processors: more push each other's memory out of the caches, which makes each a
 * tenth dearer. One thread is left to all else, where there is more than one.
 */
const hashing = new ConcurrencyLimit({ max: Math.max(1, Math.min(availableParallelism(), THREADS - 1)) });

export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => hash(password.normalize('NFKC'), COST));

/** Of a secret that is looked up by its hash. */
export const hashWithSalt = (secret: string, salt: Uint8Array): Promise<Buffer> =>
  hashing.run(() => hashRaw(secret, { ...COST, salt }));

let dummy: Promise<string> | undefined;

/** Takes as long without a stored hash as with one, so that time does not tell which accounts there are. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await (dummy ??= hashPassword('nobody has this password')));
  const right = await hashing.run(() => verify(against, password.normalize('NFKC')));
  return right && stored !== null;
}
