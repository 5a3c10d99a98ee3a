import assert from 'node:assert/strict';
import test from 'node:test';
import type { ChallengeInput, Workout, WorkoutList } from '@waymark/api-contract';
import { importAll } from '../../training/imports/testing/import-files.ts';
import { gpxOf, offset } from '../../training/privacy/testing.ts';
import { befriend } from '../../members/friends/testing.ts';
import type { TestApi, TestMember } from '../../testing/api.ts';
import { as, log } from '../../training/workouts/testing.ts';
import { setUpChallenges, withoutChallengeSweep } from './challenges.test-helper.ts';
import { correctChallenge } from './correct-challenge.ts';
import { finishChallenges } from './finish-challenges.ts';
import { countOverdue } from './follow-workouts.ts';
import { assertRecount } from './recount.test-helper.ts';

let api: TestApi;
const { clock, create, details, join, board } = setUpChallenges((setup) => {
  api = setup.api;
}, withoutChallengeSweep);

const HOME = { lat: 52.5, lng: 13.4 };
const ZONE = { name: 'Home', ...HOME, radius: 500 };

/** Out of the door at three metres a second for a quarter of an hour, up a hill. */
const outward = (day: string): string =>
  gpxOf(
    Date.parse(`${day}T08:00:00Z`),
    Array.from({ length: 901 }, (_, s) => ({
      ...offset(HOME, s * 3, 0),
      after: 1,
      heartrate: 140,
      high: s / 2,
    })),
  );

const wait = async () => {
  clock.now = new Date(Date.parse(clock.now) + 6000).toISOString();
  await countOverdue(api.context);
};

/** A member in challenges of some kinds, with a friend who looks at the boards. */
async function joined(...inputs: Partial<ChallengeInput>[]) {
  const [member, friend] = await Promise.all([api.signUp(), api.signUp()]);
  await befriend(api, member, friend);
  const ids: number[] = [];
  for (const input of inputs) {
    const id = await create(member, input);
    await join(member, id);
    await join(friend, id);
    ids.push(id);
  }
  const call = as(api, member);
  return {
    member,
    friend,
    call,
    ids,
    zone: async (body: object = ZONE) => {
      const { status, body: made } = await call<{ id: number }>('POST', '/privacy_zones/', body);
      assert.equal(status, 201);
      return made.id;
    },
    bring: async (...days: string[]) => {
      await importAll(
        call,
        days.map((day) => [`${day}.gpx`, outward(day)]),
      );
      const { workouts } = (await call<WorkoutList>('GET', '/workout/')).body._embedded;
      for (const { id } of workouts) await call('PUT', `/workout/${id}/`, { privacy: 1 });
      return workouts.map(({ id }) => id);
    },
    /** What a friend reads on each board, null where the member has no place. */
    scores: async () =>
      Promise.all(
        ids.map(async (id) => {
          const { entries } = (await board(friend, id))._embedded;
          return entries.find(({ user }) => user?.id === member.userId)?.value ?? null;
        }),
      ),
    progress: async () => Promise.all(ids.map(async (id) => (await details(member, id)).progress!.value)),
    figures: async (reader: TestMember, id: number) =>
      (await as(api, reader)<Workout>('GET', `/workout/${id}/`)).body.aggregates,
  };
}

const isNear = (value: number | null, other: number | null, by = 0.1) =>
  assert.ok(Math.abs(value! - other!) < by, `${value} and ${other}`);

const KINDS = [
  { kind: 'distance' },
  { kind: 'longest' },
  { kind: 'duration' },
  { kind: 'ascent' },
  { kind: 'count' },
  { kind: 'fastest', distance: 1000 },
] as const satisfies Partial<ChallengeInput>[];

