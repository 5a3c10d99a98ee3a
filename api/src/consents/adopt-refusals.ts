import type { ConsentSource } from '@waymark/api-contract';
import type { Trx } from '../kernel/database/tables.ts';
import type { Context } from '../kernel/server/context.ts';
import { applyHealthConsent } from './health-data.ts';
import { matrixOf } from './matrix.ts';
import { findLatestAnswers, recordAnswers, type Subject } from './records.ts';
import { findPerson } from './status.ts';

interface Refusals {
  consentIds: readonly string[];
  source: Extract<ConsentSource, 'browser' | 'import'>;
  locale: string;
}

/**
 * Records refusals that were given elsewhere as those of a member, also of what is not asked for now. What the member has
 * answered themselves stays: only they take a refusal back, and nobody else refuses for them. Permissions are never
 * carried over.
 */
export async function adoptRefusals(
  context: Pick<Context, 'env' | 'newId' | 'now' | 'publish'> & { db: Trx },
  userId: number,
  { consentIds, source, locale }: Refusals,
): Promise<void> {
  if (consentIds.length === 0) return;
  const subject = { userId };
  const [{ residence }, answers] = await Promise.all([
    findPerson(context, subject),
    findLatestAnswers(context.db, subject),
  ]);
  const matrix = matrixOf(context.env).forResidence(residence);
  const refused = matrix.consents.filter(
    ({ id, kind }) =>
      kind !== 'required' && consentIds.includes(id) && !answers.some(({ consent_id }) => consent_id === id),
  );
  if (refused.length === 0) return;
  await recordAnswers(context.db, context, subject, {
    matrix,
    choices: Object.fromEntries(refused.map(({ id }) => [id, 'declined' as const])),
    locale,
    screen: source,
    source,
    hasGpc: false,
  });
  await applyHealthConsent(context, userId);
}

/** What was refused in a browser before its visitor signed in holds for the member. */
export async function adoptBrowserRefusals(
  context: Pick<Context, 'env' | 'newId' | 'now' | 'publish'> & { db: Trx },
  userId: number,
  { visitor, locale }: { visitor: Subject; locale: string },
): Promise<void> {
  const answers = await findLatestAnswers(context.db, visitor);
  const consentIds = answers.flatMap(({ choice, consent_id }) => (choice === 'declined' ? [consent_id] : []));
  await adoptRefusals(context, userId, { consentIds, source: 'browser', locale });
}
