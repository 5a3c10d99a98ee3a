import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Curves, LifetimeStats, RecordList, Workout } from '@waymark/api-contract';
import { triathlonFit } from '../../recordings/testing/sample-fit.ts';
import { chance } from '../sample-workouts/chance.ts';
import { gpx, importAll } from '../imports/testing/import-files.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { purgeDeleted } from '../workouts/purge.ts';
import { as, type As, log } from '../workouts/testing.ts';
import { assertRecount } from './recount-testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const PRIVACY = [0, 1, 3, 6] as const;
const ACTIVITIES = [16, 11, 15, 24];

/** Waits until no recording is without its analysis. */
async function analysed(userId: number): Promise<void> {
  const waiting = () =>
    api.context.db
      .selectFrom('workouts as w')
      .leftJoin('workout_analyses as a', 'a.workout_id', 'w.id')
      .select('w.id')
      .where('w.user_id', '=', userId)
      .where('w.has_time_series', '=', true)
      .where('w.deleted_at', 'is', null)
      .where('a.workout_id', 'is', null)
      .execute();
  for (const until = Date.now() + 60_000; (await waiting()).length > 0;) {
    if (Date.now() > until) throw new Error('recordings are still waiting');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** One member's life in calls, in an order of chance; what went wrong can be run again by its seed. */
function life(member: TestMember, call: As, seed: number) {
  const random = chance(seed);
  const below = (n: number) => Math.floor(random() * n);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const shown: number[] = [];
  const gone: number[] = [];
  const start = () =>
    new Date(Date.UTC(2024, 0, 1) + below(800 * 24) * 3_600_000 + below(3) * 1000).toISOString();
  const facts = () => ({
    activity_type_id: pick(ACTIVITIES),
    privacy: pick(PRIVACY),
    start_datetime: start(),
    start_locale_timezone: pick(['Europe/Warsaw', 'Pacific/Kiritimati', 'America/Los_Angeles']),
    duration: 600 + below(7200),
    distance: pick([null, 1000, 5000 + random(), 21_100, 42_195.0004, below(60_000)]),
    heartrate_avg: pick([null, 120, 150]),
  });
  const take = (from: number[]) => from.splice(below(from.length), 1)[0];
  return {
    shown,
    steps: {
      create: async () => shown.push((await log(call, facts())).id),
      update: async () => {
        if (shown.length > 0) await call('PUT', `/workout/${pick(shown)}/`, facts());
      },
      move: async () => {
        if (shown.length > 0) await call('PUT', `/workout/${pick(shown)}/`, { start_datetime: start() });
      },
      privacy: async () => {
        if (shown.length > 0) await call('PUT', `/workout/${pick(shown)}/`, { privacy: pick(PRIVACY) });
      },
      legs: async () => {
        const legs = await api.context.db
          .selectFrom('workouts')
          .select('id')
          .where('user_id', '=', member.userId)
          .where('parent_id', 'is not', null)
          .where('deleted_at', 'is', null)
          .execute();
        if (legs[0]) await call('PUT', `/workout/${pick(legs).id}/`, { activity_type_id: pick(ACTIVITIES) });
      },
      copy: async () => {
        if (shown.length === 0) return;
        const made = await call<Workout>('POST', `/workout/${pick(shown)}/copy/`, {
          start_datetime: start(),
        });
        shown.push(made.body.id);
      },
      remove: async () => {
        const id = take(shown);
        if (id === undefined) return;
        assert.equal((await call('DELETE', `/workout/${id}/`)).status, 204);
        gone.push(id);
      },
      restore: async () => {
        const id = take(gone);
        if (id !== undefined) {
          assert.equal((await call('POST', `/workout/${id}/restore/`)).status, 200);
          shown.push(id);
        }
      },
      import: async () => {
        const file = gpx(start(), { points: 100 + below(200), name: `Run ${below(1e9)}` });
        const [done] = (await importAll(call, [[`${below(1e9)}.gpx`, file]])).values();
        for (const { id } of done!.workouts) shown.push(id);
      },
      samples: () => call('POST', '/workout/samples/'),
      noSamples: () => call('DELETE', '/workout/samples/'),
    },
    random: { pick },
  };
}

test('[WORK-08] totals, records and curves equal a recount after any sequence of changes', async () => {
  for (const seed of [1, 2]) {
    const member = await api.signUp();
    const call = as(api, member);
    const { steps, random } = life(member, call, seed);
    await importAll(call, [['day.fit', new Uint8Array(triathlonFit(500))]]);
    const names = Object.keys(steps) as (keyof typeof steps)[];
    for (let step = 0; step < 70; step++) {
      // Steps at once show whether they take turns.
      await Promise.all([steps[random.pick(names)](), steps[random.pick(names)]()]);
      if (step % 10 === 9) {
        await analysed(member.userId);
        await assertRecount(api.context.db, member.userId);
      }
    }
  }
});

test('[WORK-08] a workout moved within its year is active on its new day only', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const { id } = await log(call, { start_datetime: '2025-03-01T08:00:00Z' });
  await call('PUT', `/workout/${id}/`, { start_datetime: '2025-03-04T08:00:00Z' });
  const { body } = await call<LifetimeStats>('GET', `/user_stats/${member.userId}/lifetime/`);
  assert.deepEqual([body.first_day, body.active_days], ['2025-03-04', 1]);
  await assertRecount(api.context.db, member.userId);
});

test('[WORK-05] what is deleted and purged is in no total, and purging changes none', async (t) => {
  const member = await api.signUp();
  const call = as(api, member);
  const done = (await importAll(call, [['day.fit', new Uint8Array(triathlonFit(500))]])).get('day.fit')!;
  const kept = await log(call);
  const records = async () => (await call<RecordList>('GET', `/user_stats/${member.userId}/records/`)).body;
  assert.ok((await records()).activity_groups.includes('swim'));
  await call('DELETE', `/workout/${done.workouts[0]!.id}/`);
  const left = await records();
  assert.deepEqual(left.activity_groups, ['run']);
  assert.ok(left.records.every(({ workout }) => workout.id === kept.id));
  const curves = await call<Curves>('GET', `/user_stats/${member.userId}/curves/?activity_group=run`);
  assert.deepEqual([curves.body.distance, curves.body.activity_groups], [[], []]);
  t.mock.method(api.context, 'now', () => new Date(Date.now() + 25 * 3_600_000));
  await purgeDeleted(api.context);
  await assertRecount(api.context.db, member.userId);
  const analyses = await api.context.db
    .selectFrom('workout_analyses')
    .select('workout_id')
    .where('user_id', '=', member.userId)
    .execute();
  assert.deepEqual(analyses, []);
});
