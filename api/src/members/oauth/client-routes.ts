import { createHmac, randomBytes } from 'node:crypto';
import { type OAuthClient, oauthCalls, OAuthClientInput } from '@waymark/api-contract';
import { errors } from 'oidc-provider';
import type { z } from 'zod';
import type { Trx } from '../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, invalid, notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { requireConfirmedIdentity } from '../security/identity.ts';
import { clientSecrets, type ClientRow, metadataOf } from './client-metadata.ts';
import { endGrants } from './record-adapter.ts';
import { providerOf } from './provider.ts';

const MAX_CLIENTS = 20;

const present = (row: ClientRow): OAuthClient => ({
  id: row.id,
  name: row.name,
  homepage: row.homepage,
  redirect_uris: row.redirect_uris,
  scopes: OAuthClientInput.shape.scopes.parse(row.scopes),
  is_confidential: row.secret !== null,
  created_datetime: row.created_at.toISOString(),
});

/** @throws ApiProblem 400 for an app that the library would refuse in use */
async function checkClient(context: Context, row: ClientRow): Promise<void> {
  try {
    await providerOf(context).Client.validate(metadataOf(context, row));
  } catch (error) {
    if (!(error instanceof errors.InvalidClientMetadata || error instanceof errors.InvalidRedirectUri))
      throw error;
    throw invalid({
      redirect_uris: ['Apps cannot come back to one of these addresses together with the others.'],
    });
  }
}

const SITE_NAME = 'waymark';

/** Members would take it for a part of this site. @throws ApiProblem 400 */
function checkName(name: string): void {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (letters.startsWith(SITE_NAME))
    throw invalid({
      name: ['The name of an app does not begin with that of this site. “Exporter for Waymark” would do.'],
    });
}

const columnsOf = ({ name, homepage, redirect_uris, scopes }: z.output<typeof OAuthClientInput>) => ({
  name,
  homepage: homepage ?? null,
  redirect_uris: [...new Set(redirect_uris)],
  scopes: [...new Set(scopes)],
});

const listHandler = route<typeof oauthCalls.clients>({
  call: oauthCalls.clients,
  access: 'member',
  async handler({ context, caller }) {
    const rows = await context.db
      .selectFrom('oauth_clients')
      .selectAll()
      .where('user_id', '=', caller!.userId)
      .orderBy('created_at')
      .execute();
    return { clients: rows.map(present) };
  },
});

const ID_LENGTH = 24;

/** The public id of an app. It follows from a number, which is what the key of a call that is repeated stands for. */
const clientIdOf = ({ derive }: Pick<Context, 'derive'>, number: number): string =>
  createHmac('sha256', derive('oauth client ids')).update(String(number)).digest('hex').slice(0, ID_LENGTH);

const createHandler = route<typeof oauthCalls.createClient>({
  call: oauthCalls.createClient,
  access: 'member',
  limit: { max: 30, windowSeconds: 3600 },
  async handler({ context, caller, body, request }) {
    const { db, newId, now } = context;
    const userId = caller!.userId;
    await requireConfirmedIdentity(context, request);
    checkName(body.name);
    const secret = body.is_confidential ? randomBytes(32).toString('base64url') : null;
    const number = newId();
    const row: ClientRow = {
      ...columnsOf(body),
      user_id: userId,
      id: clientIdOf(context, number),
      secret: secret === null ? null : clientSecrets(context).seal(secret),
      created_at: now(),
    };
    await checkClient(context, row);
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), now());
    const add = async (trx: Trx) => {
      // The row of the login puts them in sequence: many at once do not exceed the number.
      await trx.selectFrom('logins').select('user_id').where('user_id', '=', userId).forUpdate().execute();
      const { n } = await trx
        .selectFrom('oauth_clients')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (n >= MAX_CLIENTS)
        throw conflict('too_many_clients', `You have ${MAX_CLIENTS} apps. Delete one to register another.`, {
          max: MAX_CLIENTS,
        });
      await trx.insertInto('oauth_clients').values(row).execute();
    };
    const client = await db.transaction().execute(async (trx) => {
      const { id, again } = await runOnce(trx, idempotentCall, number, () => add(trx));
      // The answer with the first secret was lost, and no other call shows it: nobody has it.
      return again ? replaceSecret(trx, { ...row, id: clientIdOf(context, id) }) : row;
    });
    return { ...present(client), client_secret: secret };
  },
});

/** Replaces the secret of an app that has one; the one before is void. @throws ApiProblem 404 for one that was deleted */
async function replaceSecret(
  trx: Trx,
  { user_id, id, secret }: Pick<ClientRow, 'user_id' | 'id' | 'secret'>,
): Promise<ClientRow> {
  const row = await trx
    .updateTable('oauth_clients')
    .set({ secret })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('app');
  return row;
}

const updateHandler = route<typeof oauthCalls.updateClient>({
  call: oauthCalls.updateClient,
  access: 'member',
  async handler({ context, caller, params, body, request }) {
    await requireConfirmedIdentity(context, request);
    const own = (row: { user_id: number; id: string }) =>
      row.user_id === caller!.userId && row.id === params.id;
    const before = await context.db
      .selectFrom('oauth_clients')
      .selectAll()
      .where('user_id', '=', caller!.userId)
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (!before || !own(before)) throw notFound('app');
    checkName(body.name);
    const row = { ...before, ...columnsOf({ ...body, is_confidential: false }) };
    await checkClient(context, row);
    const { user_id: _user, id: _id, ...change } = row;
    await context.db
      .updateTable('oauth_clients')
      .set(change)
      .where('user_id', '=', caller!.userId)
      .where('id', '=', params.id)
      .execute();
    return present(row);
  },
});

const removeHandler = route<typeof oauthCalls.removeClient>({
  call: oauthCalls.removeClient,
  access: 'member',
  async handler({ context, caller, params }) {
    const removed = await context.db
      .deleteFrom('oauth_clients')
      .where('user_id', '=', caller!.userId)
      .where('id', '=', params.id)
      .returning('id')
      .executeTakeFirst();
    if (!removed) throw notFound('app');
    await endGrants(context, (records) => records.where('client_id', '=', params.id));
    return undefined;
  },
});

/** Applications that members register. */
export const clientRoutes = [listHandler, createHandler, updateHandler, removeHandler];
