import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  type GoalMetric,
  SERVICE_BASES,
  type UserGoalProgressList,
  type Workout,
} from '@waymark/api-contract';
import { gpx, importAll } from '../imports/testing/import-files.ts';
import { chance } from '../sample-workouts/chance.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { answeredGoals, recountGoals } from '../../testing/recount-goals.ts';
import { as, log } from '../workouts/testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const METRICS: readonly GoalMetric[] = ['distance', 'duration', 'count', 'energy'];
const TYPES = [null, 16, 11] as const;
const ACTIVITIES = [16, 25, 11, 15];
const ZONES = ['Europe/Warsaw', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Pacific/Honolulu'];
test('[CHAL-03] progress equals a recount from the workouts after any sequence of changes', async (t) => {
  let now = Date.UTC(2026, 2, 20);
  t.mock.method(api.context, 'now', () => new Date(now));
  const member = await api.signUp();
  const call = as(api, member);
  const internal = (path: string, body: object = {}) =>
    api.call<{ edit: { id: number } }>('POST', SERVICE_BASES.internal + path, { token: member.token, body });
  const random = chance(7);
  const below = (n: number) => Math.floor(random() * n);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const when = () => new Date(now - below(20 * 24) * 3_600_000).toISOString();
  const listed = async (recorded = false) =>
    (
      await api.context.db
        .selectFrom('workouts')
        .select('id')
        .where('user_id', '=', member.userId)
        .where('parent_id', 'is', null)
        .where('deleted_at', 'is', null)
        .where((at) => (recorded ? at('has_time_series', '=', true) : at.lit(true)))
        .execute()
    ).map(({ id }) => id);
  const facts = () => ({
    activity_type_id: pick(ACTIVITIES),
    start_datetime: when(),
    start_locale_timezone: pick(ZONES),
    duration: 600 + below(7200),
    distance: pick([null, 5000 + random(), 21_100, below(60_000)]),
    energy: pick([null, below(3_000_000)]),
  });
  const done = { removed: [] as number[], edits: [] as number[], ran: new Set<string>() };
  const noteEdit = (answer: Awaited<ReturnType<typeof internal>>) => {
    if (answer.status !== 200) return;
    done.edits.push(answer.body.edit.id);
    return true;
  };
  const withOne = async <T>(ids: readonly number[], act: (id: number) => Promise<T>) =>
    ids.length > 0 ? act(pick(ids)) : undefined;
  /** Each answers something where it changed anything. */
  const steps = {
    create: () => log(call, facts()),
    update: async () => withOne(await listed(), (id) => call('PUT', `/workout/${id}/`, facts())),
    privacy: async () =>
      withOne(await listed(), (id) => call('PUT', `/workout/${id}/`, { privacy: pick([0, 1, 3, 6]) })),
    remove: async () =>
      withOne(await listed(), (id) => {
        done.removed.push(id);
        return call('DELETE', `/workout/${id}/`);
      }),
    restore: () => withOne(done.removed, (id) => call('POST', `/workout/${id}/restore/`)),
    import: async () => {
      const file = gpx(when(), { points: 120 + below(200), name: `Run ${below(1e9)}` });
      return importAll(call, [[`${below(1e9)}.gpx`, file]]);
    },
    cut: async () =>
      withOne(await listed(true), async (id) =>
        noteEdit(await internal(`/cutWorkout/${id}`, { keep: [{ from: 10, to: 70 }] })),
      ),
    split: async () =>
      withOne(await listed(true), async (id) =>
        noteEdit(await internal(`/splitWorkout/${id}`, { at: [40] })),
      ),
    merge: async () => {
      const ids = (await listed(true)).slice(-2);
      return ids.length === 2 ? noteEdit(await internal('/mergeWorkouts', { ids })) : undefined;
    },
    undo: () => withOne(done.edits, (id) => internal(`/workoutEdits/${id}/undo`)),
    zone: () => call('PUT', `/user/${member.userId}/`, { time_zone: pick(ZONES) }),
    weekStart: () => call('PUT', `/user/${member.userId}/`, { first_day_of_week: pick([0, 1, 6]) }),
    goal: () => {
      const threshold = { metric: pick(METRICS), value: 5000 };
      if (threshold.metric === 'count') threshold.value = 3;
      return call<Workout>('POST', '/user_goal/', { criteria: { activity_type_id: pick(TYPES), threshold } });
    },
    pass: () => {
      // Over the clock changes of March in Europe, half a day at a time.
      now += 12 * 3_600_000;
      return Promise.resolve(true);
    },
  };
  const names = Object.keys(steps) as (keyof typeof steps)[];
  for (let step = 0; step < 160; step++) {
    const name = step < 8 ? 'goal' : step < 14 ? 'import' : pick(names);
    if ((await steps[name]()) !== undefined) done.ran.add(name);
    if (step % 4 === 3)
      assert.deepEqual(
        await answeredGoals(async (path) => (await call<UserGoalProgressList>('GET', path)).body),
        await recountGoals(api.context, member.userId),
        `step ${step}: ${name}`,
      );
  }
  assert.deepEqual([...done.ran].toSorted(), names.toSorted(), 'every kind of step changed something');
});
