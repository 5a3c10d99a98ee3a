import type { SecurityEvent } from '@waymark/api-contract';
import type { FastifyRequest } from 'fastify';
import { findPlaceOfAddress } from '../geo/places.ts';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { describeDevice } from '../sessions/describe-device.ts';

export type SecurityEventKind = SecurityEvent['kind'];

/** What somebody who guesses can write into a member's log within an hour. */
const FAILURES_PER_HOUR = 20;
const HOUR_MS = 3_600_000;

/** Where a call comes from, as its member sees it in their sign-ins and events. */
export interface Origin {
  device: string;
  /** By the address, where the site can tell; never by the language. */
  country: string | null;
}

export async function originOf({ env }: Pick<Context, 'env'>, request: FastifyRequest): Promise<Origin> {
  const { country } = await findPlaceOfAddress(env, request.ip);
  return { device: describeDevice(request.headers['user-agent']), country };
}

/** Writes an event down, in the transaction of what happened. */
export async function recordSecurityEvent(
  db: Db,
  { newId, now }: Pick<Context, 'newId' | 'now'>,
  {
    userId,
    kind,
    origin,
    subject,
  }: {
    userId: number;
    kind: SecurityEventKind;
    origin: Origin;
    subject?: string | undefined;
  },
): Promise<void> {
  await db
    .insertInto('security_events')
    .values({ user_id: userId, id: newId(), kind, at: now(), ...origin, subject: subject ?? null })
    .execute();
}

/** Failed sign-ins of a member within the last hour. */
async function countFailures(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  subject: string,
): Promise<number> {
  const { n } = await db
    .selectFrom('security_events')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'sign_in_failed')
    .where('subject', '=', subject)
    .where('at', '>', new Date(now().getTime() - HOUR_MS))
    .executeTakeFirstOrThrow();
  return n;
}

/** Writes a failed sign-in down. Beyond some in an hour nothing is added: guesses must not fill the database. */
export async function recordFailure(
  context: Context,
  request: FastifyRequest,
  userId: number,
  subject: 'password' | 'code',
): Promise<void> {
  if ((await countFailures(context, userId, subject)) >= FAILURES_PER_HOUR) return;
  const origin = await originOf(context, request);
  await recordSecurityEvent(context.db, context, { userId, kind: 'sign_in_failed', origin, subject });
}
