import type { FastifyRequest } from 'fastify';
import type { Trx } from '../../kernel/database/tables.ts';
import { acquireMemberLock } from '../member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import { isRefusedBySignal } from './evaluate.ts';
import { applyHealthConsent } from './health-data.ts';
import { matrixOf } from './matrix.ts';
import { findLatestAnswers, recordAnswers, type Subject } from './records.ts';
import { type DeclaredResidence, findPerson, hasGpc } from './status.ts';

interface SignalOptions {
  said?: DeclaredResidence;
  request: FastifyRequest;
  locale: string;
}

async function findUnrecordedRefusals(
  context: Pick<Context, 'db' | 'env' | 'now'>,
  subject: Subject,
  { said, request }: SignalOptions,
) {
  const [person, answers] = await Promise.all([
    findPerson(context, subject, said, request),
    findLatestAnswers(context.db, subject),
  ]);
  const matrix = matrixOf(context.env).forResidence(person.residence, person);
  // A visitor who never answered has no key: the signal is honored with each call that brings it.
  if (!matrix.honours_gpc || ('visitorKey' in subject && answers.length === 0)) return { matrix, ids: [] };
  const byId = new Map(answers.map((answer) => [answer.consent_id, answer]));
  const refused = matrix.consents.filter((definition) =>
    isRefusedBySignal(definition, byId.get(definition.id)),
  );
  return { matrix, ids: refused.map(({ id }) => id) };
}

/** Records the signal in a transaction: see `recordSignal`. */
export async function recordSignalWithin(
  context: Pick<Context, 'env' | 'newId' | 'now' | 'publish'> & { db: Trx },
  subject: Subject,
  options: SignalOptions,
): Promise<void> {
  if (!hasGpc(options.request)) return;
  const { db } = context;
  // Whoever confirms the exception at this moment is not overruled.
  if ('userId' in subject) await acquireMemberLock(db, subject.userId);
  const { matrix, ids } = await findUnrecordedRefusals(context, subject, options);
  if (ids.length === 0) return;
  await recordAnswers(db, context, subject, {
    matrix,
    choices: Object.fromEntries(ids.map((id) => [id, 'declined' as const])),
    locale: options.locale,
    screen: 'browser',
    source: 'gpc',
    hasGpc: true,
  });
  if ('userId' in subject) await applyHealthConsent(context, subject.userId);
}

/**
 * Records a browser's Global Privacy Control signal once as a refusal, also of what this site does not ask for now: for
 * the browser of a visitor who has answered before and, where the member is known, for the member on every device.
 */
export async function recordSignal(
  context: Context,
  subject: Subject,
  options: SignalOptions,
): Promise<void> {
  if (!hasGpc(options.request)) return;
  const { ids } = await findUnrecordedRefusals(context, subject, options);
  if (ids.length > 0)
    await context.db
      .transaction()
      .execute((trx) => recordSignalWithin({ ...context, db: trx }, subject, options));
}
