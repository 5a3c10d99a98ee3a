import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Privacy, SimilarWorkouts } from '@waymark/api-contract';
import { decodePolyline } from '@waymark/streams';
import { haversine } from '@waymark/units';
import { sql } from 'kysely';
import { parseOneWorkout } from '../../../recordings/testing/parse-content.ts';
import { gpxSample } from '../../../recordings/testing/sample-files.ts';
import { keyOf } from '../../../members/share-links/testing.ts';
import { startTestApi, type TestApi, type TestMember } from '../../../testing/api.ts';
import { loadMember } from '../../workout-store/member.ts';
import { storeParsedWorkout } from '../store-recording.ts';
import { as, log } from '../testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

type Run = { day: number; speed?: number; lat?: number; type?: string; privacy?: Privacy; points?: number };

/** A run north-east from a corner, 3 km unless told; the pace is the speed's. */
async function run(
  member: TestMember,
  { day, speed = 3, lat = 52.52, type = 'running', privacy = 3, points }: Run,
) {
  const { context } = api;
  const parsed = await parseOneWorkout(
    gpxSample({ points: points ?? Math.round(3000 / speed), speed, lat, type }),
  );
  const owner = await loadMember(context.db, member.userId);
  return context.db
    .transaction()
    .execute((trx) =>
      storeParsedWorkout(
        api.context,
        trx,
        member.userId,
        { ...parsed, start: new Date(Date.UTC(2026, 3, day, 6)) },
        { source: 'file', privacy, now: context.now(), member: owner, newId: context.newId },
      ),
    );
}

const similar = async (member: TestMember | null, id: number, key = '') =>
  (await as(api, member)<SimilarWorkouts>('GET', `/workout/${id}/similar/?key=${key}`)).body;

test('[WORK-04] [DATA-02] workouts on the same course come newest first, ranked by moving time', async () => {
  const member = await api.signUp();
  const slow = await run(member, { day: 1, speed: 2.5 });
  const fast = await run(member, { day: 3, speed: 3.5 });
  const middle = await run(member, { day: 2, lat: 52.5203 });
  await run(member, { day: 4, lat: 52.6 });
  await run(member, { day: 5, type: 'cycling' });
  await run(member, { day: 6, points: 1100 });
  await run(await api.signUp(), { day: 7 });
  for (const id of [slow, middle, fast]) {
    const { workouts, total_count: total } = await similar(member, id);
    assert.deepEqual(
      workouts.map((one) => [one.id, one.rank]),
      [
        [fast, 1],
        [middle, 2],
        [slow, 3],
      ],
    );
    assert.equal(total, 3);
  }
  const alone = await log(as(api, member));
  assert.deepEqual(
    (await similar(member, alone.id)).workouts.map(({ id, rank }) => [id, rank]),
    [[alone.id, 1]],
  );
});

test('[DATA-03] another member sees only those they may list, and of a hidden start nothing', async () => {
  const member = await api.signUp();
  const open = await run(member, { day: 1 });
  await run(member, { day: 2, privacy: 0 });
  await run(member, { day: 3, privacy: 6 });
  const linked = await run(member, { day: 4, privacy: 6 });
  const key = await keyOf(as(api, member), 'workout', linked);
  const ids = async (caller: TestMember | null, id: number) =>
    (await similar(caller, id, id === linked ? key : '')).workouts.map((one) => one.id);
  assert.equal((await ids(member, open)).length, 4);
  assert.deepEqual(await ids(null, open), [open]);
  assert.deepEqual(await ids(await api.signUp(), linked), [linked, open]);
  const zone = { name: 'Home', lat: 52.52, lng: 13.4, radius: 400 };
  assert.equal((await as(api, member)('POST', '/privacy_zones/', zone)).status, 201);
  // Compared is what the viewer sees of both tracks.
  const { workouts } = await similar(null, linked, key);
  assert.deepEqual(
    workouts.map(({ id }) => id),
    [linked, open],
  );
  const own = (await similar(member, linked)).workouts.find(({ id }) => id === linked)!;
  const [seen] = workouts;
  assert.ok(seen!.aggregates.distance_total! < own.aggregates.distance_total! - 200);
  const places = decodePolyline(seen!.preview.polyline!);
  // A preview is rounded to a metre.
  assert.ok(places.every(([lng, lat]) => haversine(lat, lng, zone.lat, zone.lng) > zone.radius - 2));
});

test('one course among 10,000 workouts is found by the index', async () => {
  const member = await api.signUp();
  const id = await run(member, { day: 1 });
  const { db } = api.context;
  await sql`
    insert into workouts (user_id, id, name, activity_type_id, start_at, time_zone, local_day, privacy, source,
      distance_total, active_time_total, polyline, bounds, created_at, updated_at)
    select user_id, id + n, name, activity_type_id, start_at + n * interval '1 hour', time_zone, local_day, privacy,
      source, distance_total, active_time_total, polyline,
      case when n % 100 = 0 then bounds else array[bounds[1] + n * 0.01, bounds[2] + n * 0.003, bounds[3] + n * 0.01, bounds[4] + n * 0.003] end,
      created_at, updated_at
    from workouts, generate_series(1, 10000) n where id = ${id}`.execute(db);
  await sql`analyze workouts`.execute(db);
  const { total_count: total } = await similar(member, id);
  assert.equal(total, 101);
  const plan = await sql<{ 'QUERY PLAN': string }>`
    explain select id from workouts where user_id = ${member.userId} and parent_id is null and deleted_at is null
      and polyline is not null and bounds[2] between 52.519 and 52.521 and bounds[1] between 13.39 and 13.41`.execute(
    db,
  );
  assert.match(plan.rows.map((row) => row['QUERY PLAN']).join('\n'), /workouts_course/);
});
