import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { type RecordList, type UserGoalProgressList, type Workout } from '@waymark/api-contract';
import { sql } from 'kysely';
import { gpx, importAll } from '../../training/imports/testing/import-files.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import { openAccount } from '../loyalty/ledger.ts';
import { services } from '../../services.ts';
import { assertRecount } from '../../training/stats/recount-testing.ts';
import { statsSubscriptions } from '../../training/stats/subscriptions.ts';
import { runAt, storeMany } from '../../training/stats/testing.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { startProcess } from '../../testing/api-process.ts';
import { until } from '../../testing/mail.ts';
import { noteReachedTargets } from '../../testing/recount-awards.ts';
import { assertDerived } from '../../testing/recount-derived.ts';
import { assertExclusions } from '../../testing/recount-exclusions.ts';
import { addPointsOfAwards } from '../../testing/recount-points.ts';
import { as, log } from '../../training/workouts/testing.ts';
import { createChallenges } from './import.test-helper.ts';
import { assertStandings } from './recount.test-helper.ts';
import { challengesService } from './service.ts';

/** Only the processes that are started judge anything by a sweep. */
const WITHOUT_SWEEP = { ...challengesService, sweep: () => Promise.resolve() };
const DAY_MS = 86_400_000;
/** Members without an account, whom only the sweep sees: enough that it can be killed among them. */
const CROWD = 120;
const WORKOUTS_EACH = 6;
const MIGRATIONS = ['1420_excluded_workouts', '1421_reviews_by_reason', '1423_further_exclusions'];

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** Of the workouts of each one is too fast for anybody. */
async function storeCrowd({ context }: TestApi): Promise<number[]> {
  const ids = Array.from({ length: CROWD }, (_, i) => i + 1);
  for (const userId of ids)
    await storeMany(
      context,
      userId,
      Array.from({ length: WORKOUTS_EACH }, (_, n) =>
        runAt(userId, userId * 1000 + n, new Date(daysAgo(n + 1)), {
          active_time_total: n === 0 ? 600 : 3600,
        }),
      ),
    );
  return ids;
}

/** Runs of which one counts: one is too fast, and one is within a recording of the same time. */
async function train(api: TestApi, member: TestMember): Promise<void> {
  const call = as(api, member);
  await call('POST', '/user_goal/', {
    criteria: { activity_type_id: null, threshold: { metric: 'distance', value: 50_000 } },
  });
  await log(call, { name: 'Fair', start_datetime: daysAgo(3), distance: 10_000, duration: 3000 });
  await log(call, { name: 'Flagged', start_datetime: daysAgo(4), distance: 10_050, duration: 600 });
  const watch = gpx(daysAgo(2), { points: 300, name: 'Watch' });
  const phone = gpx(new Date(Date.parse(daysAgo(2)) + 600_000).toISOString(), {
    points: 300,
    every: 4,
    type: 'walking',
    name: 'Phone',
  });
  for (const [name, file] of Object.entries({ watch, phone })) {
    const [done] = (await importAll(call, [[`${name}.gpx`, file]])).values();
    assert.equal(done?.state, 'ready');
    await call<Workout>('PUT', `/workout/${done.workouts[0]!.id}/`, { activity_type_id: 16 });
  }
}

/** Makes of the database what it was before workouts that count nowhere were stored: they count in all but challenges. */
async function revertExclusions({ context }: TestApi, members: readonly TestMember[]): Promise<void> {
  const { db } = context;
  for (const { userId } of members) {
    await withMemberLock(db, userId, async (trx) => {
      const gone = await trx
        .deleteFrom('excluded_workouts')
        .where('user_id', '=', userId)
        .returning('workout_id')
        .execute();
      const workoutIds = gone.map(({ workout_id }) => workout_id);
      assert.equal(workoutIds.length, 2, 'the fixture has two that count nowhere');
      await statsSubscriptions.exclusionsChanged!(trx, { userId, workoutIds, days: [] }, context);
    });
    await db.deleteFrom('points_accounts').where('user_id', '=', userId).execute();
    await db.deleteFrom('points_entries').where('user_id', '=', userId).execute();
    await openAccount(context, userId);
  }
  await sql`drop table excluded_workouts`.execute(db);
  await sql`alter table challenge_contributions drop column further_exclusions`.execute(db);
  await sql`delete from uncounted_workouts`.execute(db);
  await sql`
    alter table workout_reviews drop constraint workout_reviews_pkey, add primary key (user_id, workout_id)`.execute(
    db,
  );
  await sql`delete from kysely_migration where name = any(${MIGRATIONS}::text[])`.execute(db);
}

