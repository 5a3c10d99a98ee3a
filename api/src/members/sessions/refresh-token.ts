import { createHash, createHmac, randomBytes } from 'node:crypto';

const DAY = 86_400;
/** A browser that stays away this long signs in again. */
export const REFRESH_SECONDS = 30 * DAY;
/** However busy, a session ends after this. */
export const SESSION_SECONDS = 180 * DAY;
/** For so long a token that was just exchanged is answered with its successor: parallel tabs, lost answers. */
export const REPEAT_MS = 10_000;

export interface RefreshToken {
  userId: number;
  sessionId: number;
  secret: string;
}

const FORM = /^([1-9a-z][0-9a-z]{0,10})\.([1-9a-z][0-9a-z]{0,10})\.([\w-]{43})$/;

export const newRefreshToken = (userId: number, sessionId: number): RefreshToken => ({
  userId,
  sessionId,
  secret: randomBytes(32).toString('base64url'),
});

export const writeRefreshToken = ({ userId, sessionId, secret }: RefreshToken): string =>
  `${userId.toString(36)}.${sessionId.toString(36)}.${secret}`;

export function readRefreshToken(text: string | undefined): RefreshToken | null {
  const match = text && FORM.exec(text);
  if (!match) return null;
  const [, user = '', session = '', secret = ''] = match;
  return { userId: Number.parseInt(user, 36), sessionId: Number.parseInt(session, 36), secret };
}

/** Derived, not drawn: a repeat gets the same successor although no token is ever stored. */
export const successorOf = (token: RefreshToken, key: Buffer): RefreshToken => ({
  ...token,
  secret: createHmac('sha256', key).update(writeRefreshToken(token)).digest('base64url'),
});

/** What the database keeps of a token. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
