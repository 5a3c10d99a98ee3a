import { sql } from 'kysely';
import { ACCESS_SECONDS, type AccessTokens, type TokenUse } from '../../kernel/server/access-tokens.ts';
import type { Context } from '../../kernel/server/context.ts';

/** Signing out counts at every API process within ten seconds: this, and the time that the query takes. */
const FOLLOW_MS = 4000;
/** The clocks of machines differ, and a session ends a moment before its transaction is committed. */
const OVERLAP_MS = 60_000;

/**
 * Keeps this process up to date with what others did to sessions, without a query for each call: learns which
 * ended, and stores which refresh tokens have arrived in their browsers.
 * @returns what ends it
 */
export async function followSessions(
  context: Context,
  tokens: AccessTokens,
  everyMs = FOLLOW_MS,
): Promise<() => Promise<void>> {
  let since = context.now().getTime() - ACCESS_SECONDS * 1000;
  const sync = async () => {
    const at = context.now();
    await storeUses(context, tokens);
    const ended = await context.db
      .selectFrom('sessions')
      .select('id')
      .where('ended_at', '>', new Date(since - OVERLAP_MS))
      .execute();
    for (const { id } of ended) tokens.revoke(id);
    since = at.getTime();
  };
  await sync();
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= sync()
      .catch((error: unknown) => context.log.warn({ err: error }, 'sessions are not followed'))
      .finally(() => (running = null));
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function storeUses({ db, now }: Context, tokens: AccessTokens): Promise<void> {
  const uses = tokens.takeUses();
  if (uses.length === 0) return;
  const column = (name: keyof TokenUse, type: 'bigint' | 'text') =>
    sql`${uses.map((use) => use[name])}::${sql.raw(type)}[]`;
  try {
    await sql`
      update refresh_tokens t set seen_at = ${now()}
      from unnest(${column('userId', 'bigint')}, ${column('sessionId', 'bigint')}, ${column('hash', 'text')})
        as u (user_id, session_id, hash)
      where t.user_id = u.user_id and t.session_id = u.session_id and t.hash = u.hash and t.seen_at is null
    `.execute(db);
  } catch (error) {
    for (const use of uses) tokens.noteUse(use);
    throw error;
  }
}
