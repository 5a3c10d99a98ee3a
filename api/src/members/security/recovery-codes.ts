import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { hashWithSalt } from '../credentials/passwords/hash-password.ts';

const CODES = 10;
/** Without letters and figures that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const SALT_BYTES = 16;
/** A stored code is `argon2id.<salt>.<hash>`: it has some 50 bits, which a fast hash would not protect. */
const KIND = 'argon2id';

const readable = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

async function hashCode(code: string, salt: string): Promise<string> {
  const hash = await hashWithSalt(readable(code), Buffer.from(salt, 'base64url'));
  return [KIND, salt, hash.toString('base64url')].join('.');
}

/** How codes were stored that members still have. */
const earlierHash = (userId: number, code: string): string =>
  createHash('sha256')
    .update(`${userId} ${readable(code)}`)
    .digest('base64url');

/**
 * Ten new recovery codes instead of all there were; only their hashes stay. They share a salt of the member's, so that
 * one try costs one hash.
 */
export async function renewRecoveryCodes(db: Db, userId: number, at: Date): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => {
    const letters = Array.from(randomBytes(10), (byte) => ALPHABET[byte % ALPHABET.length]);
    return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
  });
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const hashes = await Promise.all(codes.map((code) => hashCode(code, salt)));
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, hash, created_at: at, used_at: null })))
    .execute();
  return codes;
}

/** Uses a recovery code up; false for one that is unknown or was used. */
export async function takeRecoveryCode(db: Db, userId: number, code: string): Promise<boolean> {
  const stored = await db
    .selectFrom('recovery_codes')
    .select('hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  const salts = new Set(
    stored.flatMap(({ hash }) => (hash.startsWith(`${KIND}.`) ? [hash.split('.')[1]!] : [])),
  );
  const hashes = await Promise.all([...salts].map((salt) => hashCode(code, salt)));
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('hash', 'in', [...hashes, earlierHash(userId, code)])
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
