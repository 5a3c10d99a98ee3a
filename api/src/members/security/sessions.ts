import { securityCalls } from '@waymark/api-contract';
import { notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { endAllSessions, endSession } from '../sessions/sessions.ts';
import { originOf, recordSecurityEvent } from './events.ts';

export const sessionsHandler = route<typeof securityCalls.sessions>({
  call: securityCalls.sessions,
  access: 'member',
  async handler({ context: { db, now }, caller, request }) {
    const rows = await db
      .selectFrom('sessions as s')
      .select(['s.id', 's.device', 's.country', 's.method', 's.created_at'])
      .select((q) =>
        q
          .selectFrom('refresh_tokens as t')
          .select(({ fn }) => fn.max('t.created_at').as('at'))
          .whereRef('t.user_id', '=', 's.user_id')
          .whereRef('t.session_id', '=', 's.id')
          .as('used_at'),
      )
      .where('s.user_id', '=', caller!.userId)
      .where('s.ended_at', 'is', null)
      .where('s.expires_at', '>', now())
      .execute();
    return {
      sessions: rows
        .map(({ id, device, country, method, created_at, used_at }) => ({
          id,
          device,
          country,
          method,
          created_datetime: created_at.toISOString(),
          last_used_datetime: (used_at ?? created_at).toISOString(),
          is_current: id === request.holder?.sessionId,
        }))
        .toSorted((a, b) => b.last_used_datetime.localeCompare(a.last_used_datetime)),
    };
  },
});

export const endSessionHandler = route<typeof securityCalls.endSession>({
  call: securityCalls.endSession,
  access: 'member',
  async handler({ context, caller, params, request }) {
    const { db } = context;
    const userId = caller!.userId;
    const session = await db
      .selectFrom('sessions')
      .select('device')
      .where('user_id', '=', userId)
      .where('id', '=', params.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (!session) throw notFound('session');
    await endSession(context, request.server.tokens, { userId, sessionId: params.id }, 'revoked');
    const origin = await originOf(context, request);
    await recordSecurityEvent(db, context, {
      userId,
      kind: 'session_ended',
      origin,
      subject: session.device,
    });
    return undefined;
  },
});

export const endOtherSessionsHandler = route<typeof securityCalls.endOtherSessions>({
  call: securityCalls.endOtherSessions,
  access: 'member',
  async handler({ context, caller, request }) {
    const { db, now } = context;
    const userId = caller!.userId;
    const ended = await endAllSessions(db, userId, now(), 'revoked', request.holder?.sessionId);
    for (const id of ended) request.server.tokens.revoke(id);
    const origin = await originOf(context, request);
    if (ended.length > 0) await recordSecurityEvent(db, context, { userId, kind: 'sessions_ended', origin });
    return { ended: ended.length };
  },
});
