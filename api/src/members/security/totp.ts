import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';

const STEP_SECONDS = 30;
/** Clocks of phones may be off by one step. */
const WINDOW = 1;
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** The six digits of a time step (RFC 6238 with SHA-1, as every authenticator app has it). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac[19]! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1000 / STEP_SECONDS);

const keyOf = ({ derive }: Pick<Context, 'derive'>) => derive('authenticator secrets');

export function encryptSecret(context: Pick<Context, 'derive'>, secret: Buffer): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(context), iv);
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

export function decryptSecret(context: Pick<Context, 'derive'>, stored: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(context), stored.subarray(0, 12));
  decipher.setAuthTag(stored.subarray(-16));
  return Buffer.concat([decipher.update(stored.subarray(12, -16)), decipher.final()]);
}

/**
 * Takes a code of the member's app: each counts once, also among calls at the same time.
 * @param confirmed whether the app must have been confirmed before
 */
export async function takeTotpCode(
  context: Pick<Context, 'derive' | 'now'> & { db: Db },
  userId: number,
  code: string,
  { confirmed }: { confirmed: boolean },
): Promise<boolean> {
  const { db, now } = context;
  const row = await db
    .selectFrom('totp_secrets')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row || (confirmed && !row.confirmed_at)) return false;
  const secret = decryptSecret(context, row.secret);
  const current = stepAt(now());
  for (let step = current - WINDOW; step <= current + WINDOW; step++) {
    if (codeAt(secret, step) !== code) continue;
    const { numUpdatedRows } = await db
      .updateTable('totp_secrets')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  return false;
}

/** Whether signing in asks for a code. */
export async function hasTotp(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
