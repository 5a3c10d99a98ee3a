import type { ConsentMatrix, ConsentStatus } from '@waymark/api-contract';
import type { FastifyRequest } from 'fastify';
import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../kernel/database/tables.ts';
import { countryOfVisitor } from '../geo/geoip.ts';
import { findPlaceOfAddress } from '../geo/places.ts';
import type { Context } from '../../kernel/server/context.ts';
import { evaluateConsents, isGranted, type LatestAnswer } from './evaluate.ts';
import { matrixOf, omitUnusedConsents, type Residence } from './matrix.ts';
import { isBelowProtectedAge } from './protected-age.ts';
import { findLatestAnswers, type Subject } from './records.ts';
import { readChosenResidence } from './visitor.ts';

/** The browser's Global Privacy Control signal. */
export const hasGpc = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers['sec-gpc'] === '1';

/** What a person says of where they live; only what they said is there. */
export interface DeclaredResidence {
  country?: string | undefined;
  state?: string | undefined;
}

/** What decides which consents somebody is asked for. */
export interface Person {
  residence: Residence;
  /** The residence rests on a guess. */
  isGuessed: boolean;
  /** They are or were protected for their age: nothing goes on by itself when that ends. */
  isProtected: boolean;
  isMinor: boolean;
}

const MEMBER_COLUMNS = [
  'id',
  'gdpr_iso_code',
  'us_state',
  'birthdate',
  'is_protected',
  'was_protected',
] as const;
type MemberRow = Pick<Selectable<Database['users']>, (typeof MEMBER_COLUMNS)[number]>;

function personOf(member: MemberRow, said: DeclaredResidence = {}): Person {
  const country = said.country?.toUpperCase() ?? member.gdpr_iso_code;
  const state = country === member.gdpr_iso_code ? member.us_state : null;
  return {
    residence: { country, state: said.state?.toUpperCase() ?? state },
    isGuessed: country === null,
    isProtected: member.was_protected,
    isMinor: member.is_protected,
  };
}

async function findVisitorResidence(
  env: Context['env'],
  said: DeclaredResidence,
  request?: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<Pick<Person, 'residence' | 'isGuessed'>> {
  const chosen = request ? readChosenResidence(request) : null;
  const country = said.country?.toUpperCase() ?? chosen?.country;
  if (country !== undefined) {
    const state = said.state?.toUpperCase() ?? (chosen?.country === country ? chosen.state : null);
    return { residence: { country, state }, isGuessed: false };
  }
  const place = request && (await findPlaceOfAddress(env, request.ip));
  return {
    residence: {
      country: place?.country ?? (request ? countryOfVisitor(request) : null),
      state: said.state?.toUpperCase() ?? place?.state ?? null,
    },
    isGuessed: true,
  };
}

/**
 * Where somebody lives: as they say now, as stored with the member, as they said in this browser before, or else by a guess
 * from address, clock and language. A state belongs to its country, so naming another country forgets it.
 */
export async function findPerson(
  { db, env, now }: Pick<Context, 'env' | 'now'> & { db: Db },
  subject: Subject | null,
  said: DeclaredResidence = {},
  request?: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<Person> {
  if (subject !== null && 'userId' in subject) {
    const member = await db
      .selectFrom('users')
      .select(MEMBER_COLUMNS)
      .where('id', '=', subject.userId)
      .executeTakeFirst();
    if (member) {
      const person = personOf(member, said);
      const { country } = person.residence;
      // Who says that they live elsewhere is asked as the law there has it, before that is stored.
      const isBelow = isBelowProtectedAge(matrixOf(env), { birthdate: member.birthdate, country, on: now() });
      return { ...person, isProtected: person.isProtected || isBelow, isMinor: person.isMinor || isBelow };
    }
  }
  const { residence, isGuessed } = await findVisitorResidence(env, said, request);
  return { residence, isGuessed, isProtected: false, isMinor: false };
}

/** What applies to a person on this site, without what it has no use for. */
export const findAskedConsents = (env: Context['env'], person: Person): ConsentMatrix =>
  omitUnusedConsents(matrixOf(env).forResidence(person.residence, person), env);

function statusOf(
  env: Context['env'],
  person: Person,
  answers: readonly LatestAnswer[],
  request?: Pick<FastifyRequest, 'headers'>,
): ConsentStatus {
  const matrix = matrixOf(env);
  const { residence } = person;
  const evaluation = evaluateConsents({
    matrix: findAskedConsents(env, person),
    answers,
    residence,
    isResidenceUncertain: person.isGuessed || matrix.isStateMissing(residence),
    hasGpc: request !== undefined && hasGpc(request),
  });
  return {
    ...evaluation,
    shows_privacy_choices: matrix.hasPrivacyChoicesLink(residence),
  };
}

/** What holds for a member, a visitor's browser or somebody unknown, as this call finds them. */
export async function findConsentStatus(
  context: Pick<Context, 'db' | 'env' | 'now'>,
  subject: Subject | null,
  said: DeclaredResidence = {},
  request?: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<ConsentStatus> {
  const [person, answers] = await Promise.all([
    findPerson(context, subject, said, request),
    subject === null ? [] : findLatestAnswers(context.db, subject),
  ]);
  return statusOf(context.env, person, answers, request);
}

/** Which of some members have given a consent. */
export async function findConsenting(
  { db, env }: Pick<Context, 'db' | 'env'>,
  userIds: readonly number[],
  consentId: string,
): Promise<Set<number>> {
  const [members, answers] = await Promise.all([
    db
      .selectFrom('users')
      .select(MEMBER_COLUMNS)
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
  const consenting = members.filter((member) => {
    const answer = answerOf.get(member.id);
    return isGranted(statusOf(env, personOf(member), answer ? [answer] : []), consentId);
  });
  return new Set(consenting.map(({ id }) => id));
}
