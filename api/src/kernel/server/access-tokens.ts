import type { ProblemCode } from '@waymark/api-contract';
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { jwtVerify, errors } from 'jose';
import { LRUCache } from 'lru-cache';
import { ApiProblem } from './errors.ts';

/** Seconds that an access token is good for. */
export const ACCESS_SECONDS = 600;
const ISSUER = 'waymark';
const AUDIENCE = 'waymark-api';
const CACHE_LIMIT = 20_000;
/** An Ed25519 signature takes a twentieth of a millisecond: less than the way to a thread, where hashes of passwords wait. */
const HEADER = Buffer.from(JSON.stringify({ alg: 'EdDSA', typ: 'at+jwt' })).toString('base64url');

/** That a browser has received a refresh token: it came back, or the access token that went with it did. */
export interface TokenUse {
  userId: number;
  sessionId: number;
  /** What the database knows the refresh token by. */
  hash: string;
}

export interface TokenHolder {
  userId: number;
  sessionId: number;
  /** Milliseconds since 1970. */
  expires: number;
}

export interface AccessTokens {
  /** @param hash of the refresh token that goes with it: the use of one shows that the other arrived */
  mint(userId: number, sessionId: number, hash?: string): string;
  /** @throws ApiProblem 401 `token_expired`, `token_invalid` or `session_ended` */
  verify(token: string): TokenHolder | Promise<TokenHolder>;
  /** Refuses tokens of an ended session from now on, in this process; the others learn it within ten seconds. */
  revoke(sessionId: number): void;
  /** Whether a session has ended within the life of an access token: for answers that go on after their call. */
  isRevoked(sessionId: number): boolean;
  noteUse(use: TokenUse): void;
  /** What was noted since the last time. */
  takeUses(): TokenUse[];
  /** A key of its own for another purpose, derived from the signing key. */
  derive(purpose: string): Buffer;
}

const problem = (code: ProblemCode, text: string) =>
  new ApiProblem(401, code, text, { headers: { 'www-authenticate': `Bearer error="${code}"` } });
const expired = () => problem('token_expired', 'Your session needs a refresh. Try again.');
const forged = () => problem('token_invalid', 'This login is not valid here. Log in again.');
const ended = () => problem('session_ended', 'You have logged out. Log in again.');

/** Keys for other purposes than access tokens; each purpose has its own, the same at every start. */
export function deriver(pem: string): (purpose: string) => Buffer {
  const seed = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  return (purpose) => Buffer.from(hkdfSync('sha256', seed, 'waymark', purpose, 32));
}

/** Access tokens: EdDSA JWTs. A verified one is remembered until it expires, so that most calls verify nothing. */
export function accessTokens(pem: string, now: () => number = Date.now): AccessTokens {
  const privateKey = createPrivateKey(pem);
  const publicKey: KeyObject = createPublicKey(privateKey);
  const cache = new LRUCache<string, TokenHolder>({ max: CACHE_LIMIT });
  const revoked = new Map<number, number>();
  const uses = new Map<string, TokenUse>();
  const noteUse = (use: TokenUse) => {
    if (uses.size < CACHE_LIMIT) uses.set(use.hash, use);
  };

  const isRevoked = (sessionId: number) => revoked.size > 0 && revoked.has(sessionId);
  const check = (token: string, holder: TokenHolder): TokenHolder => {
    if (holder.expires <= now()) {
      cache.delete(token);
      throw expired();
    }
    if (isRevoked(holder.sessionId)) throw ended();
    return holder;
  };
  const read = async (token: string): Promise<TokenHolder> => {
    const { hash, ...holder } = await readToken(token, publicKey, now);
    if (hash) noteUse({ userId: holder.userId, sessionId: holder.sessionId, hash });
    cache.set(token, holder);
    return check(token, holder);
  };

  return {
    mint: (userId, sessionId, hash) => {
      const at = Math.floor(now() / 1000);
      const claims = {
        sid: String(sessionId),
        ...(hash && { rth: hash }),
        sub: String(userId),
        iss: ISSUER,
        aud: AUDIENCE,
        iat: at,
        exp: at + ACCESS_SECONDS,
      };
      const signed = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
    },
    verify(token) {
      const known = cache.get(token);
      return known ? check(token, known) : read(token);
    },
    noteUse,
    takeUses() {
      const taken = [...uses.values()];
      uses.clear();
      return taken;
    },
    revoke(sessionId) {
      if (revoked.has(sessionId)) return;
      const at = now();
      revoked.set(sessionId, at + ACCESS_SECONDS * 1000);
      for (const [id, until] of revoked) if (until <= at) revoked.delete(id);
    },
    isRevoked,
    derive: deriver(pem),
  };
}

async function readToken(
  token: string,
  key: KeyObject,
  now: () => number,
): Promise<TokenHolder & { hash: string | null }> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['EdDSA'],
      typ: 'at+jwt',
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'sid', 'exp'],
      currentDate: new Date(now()),
    });
    const userId = Number(payload.sub);
    const sessionId = Number(payload['sid']);
    if (!Number.isSafeInteger(userId) || !Number.isSafeInteger(sessionId) || !payload.exp) throw forged();
    const hash = typeof payload['rth'] === 'string' ? payload['rth'] : null;
    return { userId, sessionId, expires: payload.exp * 1000, hash };
  } catch (error) {
    throw error instanceof errors.JWTExpired ? expired() : forged();
  }
}
