import { isMetBy } from '../visibility/relation.ts';
import { createHash } from 'node:crypto';
import type { Call } from '@waymark/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { memberOfCookie } from '../sessions/sessions.ts';
import type { Context } from '../../kernel/server/context.ts';
import { hasEntityTag } from '../../kernel/server/entity-tag.ts';
import { route } from '../../kernel/server/route.ts';
import { pictureKey, type PictureSize } from './profile-photo.ts';
import { PICTURE_SIZES } from './presenter.ts';
import { findMemberByName, type MemberRow } from './find-member.ts';

/** Ground colours that white letters stand out on by at least 4.5 : 1, in light and dark pages. */
const GROUNDS = ['#8A3A1C', '#2F6B4F', '#1F5F92', '#6B4A86', '#7A5310', '#3D5A63', '#8C2F4B', '#4A5B1E'];

/** A picture for members without one: initials on a colour that stays theirs. */
function initialsPicture(username: string, name: string): string {
  const ground = GROUNDS[(createHash('sha256').update(username).digest()[0] ?? 0) % GROUNDS.length];
  const letters = initialsOf(name || username);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><rect width="96" height="96" fill="${ground}"/><text x="48" y="50" fill="#fff" font-family="Barlow Condensed, Roboto Condensed, Arial Narrow, sans-serif" font-size="40" font-weight="600" text-anchor="middle" dominant-baseline="central">${escape(letters)}</text></svg>`;
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return chosen
    .map((word) => /^./u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toUpperCase();
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const call = {
  method: 'GET',
  path: '/profile/:username/picture',
  summary: "A member's picture: Small, Medium or Large",
  params: z.object({ username: z.string().min(1).max(120) }),
  querystring: z.object({ size: z.enum(PICTURE_SIZES).default('Small'), v: z.string().max(20).optional() }),
} satisfies Call;

const YEAR = 31_536_000;

/** An `img` carries no token: the cookie tells its member, who may see more of this one than a visitor. */
async function mayShow(context: Context, request: FastifyRequest, member: MemberRow): Promise<boolean> {
  const caller = request.holder ?? (await memberOfCookie(context, request.server.tokens, request));
  const met = await context.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', member.id)
    .where(isMetBy(caller?.userId ?? 0))
    .executeTakeFirst();
  return met !== undefined;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  tag: string,
  bytes: Buffer | string,
) {
  reply.header('etag', tag).header('vary', 'cookie');
  if (hasEntityTag(request, tag)) return reply.code(304).send();
  return reply
    .type(type)
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .send(bytes);
}

async function sendPhoto(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, version, size, asked }: { id: number; version: number; size: PictureSize; asked?: string },
) {
  // An address with the version never changes its picture; without, the browser asks each time.
  reply.header(
    'cache-control',
    asked === String(version) ? `private, max-age=${YEAR}, immutable` : 'private, no-cache',
  );
  const tag = `"${version}-${size}"`;
  if (hasEntityTag(request, tag)) return send(request, reply, 'image/webp', tag, '');
  return send(request, reply, 'image/webp', tag, await context.files.read(pictureKey(id, version, size)));
}

export const pictureHandler = route<typeof call>({
  call,
  access: 'anyone',
  lenient: true,
  async handler({ context, params: { username }, query: { size, v }, request, reply }) {
    const member = await findMemberByName(context.db, username);
    const shown = member && (await mayShow(context, request, member)) ? member : null;
    if (shown && shown.picture_version !== null)
      return sendPhoto(context, request, reply, {
        id: shown.id,
        version: shown.picture_version,
        size,
        ...(v && { asked: v }),
      });
    // A private member's and an unknown name's picture look alike.
    const svg = initialsPicture(username, shown?.display_name ?? '');
    reply.header('cache-control', 'private, no-cache');
    const tag = `"${createHash('sha256').update(svg).digest('base64url').slice(0, 16)}"`;
    return send(request, reply, 'image/svg+xml; charset=utf-8', tag, svg);
  },
});
