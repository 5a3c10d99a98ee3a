import {
  type Call,
  type Connection,
  connectionCalls,
  type ConnectionType,
  SERVICE_BASES,
} from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Trx } from '../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import { isNotKept } from '../../kernel/server/account-credentials.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem, conflict, invalid, notFound } from '../../kernel/server/errors.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { lockSession } from '../../members/security/identity.ts';
import { authorizationUrl, finishAuthorization } from './authorize.ts';
import {
  type Connector,
  type ServiceGrant,
  type ServiceNotice,
  ServiceProblem,
} from './connectors/connector.ts';
import { connectorsOf, findConnector } from './connectors/connectors.ts';
import { keepRefs, sweepConnections, wakeConnection, workConnections } from './synchronise.ts';
import type { ConnectionTables } from './tables.ts';
import { endAtService, sealTokens } from './tokens.ts';
import { mountUploadAddress, newUploadSecret, uploadUrl } from './upload-address.ts';

type Row = Selectable<ConnectionTables['connections']>;

const MAX_CONNECTIONS = 20;

const UPLOAD_TYPE: ConnectionType = {
  type: 'upload',
  name: 'Upload address',
  kind: 'upload',
  description: 'A private address into which your own script or an app drops FIT, GPX and TCX files.',
  notice: null,
};

/** What can be connected here: the services that are configured, and what works without any. */
const typesOf = (context: Pick<Context, 'env'>): ConnectionType[] => [
  ...connectorsOf(context).map(({ type, name, description, notice }) => ({
    type,
    name,
    kind: 'oauth' as const,
    description,
    notice,
  })),
  UPLOAD_TYPE,
];

const present = (row: Row, url: string | null = null): Connection => ({
  id: row.id,
  type: row.type,
  name: row.name,
  status: row.status,
  waits_for_room: row.waits_for_room,
  created_datetime: row.created_at.toISOString(),
  last_received_datetime: row.last_received_at?.toISOString() ?? null,
  workouts_received: row.workouts_received,
  upload_url: url,
  _links: { self: [{ id: String(row.id), href: `${SERVICE_BASES.main}/remoteconnection/${row.id}/` }] },
});

const typesHandler = route<typeof connectionCalls.types>({
  call: connectionCalls.types,
  access: 'member',
  handler({ context }) {
    const types = typesOf(context);
    return Promise.resolve({ _embedded: { remote_connection_types: types }, total_count: types.length });
  },
});

const listHandler = route<typeof connectionCalls.list>({
  call: connectionCalls.list,
  access: 'member',
  async handler({ context, caller }) {
    const rows = await context.db
      .selectFrom('connections')
      .selectAll()
      .where('user_id', '=', caller!.userId)
      .orderBy('id')
      .execute();
    return {
      _embedded: { remote_connections: rows.map((row) => present(row)) },
      total_count: rows.length,
    };
  },
});

const oneHandler = route<typeof connectionCalls.one>({
  call: connectionCalls.one,
  access: 'member',
  async handler({ context, caller, params }) {
    const row = await context.db
      .selectFrom('connections')
      .selectAll()
      .where('user_id', '=', caller!.userId)
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (!row) throw notFound('connection');
    return present(row);
  },
});

/** @throws ApiProblem 409 for a member who has as many as there may be */
async function requireRoom(trx: Trx, userId: number): Promise<void> {
  // The row of the login puts them in sequence: many at once do not exceed the number.
  await trx.selectFrom('logins').select('user_id').where('user_id', '=', userId).forUpdate().execute();
  const { n } = await trx
    .selectFrom('connections')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (n >= MAX_CONNECTIONS)
    throw conflict(
      'too_many_connections',
      `You have ${MAX_CONNECTIONS} connections. Disconnect one to make another.`,
      { max: MAX_CONNECTIONS },
    );
}

const connectHandler = route<typeof connectionCalls.connect>({
  call: connectionCalls.connect,
  access: 'member',
  limit: { max: 60, windowSeconds: 3600 },
  async handler({ context, caller, body, request }) {
    const { db, newId, now } = context;
    const userId = caller!.userId;
    const type = typesOf(context).find((one) => one.type === body.type);
    if (!type) throw invalid({ type: ['This cannot be connected here. Choose one from the list.'] });
    const connector = findConnector(context, type.type);
    if (connector)
      return { authorization_url: authorizationUrl(context, connector, userId), connection: null };
    const { secret, hash } = newUploadSecret();
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), now());
    const add = async (trx: Trx, id: number) => {
      await requireRoom(trx, userId);
      await trx
        .insertInto('connections')
        .values({
          user_id: userId,
          id,
          type: type.type,
          name: body.name || type.name,
          upload_hash: hash,
          created_at: now(),
          last_received_at: null,
        })
        .execute();
    };
    const row = await db.transaction().execute(async (trx) => {
      await lockSession(trx, request);
      const { id } = await runOnce(trx, idempotentCall, newId(), (newOne) => add(trx, newOne));
      // After a call whose answer was lost nobody has the first address, of which only a hash is stored: it is void.
      return setUploadHash(trx, { userId, id, hash });
    });
    return { authorization_url: null, connection: present(row, uploadUrl(context, secret)) };
  },
});

/** @throws ApiProblem 404 for a connection that was ended */
async function setUploadHash(
  trx: Trx,
  { userId, id, hash }: { userId: number; id: number; hash: string },
): Promise<Row> {
  const row = await trx
    .updateTable('connections')
    .set({ upload_hash: hash })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('connection');
  return row;
}

