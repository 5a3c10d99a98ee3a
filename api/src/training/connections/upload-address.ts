import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { beginUpload } from '../../kernel/storage/quota.ts';
import { receiveSentFile } from '../imports/upload.ts';

/** Below `/services`, which the site hands to the API. */
const UPLOAD_ADDRESS_BASE = '/services/upload';
const SECRET_BYTES = 24;
const SECRET = /^[\w-]{32}$/;
/** Wrong addresses that one visitor may try. */
const LIMIT = { max: 600, windowSeconds: 600 };
/** Read-only answers that WebDAV clients expect before they send a file. */
const DAV_METHODS = ['PROPFIND', 'MKCOL'] as const;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** A new secret part of an address, and what is stored of it. */
export function newUploadSecret(): { secret: string; hash: string } {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { secret, hash: hashOf(secret) };
}

export const uploadUrl = ({ env }: Pick<Context, 'env'>, secret: string): string =>
  `${env.SITE_URL.replace(/\/$/, '')}${UPLOAD_ADDRESS_BASE}/${secret}/`;

const unknown = () =>
  new ApiProblem(
    404,
    'upload_address_unknown',
    'There is no such upload address. It may have been disconnected; make a new one under Connected apps.',
  );

async function findConnection({ db }: { db: Db }, secret: string) {
  if (!SECRET.test(secret)) throw unknown();
  const row = await db
    .selectFrom('connections')
    .innerJoin('users', 'users.id', 'connections.user_id')
    .select(['user_id', 'connections.id'])
    .where('upload_hash', '=', hashOf(secret))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deletion_requests')
            .select('deletion_requests.user_id')
            .whereRef('deletion_requests.user_id', '=', 'connections.user_id'),
        ),
      ),
    )
    .executeTakeFirst();
  if (!row) throw unknown();
  return row;
}

interface Params {
  secret: string;
  '*'?: string;
}

/** The file's name, from the path or, as some scripts send it, from a header. */
function fileNameOf({ '*': path = '' }: Params, request: FastifyRequest): string {
  const header = /filename="?([^";]+)/.exec(request.headers['content-disposition'] ?? '')?.[1];
  return path.split('/').at(-1) || header || 'workout';
}

async function receive(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<object> {
  const params = request.params as Params;
  const { user_id: userId, id } = await findConnection(context, params.secret);
  request.server.uploadPlaces.take(reply, `member ${userId}`);
  const roomBytes = await beginUpload(context, userId, request);
  const file = { filename: fileNameOf(params, request), file: request.raw };
  const row = await receiveSentFile(context, userId, roomBytes, file, async (trx) => {
    // The address may have ended while the file came in.
    await findConnection({ db: trx }, params.secret);
  });
  await context.db
    .updateTable('connections')
    .set({ last_received_at: context.now(), workouts_received: sql<number>`workouts_received + 1` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
  void reply.code(201);
  return { file: row.file_name, size: row.size };
}

/** An empty folder: nothing of what was sent can be read back with the address. */
const EMPTY_FOLDER =
  '<?xml version="1.0" encoding="utf-8"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>./</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>';

/** Files are sent by PUT or POST, from a script or from an app that knows WebDAV. */
export function mountUploadAddress(app: FastifyInstance, context: Context): void {
  for (const method of DAV_METHODS) app.addHttpMethod(method);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Read as it comes, and not into memory.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.addHook('onRequest', (request, _reply, done) => {
      try {
        app.count?.('upload address', LIMIT, request.ip);
        done();
      } catch (error) {
        done(error as Error);
      }
    });
    for (const url of [`${UPLOAD_ADDRESS_BASE}/:secret`, `${UPLOAD_ADDRESS_BASE}/:secret/*`]) {
      scope.route({
        method: ['PUT', 'POST'],
        url,
        bodyLimit: Number.MAX_SAFE_INTEGER,
        handler: (request, reply) => receive(context, request, reply),
      });
      scope.route({
        method: ['OPTIONS', ...DAV_METHODS],
        url,
        async handler(request, reply) {
          await findConnection(context, (request.params as Params).secret);
          void reply.header('dav', '1').header('allow', 'OPTIONS, PUT, POST, PROPFIND, MKCOL');
          if (request.method === 'PROPFIND')
            return reply.code(207).type('application/xml').send(EMPTY_FOLDER);
          return reply.code(request.method === 'MKCOL' ? 201 : 204).send();
        },
      });
    }
  });
}
