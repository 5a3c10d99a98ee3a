import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { type Answer, startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { LOOP } from '../../maps/routes/testing.ts';
import { as, RUN } from '../../training/workouts/testing.ts';

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

const HOLD = 1;

/** Runs the first call until it wants to commit what it wrote to the table, then the second, which may wait for it. */
async function overlapCommit(table: string, first: Call, second: Call): Promise<number[]> {
  const { db } = api.context;
  await sql`create or replace function wait_for_hold() returns trigger language plpgsql as
    ${sql.lit(`begin perform pg_advisory_xact_lock_shared(${HOLD}); return null; end`)}`.execute(db);
  await sql`create constraint trigger hold_commit after insert or update on ${sql.table(table)}
    deferrable initially deferred for each row execute function wait_for_hold()`.execute(db);
  const calls = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${HOLD}::int)`.execute(trx);
    const started = [first()];
    await until('the first call wants to commit', areWaiting(1), 20_000);
    let isAnswered = false;
    started.push(second().finally(() => (isAnswered = true)));
    await until('the second call waits or ends', async () => isAnswered || areWaiting(2)());
    return started;
  });
  const answers = await Promise.all(calls);
  await sql`drop trigger hold_commit on ${sql.table(table)}`.execute(db);
  return answers.map(({ status }) => status);
}

const post = (member: TestMember, path: string, body: object) =>
  as(api, member)<{ id: number }>('POST', path, body);
const addRoute = (member: TestMember, more: object) =>
  post(member, '/route/', { ...LOOP, privacy: undefined, ...more });
const addStory = (member: TestMember, more: object) =>
  post(member, '/activity_story/', { verb: 'post', object: { type: 'status', text: 'Hello' }, ...more });
const addGoal = (member: TestMember, more: object) =>
  post(member, '/user_goal/', {
    criteria: { activity_type_id: null, threshold: { metric: 'distance', value: 20_000 } },
    ...more,
  });
const addWorkout = (member: TestMember, more: object) => post(member, '/workout/', { ...RUN, ...more });
const SHARED = { routes: addRoute, stories: addStory, user_goals: addGoal, workouts: addWorkout } as const;
const TABLES = Object.keys(SHARED) as (keyof typeof SHARED)[];

const privacyIn = (table: keyof typeof SHARED, { userId }: TestMember) =>
  api.context.db.selectFrom(table).select('privacy').where('user_id', '=', userId).execute();

test('[DATA-03] [PRIV-02] what is shared while the protection begins is closed by it', async () => {
  for (const table of TABLES) {
    const add = SHARED[table];
    const grown = await api.signUp({ country: 'US', birthdate: bornYearsAgo(30) });
    const statuses = await overlapCommit(
      table,
      () => add(grown, { privacy: 3 }),
      () => save(grown, { birthdate: bornYearsAgo(14) }),
    );
    assert.deepEqual(statuses, [201, 200], table);
    const closed = { privacy: table === 'stories' ? 1 : 0 };
    assert.deepEqual(await privacyIn(table, grown), [closed], table);
  }
});

test('[DATA-03] [PRIV-02] what is opened while the protection begins is closed by it', async () => {
  const changes = {
    routes: ['PUT', 'route'],
    stories: ['PATCH', 'activity_story'],
    user_goals: ['PATCH', 'user_goal'],
    workouts: ['PUT', 'workout'],
  } as const;
  for (const table of TABLES) {
    const grown = await api.signUp({ country: 'US', birthdate: bornYearsAgo(30) });
    const { body } = await SHARED[table](grown, { privacy: 0 });
    const [method, path] = changes[table];
    const statuses = await overlapCommit(
      table,
      () => as(api, grown)(method, `/${path}/${body.id}/`, { privacy: 3 }),
      () => save(grown, { birthdate: bornYearsAgo(14) }),
    );
    assert.deepEqual(statuses, [200, 200], table);
    const closed = { privacy: table === 'stories' ? 1 : 0 };
    assert.deepEqual(await privacyIn(table, grown), [closed], table);
  }
});

test('[DATA-03] [PRIV-02] what follows the defaults of a member starts as the protection that is being saved says', async () => {
  for (const table of TABLES) {
    const grown = await api.signUp({ country: 'US', birthdate: bornYearsAgo(30) });
    assert.equal((await save(grown, OPEN)).status, 200);
    const statuses = await overlapCommit(
      'users',
      () => save(grown, { birthdate: bornYearsAgo(14) }),
      () => SHARED[table](grown, {}),
    );
    assert.deepEqual(statuses, [200, 201], table);
    const start = { privacy: table === 'stories' ? 1 : 0 };
    assert.deepEqual(await privacyIn(table, grown), [start], table);
  }
});
