import { type Connection, connectionCalls, type ConnectionType, SERVICE_BASES } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import { conflict, invalid, notFound } from '../kernel/server/errors.ts';
import { route, type Service } from '../kernel/server/route.ts';
import { lockSession } from '../members/security/identity.ts';
import type { ConnectionTables } from './tables.ts';
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

const TYPES: readonly ConnectionType[] = [UPLOAD_TYPE];

const present = (row: Row, url: string | null = null): Connection => ({
  id: row.id,
  type: row.type,
  name: row.name,
  status: row.status,
  created_datetime: row.created_at.toISOString(),
  last_received_datetime: row.last_received_at?.toISOString() ?? null,
  workouts_received: row.workouts_received,
  upload_url: url,
  _links: { self: [{ id: String(row.id), href: `${SERVICE_BASES.main}/remoteconnection/${row.id}/` }] },
});

const typesRoute = route<typeof connectionCalls.types>({
  call: connectionCalls.types,
  access: 'member',
  handler: () =>
    Promise.resolve({ _embedded: { remote_connection_types: [...TYPES] }, total_count: TYPES.length }),
});

const listRoute = route<typeof connectionCalls.list>({
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

const oneRoute = route<typeof connectionCalls.one>({
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

const connectRoute = route<typeof connectionCalls.connect>({
  call: connectionCalls.connect,
  access: 'member',
  limit: { max: 60, windowSeconds: 3600 },
  async handler({ context, caller, body, request }) {
    const { db, newId, now } = context;
    const userId = caller!.userId;
    const type = TYPES.find((one) => one.type === body.type);
    if (!type) throw invalid({ type: ['This cannot be connected here. Choose one from the list.'] });
    const { secret, hash } = newUploadSecret();
    const row = await db.transaction().execute(async (trx) => {
      await lockSession(trx, request);
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
      return trx
        .insertInto('connections')
        .values({
          user_id: userId,
          id: newId(),
          type: type.type,
          name: body.name || type.name,
          upload_hash: hash,
          created_at: now(),
          last_received_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return { authorization_url: null, connection: present(row, uploadUrl(context, secret)) };
  },
});

const removeRoute = route<typeof connectionCalls.remove>({
  call: connectionCalls.remove,
  access: 'member',
  async handler({ context, caller, params }) {
    const removed = await context.db
      .deleteFrom('connections')
      .where('user_id', '=', caller!.userId)
      .where('id', '=', params.id)
      .returning('id')
      .executeTakeFirst();
    if (!removed) throw notFound('connection');
    return undefined;
  },
});

/** What brings workouts in by itself. */
export const connectionsService: Service = {
  name: 'connections',
  base: SERVICE_BASES.main,
  routes: [typesRoute, listRoute, oneRoute, connectRoute, removeRoute],
  mount: mountUploadAddress,
  subscriptions: {
    async accessEnded(trx, { userId, since }) {
      await trx
        .deleteFrom('connections')
        .where('user_id', '=', userId)
        .where('created_at', '>=', since ?? new Date(0))
        .execute();
    },
  },
};
