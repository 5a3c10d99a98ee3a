import type { ConsentSource } from '@waymark/api-contract';
import type { Trx } from '../../kernel/database/tables.ts';
import { acquireMemberLock } from '../member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import { applyHealthConsent } from './health-data.ts';
import { BROWSER_CONSENTS, matrixOf } from './matrix.ts';
import { findLatestAnswers, recordAnswers, type Subject } from './records.ts';
import { findPerson } from './status.ts';

interface Refusals {
  consentIds: readonly string[];
  source: Extract<ConsentSource, 'browser' | 'import'>;
  locale: string;
}

type AdoptContext = Pick<Context, 'env' | 'newId' | 'now' | 'publish'> & { db: Trx };

async function findUnanswered(context: AdoptContext, userId: number, consentIds: readonly string[]) {
  const subject = { userId };
  const [{ residence }, answers] = await Promise.all([
    findPerson(context, subject),
    findLatestAnswers(context.db, subject),
  ]);
  const matrix = matrixOf(context.env).forResidence(residence);
  const unanswered = matrix.consents.filter(
    ({ id, kind }) =>
      kind !== 'required' && consentIds.includes(id) && !answers.some(({ consent_id }) => consent_id === id),
  );
  return { matrix, unanswered };
}

/**
 * Records refusals that were given elsewhere as those of a member, also of what is not asked for now. What the member has
 * answered themselves stays: only they take a refusal back, and nobody else refuses for them. Permissions are never
 * carried over.
 */
export async function adoptRefusals(
  context: AdoptContext,
  userId: number,
  { consentIds, source, locale }: Refusals,
): Promise<void> {
  if ((await findUnanswered(context, userId, consentIds)).unanswered.length === 0) return;
  // What the member answers at this moment is not overruled.
  await acquireMemberLock(context.db, userId);
  const { matrix, unanswered } = await findUnanswered(context, userId, consentIds);
  await recordAnswers(
    context.db,
    context,
    { userId },
    {
      matrix,
      choices: Object.fromEntries(unanswered.map(({ id }) => [id, 'declined' as const])),
      locale,
      screen: source,
      source,
      hasGpc: false,
    },
  );
  await applyHealthConsent(context, userId);
}

interface BrowserRefusals {
  visitor: Subject;
  /** `signup`: whoever refused makes the account. `login`: somebody else may have, so what is no matter of the browser stays. */
  at: 'signup' | 'login';
  locale: string;
}

/** What was refused in a browser before its visitor signed in holds for the member. */
export async function adoptBrowserRefusals(
  context: AdoptContext,
  userId: number,
  { visitor, at, locale }: BrowserRefusals,
): Promise<void> {
  const answers = await findLatestAnswers(context.db, visitor);
  const consentIds = answers
    .filter(
      ({ choice, consent_id }) =>
        choice === 'declined' && (at === 'signup' || BROWSER_CONSENTS.has(consent_id)),
    )
    .map(({ consent_id }) => consent_id);
  if (consentIds.length > 0) await adoptRefusals(context, userId, { consentIds, source: 'browser', locale });
}
