import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from './env.ts';

export type Site = Pick<Env, 'SITE_URL'>;

export interface Cookie {
  name: string;
  /** Written as it is: names and values of ours need no escaping. */
  value: string;
  /** 0 removes the cookie. */
  maxAgeSeconds: number;
  path?: string;
}

export const isSecureSite = ({ SITE_URL }: Site): boolean => SITE_URL.startsWith('https:');

/** Adds a cookie to the answer, out of reach of scripts and of other sites' requests. */
export function setCookie(
  reply: FastifyReply,
  site: Site,
  { name, value, maxAgeSeconds, path = '/' }: Cookie,
): void {
  const secure = isSecureSite(site) ? '; Secure' : '';
  void reply.header(
    'set-cookie',
    `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=${path}; HttpOnly; SameSite=Lax${secure}`,
  );
}

export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const start = `${name}=`;
  return headers.cookie
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
    ?.slice(start.length);
}