const finishHandler = route<typeof connectionCalls.finish>({
  call: connectionCalls.finish,
  access: 'member',
  limit: { max: 60, windowSeconds: 3600 },
  async handler({ context, caller, body, request }) {
    const userId = caller!.userId;
    const { connector, grant } = await finishAuthorization(context, userId, body);
    const row = await context.db.transaction().execute(async (trx) => {
      await lockSession(trx, request);
      return storeGrant(trx, context, { userId, connector, grant });
    });
    await wakeConnection(context, row);
    return present(row);
  },
});

/**
 * Makes the connection, or gives one that the service refused new tokens.
 * @throws ApiProblem 409 when the account there is connected to another member here
 */
async function storeGrant(
  trx: Trx,
  context: Context,
  { userId, connector: { type, name }, grant }: { userId: number; connector: Connector; grant: ServiceGrant },
): Promise<Row> {
  const { newId, now } = context;
  const tokens = sealTokens(context, grant.tokens);
  const renewed = await trx
    .updateTable('connections')
    // What was named while the permission was over is found in the list.
    .set({ ...tokens, status: 'active', next_at: now(), listed_at: null })
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .where('account_ref', '=', grant.accountRef)
    .returningAll()
    .executeTakeFirst();
  if (!renewed) await requireRoom(trx, userId);
  const row =
    renewed ??
    (await trx
      .insertInto('connections')
      .values({
        ...tokens,
        user_id: userId,
        id: newId(),
        type,
        name,
        upload_hash: null,
        account_ref: grant.accountRef,
        next_at: now(),
        created_at: now(),
        last_received_at: null,
      })
      .onConflict((on) => on.doNothing())
      .returningAll()
      .executeTakeFirst());
  if (!row)
    throw conflict(
      'connection_taken',
      `This ${name} account brings its workouts to another member here. Disconnect it there first.`,
      { service: name },
    );
  // An end that still waits would end the new permission: services have one for each member.
  await trx
    .deleteFrom('ended_connections')
    .where('type', '=', type)
    .where('account_ref', '=', grant.accountRef)
    .execute();
  return row;
}

const removeHandler = route<typeof connectionCalls.remove>({
  call: connectionCalls.remove,
  access: 'member',
  async handler({ context, caller, params }) {
    await context.db.transaction().execute(async (trx) => {
      const removed = await trx
        .deleteFrom('connections')
        .where('user_id', '=', caller!.userId)
        .where('id', '=', params.id)
        .returningAll()
        .executeTakeFirst();
      if (!removed) throw notFound('connection');
      await endAtService(trx, [removed]);
    });
    return undefined;
  },
});

const noticeCall = {
  method: 'POST',
  path: '/remoteconnection_notice/:type',
  summary: 'Notices of connected services: there is a workout',
  params: z.object({ type: z.string().max(20) }),
  response: z.object({ received: z.literal(true) }),
} satisfies Call;

/** Only keeps what has to be fetched: services give up on those that take long. */
const noticeHandler = route<typeof noticeCall>({
  call: noticeCall,
  access: 'anyone',
  lenient: true,
  rawBody: true,
  bodyLimit: 100_000,
  limit: { max: 1200, windowSeconds: 60 },
  async handler({ context, params, request }) {
    const connector = findConnector(context, params.type);
    if (!connector) throw notFound('page');
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    let notice: ServiceNotice | null;
    try {
      notice = connector.readNotice(body, request.headers);
    } catch (error) {
      if (!(error instanceof ServiceProblem)) throw error;
      throw new ApiProblem(
        error.kind === 'refused' ? 401 : 400,
        'invalid_request',
        'This notice is not one of the service.',
      );
    }
    const row =
      notice &&
      (await context.db
        .selectFrom('connections')
        .select(['user_id', 'id'])
        .where('type', '=', connector.type)
        .where('account_ref', '=', notice.accountRef)
        .where('status', '=', 'active')
        .executeTakeFirst());
    if (notice && row) {
      await keepRefs(context, row, [notice.ref], { isNotice: true });
      await wakeConnection(context, row);
    }
    return { received: true as const };
  },
});

/** What brings workouts in by itself. */
export const connectionsService: Service = {
  name: 'connections',
  base: SERVICE_BASES.main,
  routes: [
    typesHandler,
    listHandler,
    oneHandler,
    connectHandler,
    finishHandler,
    removeHandler,
    noticeHandler,
  ],
  jobs: workConnections,
  sweep: sweepConnections,
  mount: mountUploadAddress,
  credentials: [
    {
      kind: 'connection',
      tables: ['connections'],
      async list({ db }, userId) {
        const rows = await db.selectFrom('connections').selectAll().where('user_id', '=', userId).execute();
        return rows.map(({ id, name, created_at: createdAt, last_received_at: lastUsedAt }) => ({
          id: String(id),
          name,
          createdAt,
          lastUsedAt,
        }));
      },
      async end(trx, userId, ended) {
        const rows = await trx
          .deleteFrom('connections')
          .where('user_id', '=', userId)
          .where('created_at', '>=', ended.since)
          .where(isNotKept('id', ended))
          .returningAll()
          .execute();
        await endAtService(trx, rows);
      },
    },
  ],
  subscriptions: {
    async memberErased(trx, { userId }) {
      const ended = await trx
        .deleteFrom('connections')
        .where('user_id', '=', userId)
        .returningAll()
        .execute();
      await endAtService(trx, ended);
    },
  },
};
