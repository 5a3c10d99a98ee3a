import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from './context.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SecretBox {
  seal(text: string): Buffer;
  /** @throws Error for what was not sealed with this key */
  open(sealed: Uint8Array): string;
}

/** Encrypts what has to be stored and read again, such as tokens of other services: AES-256-GCM, a key for each purpose. */
export function secretBox({ derive }: Pick<Context, 'derive'>, purpose: string): SecretBox {
  const key = derive(purpose);
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
      cipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const body = cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([body, cipher.final()]).toString('utf8');
    },
  };
}

/** Compares a secret without telling by the time it takes how much of it is right. */
export function isSameText(given: string, expected: string): boolean {
  // By bytes: texts of one length may have different numbers of them.
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