/** Makes of the database what it was before further reasons were stored: one was accepted, and the workout counts. */
async function revertFurtherExclusions(
  { context }: TestApi,
  userId: number,
  workoutId: number,
): Promise<void> {
  const { db } = context;
  await db
    .insertInto('workout_reviews')
    .values({
      user_id: userId,
      workout_id: workoutId,
      exclusion: 'too_fast',
      explanation: 'Downhill.',
      explained_at: new Date(),
      decision: 'accepted',
      note: '',
      decided_at: new Date(),
    })
    .execute();
  await withMemberLock(db, userId, async (trx) => {
    const gone = await trx
      .deleteFrom('excluded_workouts')
      .where('user_id', '=', userId)
      .returning('exclusion')
      .execute();
    assert.deepEqual(gone, [{ exclusion: 'too_fast' }]);
    const change = { userId, workoutIds: [workoutId], days: [] };
    await statsSubscriptions.exclusionsChanged!(trx, change, context);
  });
  await sql`update challenge_members set excluded_count = 0, workout_count = 1`.execute(db);
  await sql`alter table challenge_contributions drop column further_exclusions`.execute(db);
  await sql`alter table excluded_workouts drop column further_exclusions`.execute(db);
  await sql`delete from kysely_migration where name = '1423_further_exclusions'`.execute(db);
}

/** The database itself notes which workouts were judged: what waits is deleted by the transaction that judges it. */
async function noteJudged(db: Db): Promise<void> {
  await sql`create table judged_workouts (user_id bigint, workout_id bigint)`.execute(db);
  await sql`
    create function note_judged() returns trigger language plpgsql as $$
    begin
      insert into judged_workouts values (old.user_id, old.workout_id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger note_judged after delete on uncounted_workouts
    for each row execute function note_judged()`.execute(db);
}

