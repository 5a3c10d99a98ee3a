import type { StoredName } from '@waymark/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from './env.ts';

export type Site = Pick<Env, 'SITE_URL'>;

export interface Cookie {
  name: StoredName<'cookie'>;
  /** Written as it is: names and values of ours need no escaping. */
  value: string;
  maxAgeSeconds: number;
  path?: string;
}

export const isSecureSite = ({ SITE_URL }: Site): boolean => SITE_URL.startsWith('https:');

function write(reply: FastifyReply, site: Site, text: string): void {
  const secure = isSecureSite(site) ? '; Secure' : '';
  void reply.header('set-cookie', `${text}; HttpOnly; SameSite=Lax${secure}`);
}

/** Adds a cookie to the answer, out of reach of scripts and of other sites' requests. */
export const setCookie = (
  reply: FastifyReply,
  site: Site,
  { name, value, maxAgeSeconds, path = '/' }: Cookie,
): void => write(reply, site, `${name}=${value}; Max-Age=${maxAgeSeconds}; Path=${path}`);

/** Removes a cookie, also one that only earlier versions set. */
export const removeCookie = (reply: FastifyReply, site: Site, name: string): void =>
  write(reply, site, `${name}=; Max-Age=0; Path=/`);

export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const start = `${name}=`;
  return headers.cookie
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(start))
    ?.slice(start.length);
}
