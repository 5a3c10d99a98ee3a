import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { LEVELS } from '../../testing/hostile/world.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { type Audience, isSharedWith, listedPrivacy } from './policy.ts';
import { isSharedRow } from './relation.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const EXPECTED: Record<Audience, (level: (typeof LEVELS)[number]) => boolean> = {
  friends: (level) => listedPrivacy('friend').includes(level),
  everyone: (level) => listedPrivacy('other').includes(level) && listedPrivacy('visitor').includes(level),
  'friends only': (level) =>
    listedPrivacy('friend').includes(level) && !listedPrivacy('other').includes(level),
};

for (const audience of Object.keys(EXPECTED) as Audience[])
  test(`[DATA-03] what is shared with ${audience} is the same in SQL, in code and in the policy`, async () => {
    for (const level of LEVELS) {
      const { rows } = await sql<{ is_shared: boolean }>`
        select ${isSharedRow(audience, 't.privacy')} as is_shared
        from (values (${level}::smallint)) as t (privacy)`.execute(api.context.db);
      const answers = [rows[0]!.is_shared, isSharedWith(audience, level)];
      assert.deepEqual(answers, [EXPECTED[audience](level), EXPECTED[audience](level)], `level ${level}`);
    }
  });

const SOURCE = path.join(import.meta.dirname, '../..');
/** A comparison of a privacy level with a number, in SQL, in a query of Kysely or in code. */
const LITERAL = /privacy['"]?\)?,?\s*['"]?(?:={1,3}|!==?|<>|(?:not\s+)?in)['"]?,?\s*[([]?\s*[0136]\b/i;

test('[DATA-03] no level of privacy is compared with a number outside the policy', () => {
  for (const literal of [
    'privacy in (1, 3)',
    'r.privacy = 3',
    "'routes.privacy', 'in', [1, 3]",
    "q('routes.privacy', '=', 6)",
    'row.privacy === 1',
    'story.privacy !== 6',
    'profile_privacy <> 3',
  ])
    assert.match(literal, LITERAL);
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter(
    (file) =>
      !/(?:\.test|\.test-helper|testing|migrations)\.ts$/.test(file) &&
      !/(?:^|\/)(?:testing|hostile|visibility)\//.test(file),
  );
  assert.ok(files.length > 500, `${files.length} files`);
  const found = files.flatMap((file) =>
    [...readFileSync(path.join(SOURCE, file), 'utf8').matchAll(new RegExp(LITERAL, 'gi'))].map(
      ([text]) => `${file}: ${text}`,
    ),
  );
  assert.deepEqual(found, [], 'isSharedWith, isSharedRow and BY_LINK of api/src/members/visibility say it');
});

const LATER = sql.raw(String(5000 * 4096));

/** Reads that go by a partial index, in its order; others that have the same order are out of the way. */
const INDEXED: { index: string; others: string[]; query: RawBuilder<unknown> }[] = [
  {
    index: 'stories_shared',
    others: ['stories_own'],
    query: sql`
      select position from stories where user_id = 1 and ${isSharedRow('friends')} and not is_hidden_from_feed
        and removed_at is null order by position desc limit 1`,
  },
  {
    index: 'stories_shared_later',
    others: [],
    query: sql`
      select position from stories where position > 1 and position > id + ${LATER} and ${isSharedRow('friends')}
        and not is_hidden_from_feed and removed_at is null order by position desc limit 2000`,
  },
  {
    index: 'routes_cell',
    others: [],
    query: sql`
      select cell from routes where ${isSharedRow('everyone')} and deleted_at is null order by cell limit 1`,
  },
  {
    index: 'workouts_public_route',
    others: [],
    query: sql`
      select route_id from workouts where route_id is not null and ${isSharedRow('everyone')}
        and parent_id is null and deleted_at is null order by route_id limit 1`,
  },
];

for (const { index, others, query } of INDEXED)
  test(`[DATA-03] the condition of what is shared is that of the index ${index}`, async () => {
    const plan = await api.context.db
      .transaction()
      .execute(async (trx) => {
        for (const other of others) await sql`drop index ${sql.id(other)}`.execute(trx);
        for (const way of ['enable_seqscan', 'enable_sort', 'enable_bitmapscan'])
          await sql`set local ${sql.id(way)} = off`.execute(trx);
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(trx);
        throw new RolledBack(rows.map((row) => row['QUERY PLAN']).join('\n'));
      })
      .catch((error: unknown) => {
        if (error instanceof RolledBack) return error.message;
        throw error;
      });
    assert.match(plan, new RegExp(`using ${index} on`));
  });

/** Ends a transaction without its changes. */
class RolledBack extends Error {}
