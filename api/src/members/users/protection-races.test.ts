import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { type Answer, startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { as } from '../../training/workouts/testing.ts';

type Call = () => Promise<Answer>;

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const bornYearsAgo = (years: number): string => {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() - years);
  return day.toISOString().slice(0, 10);
};
const OPEN = { default_privacy: { profile: 3, workout: 3, route: 3 } };
const save = (member: TestMember, body: object) => as(api, member)('PUT', `/user/${member.userId}/`, body);
const moveTo = (member: TestMember, country: string) =>
  api.call('POST', '/auth/update-consents', {
    token: member.token,
    body: { country, matrix_id: country, matrix_version: 1, choices: {}, locale: 'en-gb', screen: 'test' },
  });
const rowOf = ({ userId }: TestMember) =>
  api.context.db
    .selectFrom('users')
    .select(['birthdate', 'is_protected', 'profile_privacy'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

const areWaiting = (count: number) => async () => {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(api.context.db);
  return rows.length >= count;
};

/** Runs two calls that both arrive while the member is locked: the first writes first. */
async function overlap({ userId }: TestMember, first: Call, second: Call): Promise<number[]> {
  const calls = await api.context.db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const started = [first()];
    await until('the first call waits', areWaiting(1));
    started.push(second());
    await until('the second call waits', areWaiting(2));
    return started;
  });
  return (await Promise.all(calls)).map(({ status }) => status);
}

test('[ACCT-01] [DATA-03] [PRIV-02] of two saves at once none ends the protection that the other began', async () => {
  const endProtection = { age_protection: 'off', ...OPEN };
  const grown = await api.signUp({ country: 'US', birthdate: bornYearsAgo(30) });
  const born = await overlap(
    grown,
    () => save(grown, { birthdate: bornYearsAgo(14) }),
    () => save(grown, endProtection),
  );
  assert.deepEqual(born, [200, 400]);
  const young = { birthdate: bornYearsAgo(14), is_protected: true, profile_privacy: 0 };
  assert.deepEqual(await rowOf(grown), young);

  const older = await api.signUp({ country: 'US', birthdate: bornYearsAgo(30) });
  const corrected = await overlap(
    older,
    () => save(older, { birthdate: bornYearsAgo(14) }),
    () => save(older, { birthdate: bornYearsAgo(29), ...OPEN }),
  );
  assert.deepEqual(corrected, [200, 400]);
  assert.deepEqual(await rowOf(older), young);

  const moving = await api.signUp({ country: 'US', birthdate: bornYearsAgo(17) });
  const moved = await overlap(
    moving,
    () => moveTo(moving, 'GB'),
    () => save(moving, endProtection),
  );
  assert.deepEqual(moved, [200, 400]);
  assert.deepEqual(await rowOf(moving), { ...young, birthdate: bornYearsAgo(17) });
});