test('[DATA-03] [CHAL-02] a board counts of a run from home what a friend reads on its page; progress counts all', async () => {
  const { member, friend, ids, zone, bring, scores, progress, figures } = await joined(...KINDS);
  await zone();
  const [id] = await bring('2026-05-02');
  // Nobody has worked out yet what others see: it is told to nobody.
  assert.deepEqual(await scores(), [null, null, null, null, 1, null]);
  await wait();
  const [total, seen] = [await figures(member, id!), await figures(friend, id!)];
  assert.ok(total.distance_total! > seen.distance_total! + 300);
  const [distance, longest, duration, ascent, count, fastest] = await scores();
  isNear(distance!, seen.distance_total);
  isNear(longest!, seen.distance_total);
  isNear(duration!, seen.active_time_total, 1);
  isNear(ascent!, seen.ascent_total, 0.2);
  assert.equal(count, 1);
  isNear(fastest!, (seen.active_time_total! * 1000) / seen.distance_total!, 1);
  const ownProgress = await progress();
  isNear(ownProgress[0]!, total.distance_total);
  isNear(ownProgress[2]!, total.active_time_total, 1);
  await assertRecount(api.context.db, member.userId, api.context.now());
  for (const challengeId of ids)
    assert.equal((await correctChallenge(api.context, challengeId)).corrected, 0);
});

test('[DATA-03] [CHAL-02] boards follow the zones of a member; other workouts count at once', async () => {
  const { friend, call, zone, bring, scores, figures } = await joined({ kind: 'distance' });
  const [id] = await bring('2026-05-03');
  const [total] = await scores();
  assert.ok(total! > 2690);
  const zoneId = await zone();
  assert.deepEqual(await scores(), [null]);
  await wait();
  const [sharedScore] = await scores();
  isNear(sharedScore!, (await figures(friend, id!)).distance_total);
  assert.ok(sharedScore! < total! - 300);
  await call('PUT', `/privacy_zones/${zoneId}/`, { ...ZONE, radius: 900 });
  await wait();
  const [smaller] = await scores();
  isNear(smaller!, (await figures(friend, id!)).distance_total);
  assert.notEqual(smaller, sharedScore);
  const start_datetime = '2026-05-04T08:00:00Z';
  await log(call, { start_datetime, distance: 5000, duration: 1500, privacy: 1 });
  isNear((await scores())[0]!, smaller! + 5000);
  await call('DELETE', `/privacy_zones/${zoneId}/`);
  isNear((await scores())[0]!, total! + 5000);
});

test('[DATA-03] [CHAL-02] a target that only the hidden part reaches is reached for the member alone', async () => {
  const { member, friend, zone, bring, ids, progress } = await joined({ kind: 'distance', target: 2600 });
  await zone();
  await bring('2026-05-05');
  await wait();
  assert.ok((await progress())[0]! > 2600);
  const awards = await api.context.db
    .selectFrom('challenge_awards')
    .select(['kind', 'is_shared'])
    .where('user_id', '=', member.userId)
    .execute();
  assert.deepEqual(awards, [{ kind: 'completed', is_shared: false }]);
  assert.ok((await board(friend, ids[0]!))._embedded.entries.every(({ value }) => value < 2600));
});

test('[DATA-03] [CHAL-02] results wait for what others see of a workout that was stored in time', async () => {
  const { friend, call, ids, zone, bring, scores, figures } = await joined({ kind: 'distance' });
  await zone();
  const [id] = await bring('2026-05-06');
  await wait();
  const { freeze_at } = await api.context.db
    .selectFrom('challenges')
    .select('freeze_at')
    .where('id', '=', ids[0]!)
    .executeTakeFirstOrThrow();
  const freezeAt = freeze_at.getTime();
  clock.now = new Date(freezeAt - 1000).toISOString();
  await call('PUT', `/workout/${id}/`, { activity_type_id: 9 });
  assert.deepEqual(await scores(), [null]);
  clock.now = new Date(freezeAt + 1000).toISOString();
  await finishChallenges(api.context);
  assert.equal((await board(friend, ids[0]!)).is_final, false);
  await wait();
  await finishChallenges(api.context);
  assert.equal((await board(friend, ids[0]!)).is_final, true);
  isNear((await scores())[0]!, (await figures(friend, id!)).distance_total);
});
