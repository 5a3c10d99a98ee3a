import { hash, hashRaw, verify } from '@node-rs/argon2';

/** argon2id (the library's default kind) with 19 MiB and two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), COST);

/** Of a secret that is looked up by its hash. */
export const hashWithSalt = (secret: string, salt: Uint8Array): Promise<Buffer> =>
  hashRaw(secret, { ...COST, salt });

let dummy: Promise<string> | undefined;

/** Takes as long without a stored hash as with one, so that time does not tell which accounts there are. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await (dummy ??= hashPassword('nobody has this password')));
  const right = await verify(against, password.normalize('NFKC'));
  return right && stored !== null;
}
