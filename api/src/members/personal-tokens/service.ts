import { oauthCalls, type PersonalToken, SERVICE_BASES } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';
import { idempotentCallOf, runOnce } from '../../kernel/idempotency/run-once.ts';
import { isNotKept } from '../../kernel/server/account-credentials.ts';
import { conflict, notFound } from '../../kernel/server/errors.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { originOf, recordSecurityEvent } from '../security/events.ts';
import { lockSession, requireConfirmedIdentity } from '../security/identity.ts';
import { sendSecurityNotice } from '../security/mails.ts';
import { forgetToken } from './find-token.ts';
import type { PersonalTokenTables } from './tables.ts';
import { hashToken, newTokenText, prefixOf } from './token-text.ts';

const MAX_TOKENS = 20;
const DAY_MS = 86_400_000;

type Row = Omit<Selectable<PersonalTokenTables['personal_tokens']>, 'user_id' | 'hash'>;

const present = ({ id, name, scopes, prefix, created_at, expires_at, last_used_at }: Row): PersonalToken => ({
  id,
  name,
  scopes,
  prefix,
  created_datetime: created_at.toISOString(),
  expires_datetime: expires_at.toISOString(),
  last_used_datetime: last_used_at?.toISOString() ?? null,
});

const listHandler = route<typeof oauthCalls.tokens>({
  call: oauthCalls.tokens,
  access: 'member',
  async handler({ context, caller }) {
    const rows = await context.db
      .selectFrom('personal_tokens')
      .selectAll()
      .where('user_id', '=', caller!.userId)
      .orderBy('id', 'desc')
      .execute();
    return { tokens: rows.map(present) };
  },
});

const ownToken = (trx: Trx, userId: number, id: number): Promise<Row & { hash: string }> =>
  trx
    .selectFrom('personal_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('token'));

/** Replaces the text of a token. The one before is void. */
const replaceText = (trx: Trx, userId: number, { id, text }: { id: number; text: string }): Promise<Row> =>
  trx
    .updateTable('personal_tokens')
    .set({ hash: hashToken(text), prefix: prefixOf(text) })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

const createHandler = route<typeof oauthCalls.createToken>({
  call: oauthCalls.createToken,
  access: 'member',
  limit: { max: 30, windowSeconds: 3600 },
  async handler({ context, caller, body, request }) {
    const { db, newId, now } = context;
    const userId = caller!.userId;
    await requireConfirmedIdentity(context, request);
    const text = newTokenText();
    const origin = await originOf(context, request);
    const idempotentCall = idempotentCallOf(request, userId, JSON.stringify(body), now());
    const add = async (trx: Trx, id: number) => {
      // The row of the login puts them in sequence: many at once do not exceed the number.
      await trx.selectFrom('logins').select('user_id').where('user_id', '=', userId).forUpdate().execute();
      const { n } = await trx
        .selectFrom('personal_tokens')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('user_id', '=', userId)
        .where('expires_at', '>', now())
        .executeTakeFirstOrThrow();
      if (n >= MAX_TOKENS)
        throw conflict('too_many_tokens', `You have ${MAX_TOKENS} tokens. Revoke one to make another.`, {
          max: MAX_TOKENS,
        });
      await recordSecurityEvent(trx, context, { userId, kind: 'token_created', origin, subject: body.name });
      await sendSecurityNotice(context, trx, userId, 'token_created');
      await trx
        .insertInto('personal_tokens')
        .values({
          user_id: userId,
          id,
          hash: hashToken(text),
          name: body.name,
          scopes: [...new Set(body.scopes)],
          prefix: prefixOf(text),
          created_at: now(),
          expires_at: new Date(now().getTime() + body.days * DAY_MS),
          last_used_at: null,
        })
        .execute();
    };
    const { row, voidHash } = await db.transaction().execute(async (trx) => {
      await lockSession(trx, request);
      const { id, again } = await runOnce(trx, idempotentCall, newId(), (newOne) => add(trx, newOne));
      const stored = await ownToken(trx, userId, id);
      if (!again) return { row: stored, voidHash: null };
      // The answer with the first text was lost, and only its hash is stored: nobody has it.
      return { row: await replaceText(trx, userId, { id, text }), voidHash: stored.hash };
    });
    if (voidHash !== null) forgetToken(context, voidHash);
    return { ...present(row), token: text };
  },
});

const revokeHandler = route<typeof oauthCalls.revokeToken>({
  call: oauthCalls.revokeToken,
  access: 'member',
  async handler({ context, caller, params, request }) {
    const userId = caller!.userId;
    const origin = await originOf(context, request);
    await context.db.transaction().execute(async (trx) => {
      const removed = await trx
        .deleteFrom('personal_tokens')
        .where('user_id', '=', userId)
        .where('id', '=', params.id)
        .returning(['hash', 'name'])
        .executeTakeFirst();
      if (!removed) throw notFound('token');
      await recordSecurityEvent(trx, context, {
        userId,
        kind: 'token_revoked',
        origin,
        subject: removed.name,
      });
      forgetToken(context, removed.hash);
    });
    return undefined;
  },
});

/** Tokens with which members' own scripts make calls. */
export const personalTokensService: Service = {
  name: 'personal tokens',
  base: SERVICE_BASES.internal,
  routes: [listHandler, createHandler, revokeHandler],
  credentials: [
    {
      kind: 'access_token',
      tables: ['personal_tokens'],
      async list({ db, now }, userId) {
        const rows = await db
          .selectFrom('personal_tokens')
          .selectAll()
          .where('user_id', '=', userId)
          .where('expires_at', '>', now())
          .execute();
        return rows.map(({ id, name, created_at: createdAt, last_used_at: lastUsedAt }) => ({
          id: String(id),
          name,
          createdAt,
          lastUsedAt,
        }));
      },
      async end(trx, userId, ended, context) {
        const rows = await trx
          .deleteFrom('personal_tokens')
          .where('user_id', '=', userId)
          .where('created_at', '>=', ended.since)
          .where(isNotKept('id', ended))
          .returning('hash')
          .execute();
        for (const { hash } of rows) forgetToken(context, hash);
      },
    },
  ],
};
