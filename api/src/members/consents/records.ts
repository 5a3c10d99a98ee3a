import { createHash } from 'node:crypto';
import type { ConsentChoice, ConsentDefinition, ConsentMatrix, ConsentSource } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { currentLegalVersions } from '../legal/pages.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { LatestAnswer } from './evaluate.ts';

/** Whose answers: a member's or those of a visitor's browser. */
export type Subject = { userId: number } | { visitorKey: string };

const hashKey = (visitorKey: string): string => createHash('sha256').update(visitorKey).digest('base64url');

export async function hasAnswers(db: Db, { visitorKey }: { visitorKey: string }): Promise<boolean> {
  const record = await db
    .selectFrom('visitor_consent_records')
    .select('id')
    .where('device_hash', '=', hashKey(visitorKey))
    .limit(1)
    .executeTakeFirst();
  return record !== undefined;
}

/** The newest answer to each consent. */
export function findLatestAnswers(db: Db, subject: Subject): Promise<LatestAnswer[]> {
  const columns = ['consent_id', 'choice', 'matrix_version', 'source', 'had_gpc', 'recorded_at'] as const;
  return 'userId' in subject
    ? db
        .selectFrom('consent_records')
        .distinctOn('consent_id')
        .select(columns)
        .where('user_id', '=', subject.userId)
        .orderBy('consent_id')
        .orderBy('id', 'desc')
        .execute()
    : db
        .selectFrom('visitor_consent_records')
        .distinctOn('consent_id')
        .select(columns)
        .where('device_hash', '=', hashKey(subject.visitorKey))
        .orderBy('consent_id')
        .orderBy('id', 'desc')
        .execute();
}

const DAY_MS = 86_400_000;
const PURGE_BATCH = 10_000n;

/** Deletes answers of visitors that are older than the configured days. */
export async function purgeVisitorAnswers({
  db,
  env,
  now,
}: Pick<Context, 'db' | 'env' | 'now'>): Promise<void> {
  const oldestKept = new Date(now().getTime() - env.VISITOR_CONSENTS_DAYS * DAY_MS);
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from visitor_consent_records where ctid = any(array(
        select ctid from visitor_consent_records where recorded_at < ${oldestKept} limit ${PURGE_BATCH}
      ))`.execute(db);
    if (numAffectedRows < PURGE_BATCH) return;
  }
}

export interface Answers {
  matrix: ConsentMatrix;
  choices: Readonly<Record<string, ConsentChoice>>;
  locale: string;
  screen: string;
  source: ConsentSource;
  hasGpc: boolean;
}

type Wording = Pick<ConsentDefinition, 'title' | 'text' | 'consequence'>;

const hashWording = ({ title, text, consequence }: Wording): string =>
  createHash('sha256')
    .update(JSON.stringify([title, text, consequence]))
    .digest('base64url');

/** Keeps the words of a matrix, so that whoever answers them can read them after they have changed. */
export async function storeWordings(db: Db, definitions: readonly Wording[]): Promise<void> {
  const wordings = definitions.map((definition) => {
    const { title, text, consequence } = definition;
    return { text_hash: hashWording(definition), title, text, consequence };
  });
  await db
    .insertInto('consent_wordings')
    .values(wordings)
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Appends answers. What was recorded before stays as it is. */
export async function recordAnswers(
  db: Db,
  { env, newId, now }: Pick<Context, 'env' | 'newId' | 'now'>,
  subject: Subject,
  { matrix, choices, locale, screen, source, hasGpc }: Answers,
): Promise<void> {
  const legal = currentLegalVersions(env, now());
  const rows = matrix.consents
    .filter(({ id }) => choices[id] !== undefined)
    .map((definition) => ({
      id: newId(),
      consent_id: definition.id,
      choice: choices[definition.id]!,
      matrix_id: matrix.id,
      matrix_version: matrix.version,
      text_hash: hashWording(definition),
      legal_versions: JSON.stringify(
        Object.fromEntries(definition.legal_pages.map((page) => [page, legal[page] ?? ''])),
      ),
      locale,
      screen,
      source,
      had_gpc: hasGpc,
      recorded_at: now(),
    }));
  if (rows.length === 0) return;
  if ('userId' in subject)
    await db
      .insertInto('consent_records')
      .values(rows.map((row) => Object.assign(row, { user_id: subject.userId })))
      .execute();
  else
    await db
      .insertInto('visitor_consent_records')
      .values(rows.map((row) => Object.assign(row, { device_hash: hashKey(subject.visitorKey) })))
      .execute();
}
