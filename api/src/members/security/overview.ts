import { securityCalls, type SecurityOverview } from '@waymark/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../kernel/server/context.ts';
import { notSignedIn } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { findConfirmedUntil } from './identity.ts';
import { hasTotp } from './totp.ts';

const EVENTS_PER_PAGE = 50;

/** How a member signs in. */
export async function answerOverview(context: Context, request: FastifyRequest): Promise<SecurityOverview> {
  const { db, now } = context;
  const userId = request.holder?.userId ?? 0;
  const [login, change, passkeys, isTotpEnabled, codes, links, confirmedUntil] = await Promise.all([
    db
      .selectFrom('logins')
      .select(['email', 'email_confirmed_at', 'password_hash'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('email_changes')
      .select(['email', 'expires_at'])
      .where('user_id', '=', userId)
      .where('expires_at', '>', now())
      .executeTakeFirst(),
    db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute(),
    hasTotp(db, userId),
    db
      .selectFrom('recovery_codes')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db.selectFrom('chat_app_links').select('channel').where('user_id', '=', userId).execute(),
    findConfirmedUntil(context, request),
  ]);
  if (!login) throw notSignedIn();
  return {
    email: login.email,
    email_confirmed: login.email_confirmed_at !== null,
    pending_email: change ? { email: change.email, expires_datetime: change.expires_at.toISOString() } : null,
    has_password: login.password_hash !== null,
    passkeys: passkeys.map(presentPasskey),
    totp: { is_enabled: isTotpEnabled, recovery_codes_left: codes.n },
    chat_apps: context.env.CHAT_APPS.filter(({ channel }) =>
      links.some((link) => link.channel === channel),
    ).map(({ channel, name }) => ({ channel, name })),
    identity_confirmed_until: confirmedUntil?.toISOString() ?? null,
  };
}

interface PasskeyRow {
  id: number;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  is_backed_up: boolean;
}

export const presentPasskey = ({ id, name, created_at, last_used_at, is_backed_up }: PasskeyRow) => ({
  id,
  name,
  created_datetime: created_at.toISOString(),
  last_used_datetime: last_used_at?.toISOString() ?? null,
  is_backed_up,
});

export const overviewHandler = route<typeof securityCalls.overview>({
  call: securityCalls.overview,
  access: 'member',
  handler: ({ context, request }) => answerOverview(context, request),
});

export const eventsHandler = route<typeof securityCalls.events>({
  call: securityCalls.events,
  access: 'member',
  async handler({ context, caller, query }) {
    const rows = await context.db
      .selectFrom('security_events')
      .select(['id', 'kind', 'at', 'device', 'country', 'subject'])
      .where('user_id', '=', caller!.userId)
      .$if(query.before !== undefined, (all) => all.where('id', '<', query.before!))
      .orderBy('id', 'desc')
      .limit(EVENTS_PER_PAGE + 1)
      .execute();
    return {
      events: rows
        .slice(0, EVENTS_PER_PAGE)
        .map(({ at, ...event }) => Object.assign(event, { at: at.toISOString() })),
      has_more: rows.length > EVENTS_PER_PAGE,
    };
  },
});
