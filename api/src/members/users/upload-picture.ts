import { isMetBy } from '../../visibility/relation.ts';
import { createHash } from 'node:crypto';
import type { Call } from '@waymark/api-contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { memberOfCookie } from '../sessions/sessions.ts';
import type { Context } from '../../kernel/server/context.ts';
import { route } from '../../kernel/server/route.ts';
import { initialsPicture } from './initials-picture.ts';
import { pictureKey, type PictureSize } from './profile-photo.ts';
import { PICTURE_SIZES } from './presenter.ts';
import { findMemberByName, type MemberRow } from './find-member.ts';

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
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
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
  if (request.headers['if-none-match'] === tag) return send(request, reply, 'image/webp', tag, '');
  return send(request, reply, 'image/webp', tag, await context.files.read(pictureKey(id, version, size)));
}

export const pictureRoute = route<typeof call>({
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
