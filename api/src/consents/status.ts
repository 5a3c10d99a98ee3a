import type { ConsentStatus } from '@waymark/api-contract';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../kernel/database/tables.ts';
import { countryOfVisitor } from '../geo/geoip.ts';
import { findPlaceOfAddress } from '../geo/places.ts';
import type { Context } from '../kernel/server/context.ts';
import { evaluateConsents } from './evaluate.ts';
import { matrixOf, type Residence } from './matrix.ts';
import { findLatestAnswers, recordAnswers, type Subject } from './records.ts';

/** The browser's Global Privacy Control signal. */
export const hasGpc = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers['sec-gpc'] === '1';

/** What a person says of where they live; only what they said is there. */
export interface DeclaredResidence {
  country?: string | undefined;
  state?: string | undefined;
}

/**
 * Where somebody lives: as they say now, as stored with the member, or else by a guess from address, clock and language. A state
 * belongs to its country, so naming a country without one forgets the state before.
 */
export async function findResidence(
  { db, env }: { db: Db; env: Context['env'] },
  subject: Subject | null,
  said: DeclaredResidence = {},
  request?: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<{ residence: Residence; isGuessed: boolean }> {
  if (said.country !== undefined)
    return {
      residence: { country: said.country.toUpperCase(), state: said.state?.toUpperCase() ?? null },
      isGuessed: false,
    };
  const state = said.state?.toUpperCase() ?? null;
  if (subject === null || !('userId' in subject)) {
    const place = request && (await findPlaceOfAddress(env, request.ip));
    const country = place?.country ?? (request ? countryOfVisitor(request) : null);
    return { residence: { country, state: state ?? place?.state ?? null }, isGuessed: true };
  }
  const member = await db
    .selectFrom('users')
    .select(['gdpr_iso_code', 'us_state'])
    .where('id', '=', subject.userId)
    .executeTakeFirst();
  const country = member?.gdpr_iso_code ?? null;
  return { residence: { country, state: state ?? member?.us_state ?? null }, isGuessed: country === null };
}

/** What holds for a member, a visitor's browser or somebody unknown, as this call finds them. */
export async function findConsentStatus(
  { db, env }: Pick<Context, 'db' | 'env'>,
  subject: Subject | null,
  said: DeclaredResidence = {},
  request?: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<ConsentStatus> {
  const [{ residence, isGuessed }, answers] = await Promise.all([
    findResidence({ db, env }, subject, said, request),
    subject === null ? [] : findLatestAnswers(db, subject),
  ]);
  return evaluateConsents({
    matrix: matrixOf(env).forResidence(residence),
    answers,
    residence,
    isResidenceGuessed: isGuessed,
    hasGpc: request !== undefined && hasGpc(request),
  });
}

/** Which of some members have given a consent, as their region asks for it; all of a region that does not. */
export async function findConsenting(
  { db, env }: Pick<Context, 'db' | 'env'>,
  userIds: readonly number[],
  consentId: string,
): Promise<Set<number>> {
  const [members, answers] = await Promise.all([
    db
      .selectFrom('users')
      .select(['id', 'gdpr_iso_code', 'us_state'])
      .where(sql<boolean>`id = any(${[...userIds]}::bigint[])`)
      .execute(),
    db
      .selectFrom('consent_records')
      .distinctOn('user_id')
      .select(['user_id', 'consent_id', 'choice', 'matrix_version', 'source', 'had_gpc', 'recorded_at'])
      .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
      .where('consent_id', '=', consentId)
      .orderBy('user_id')
      .orderBy('id', 'desc')
      .execute(),
  ]);
  const answerOf = new Map(answers.map((answer) => [answer.user_id, answer]));
  const consenting = members.filter(({ id, gdpr_iso_code: country, us_state: state }) => {
    const residence = { country, state };
    const answer = answerOf.get(id);
    const { consents } = evaluateConsents({
      matrix: matrixOf(env).forResidence(residence),
      answers: answer ? [answer] : [],
      residence,
      isResidenceGuessed: country === null,
      hasGpc: false,
    });
    return consents.find((consent) => consent.id === consentId)?.is_granted ?? true;
  });
  return new Set(consenting.map(({ id }) => id));
}

/**
 * What holds for somebody whose browser may send a Global Privacy Control signal. The signal is recorded once as a
 * refusal: for the browser of a visitor who has answered before and, where the member is known, for the member on every
 * device. For any other visitor nothing is stored: the signal is honoured with each call that brings it.
 */
export async function findStatusAndRecordGpc(
  context: Context,
  subject: Subject | null,
  { said, request, locale }: { said: DeclaredResidence; request: FastifyRequest; locale: string },
): Promise<ConsentStatus> {
  const status = await findConsentStatus(context, subject, said, request);
  const refused = status.consents.filter(
    ({ kind, is_granted, choice }) => kind === 'opt_out' && !is_granted && choice !== 'declined',
  );
  if (!subject || !status.gpc.is_honoured || refused.length === 0) return status;
  if ('visitorKey' in subject && status.consents.every(({ choice }) => choice === null)) return status;
  await recordAnswers(context.db, context, subject, {
    matrix: matrixOf(context.env).forResidence(status),
    choices: Object.fromEntries(refused.map(({ id }) => [id, 'declined' as const])),
    locale,
    screen: 'browser',
    source: 'gpc',
    hasGpc: true,
  });
  return findConsentStatus(context, subject, said, request);
}
