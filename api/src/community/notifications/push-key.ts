import { createECDH } from 'node:crypto';
import type { Context } from '../../kernel/server/context.ts';

const CURVE = 'prime256v1';

/** The pair of keys by which push services know this installation (VAPID), in base64url. */
interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Derived like all other keys: the same in each process and at every start, and nothing to be stored. */
export function pushKeys({ derive }: Pick<Context, 'derive'>): PushKeys {
  const privateKey = derive('web push');
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  return {
    publicKey: pair.getPublicKey('base64url', 'uncompressed'),
    privateKey: privateKey.toString('base64url'),
  };
}

/** Whether a browser's public key is a point of the curve: nothing can be encrypted for another one. */
export function isPushPublicKey(key: string): boolean {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  try {
    pair.computeSecret(key, 'base64url');
    return true;
  } catch {
    return false;
  }
}