const countWaiting = async (db: Db): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from uncounted_workouts`.execute(db)).rows[0]!.n;

test(`[CHAL-02] [DATA-04] the workouts that an update finds are each judged once, despite a kill among ${CROWD} members; goals, points and records follow`, async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-judged-'));
  let databaseUrl = '';
  const env = { ROLLOUTS: 'loyalty=enabled' };
  const api = await startTestApi({
    services: services.map((service) => (service === challengesService ? WITHOUT_SWEEP : service)),
    through: (url) => Promise.resolve((databaseUrl = url)),
    env,
  });
  const { db } = api.context;
  const start = () => startProcess(folder, { DATABASE_URL: databaseUrl, ...env });
  t.after(async () => {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await noteReachedTargets(db);
  const members = [await api.signUp(), await api.signUp()];
  const window = { first_day: daysAgo(10).slice(0, 10), last_day: daysAgo(-5).slice(0, 10) };
  for (const member of members) {
    await createChallenges({ url: api.url, token: member.token, ...window });
    await train(api, member);
  }
  const crowd = await storeCrowd(api);
  const readPoints = async ({ userId }: TestMember) =>
    (
      await sql<{ n: number }>`
        select coalesce(sum(amount), 0)::int as n from points_entries where user_id = ${userId}`.execute(db)
    ).rows[0]!.n;
  const readHolders = async (member: TestMember) => {
    const where = `/user_stats/${member.userId}/records/?activity_group=run`;
    const { body } = await as(api, member)<RecordList>('GET', where);
    return Object.fromEntries(body.records.map(({ key, workout }) => [key, workout.name]));
  };
  const right = await Promise.all(
    members.map(async (member) => {
      await openAccount(api.context, member.userId);
      return { points: await readPoints(member), holders: await readHolders(member) };
    }),
  );
  await revertExclusions(api, members);
  for (const [i, member] of members.entries())
    assert.ok((await readPoints(member)) > right[i]!.points, 'before the update all of them earn points');
  const { rows: workouts } = await sql<{ id: number }>`
    select id from workouts where parent_id is null and deleted_at is null order by id`.execute(db);
  await noteJudged(db);

  const killed = await start();
  await until('some are judged', async () => (await countWaiting(db)) < workouts.length);
  await killed.kill();
  const waiting = await countWaiting(db);
  assert.ok(waiting > 0 && waiting < workouts.length, 'it was killed in the middle');
  const { rows: halves } = await sql`
    select user_id from uncounted_workouts u where exists (
      select from excluded_workouts e where e.user_id = u.user_id)`.execute(db);
  assert.deepEqual(halves, [], 'of a member all workouts are judged, or none');

  const process = await start();
  t.after(() => process.stop());
  await until('all are judged', async () => (await countWaiting(db)) === 0, 60_000);
  await process.stop();
  const { rows: judged } = await sql<{ id: number }>`
    select workout_id as id from judged_workouts order by workout_id`.execute(db);
  assert.deepEqual(judged, workouts, 'each is judged once');
  const { rows: excluded } = await sql<{ user_id: number; exclusion: string }>`
    select user_id, exclusion from excluded_workouts order by user_id, exclusion`.execute(db);
  assert.deepEqual(
    excluded.filter(({ user_id }) => user_id <= CROWD),
    crowd.map((user_id) => ({ user_id, exclusion: 'too_fast' })),
  );
  for (const userId of [crowd[0]!, crowd.at(-1)!]) {
    await assertExclusions(db, userId, api.context.now());
    await assertRecount(db, userId);
  }
  for (const [i, member] of members.entries())
    assert.deepEqual(
      { points: await readPoints(member), holders: await readHolders(member) },
      right[i],
      'as if they had been judged when they were stored',
    );
  await assertDerived(api.context, {
    members: members.map((member) => ({
      userId: member.userId,
      readProgress: async (where) => (await as(api, member)<UserGoalProgressList>('GET', where)).body,
    })),
    waitForPoints: () => addPointsOfAwards(api.context),
  });
});

test('[CHAL-02] [DATA-04] an update judges again what one accepted reason had let count, and finds the reason beside it', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-judged-'));
  let databaseUrl = '';
  const api = await startTestApi({
    services: services.map((service) => (service === challengesService ? WITHOUT_SWEEP : service)),
    through: (url) => Promise.resolve((databaseUrl = url)),
  });
  const { db } = api.context;
  t.after(async () => {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const member = await api.signUp();
  const { userId } = member;
  const call = as(api, member);
  const window = { first_day: daysAgo(10).slice(0, 10), last_day: daysAgo(-5).slice(0, 10) };
  await createChallenges({ url: api.url, token: member.token, ...window });
  const { id } = await log(call, {
    start_datetime: daysAgo(2),
    distance: 30_000,
    ascent: 4000,
    duration: 3000,
  });
  await revertFurtherExclusions(api, userId, id);

  const process = await startProcess(folder, { DATABASE_URL: databaseUrl });
  t.after(() => process.stop());
  await until('it is judged', async () => (await countWaiting(db)) === 0, 60_000);
  await process.stop();
  const { exclusion } = (await call<Workout>('GET', `/workout/${id}/`)).body;
  assert.deepEqual(exclusion, { reason: 'too_steep', further_reasons: [], review: null });
  await assertExclusions(db, userId, api.context.now());
  await assertRecount(db, userId);
  await assertStandings(db, userId, api.context.now());
  const members = await db.selectFrom('challenge_members').select('excluded_count').execute();
  assert.deepEqual(new Set(members.map(({ excluded_count }) => excluded_count)), new Set([1]));
});
