import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import {
  type ErrorBody,
  type FileImportList,
  type Gear,
  type ListedWorkout,
  type RecordList,
  SERVICE_BASES,
  type Story,
  type StoryList,
  type Workout,
  type WorkoutInput,
} from '@waymark/api-contract';
import { Client } from 'pg';
import { befriend } from '../../members/friends/testing.ts';
import { importAll } from '../imports/testing/import-files.ts';
import { keyOf } from '../../members/share-links/testing.ts';
import { recomputeLoads } from '../stats/recompute-loads.ts';
import { until } from '../../testing/mail.ts';
import { answerConsents } from '../../testing/answer-consents.ts';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import type { WorkoutRow } from '../workout-store/workout-rows.ts';
import { presentSummary } from '../workouts/presenter.ts';
import { as, log } from '../workouts/testing.ts';
import { gpxOf, windingGpx } from './testing.ts';

const api = await startTestApi();
after(() => api.stop());

const decline = (member: TestMember) => answerConsents(api, member, { health: 'declined' });

const EVERYONE = 3;
const HARD_DURATION = 3600;
const HOME = { name: 'Home', lat: 52.2, lng: 21.01, radius: 200 };

/** Runs of a member whose heart rate, load and energy from a heart rate stand in no other figure. */
const HARD: Partial<WorkoutInput> = {
  name: 'Hard',
  duration: HARD_DURATION,
  start_datetime: '2026-05-01T07:30:00Z',
  heartrate_avg: 143,
  heartrate_max: 177,
  energy: 4184 * 613,
  privacy: EVERYONE,
};
const EASY: Partial<WorkoutInput> = {
  ...HARD,
  name: 'Easy',
  start_datetime: '2026-05-02T07:30:00Z',
  heartrate_avg: 121,
  heartrate_max: 133,
  energy: 4184 * 417,
};
const HEALTH_FIGURES = [143, 177, 121, 133, 4184 * 613, 4184 * 417, 4184 * (613 + 417)];

/** Figures of the heart rate and what was worked out from it, anywhere in an answer. */
const healthFiguresIn = (text: string, loads: readonly number[]): number[] =>
  [...HEALTH_FIGURES, ...loads].filter((figure) =>
    new RegExp(String.raw`(?<![\d.])${String(figure).replace('.', String.raw`\.`)}(?![\d.]\d?)`).test(text),
  );

test('[PRIV-02] who refuses the use of health data shows it to nobody, themselves included, in no list, order, total, record or story', async () => {
  const [owner, friend, stranger] = [await api.signUp(), await api.signUp(), await api.signUp()];
  await befriend(api, owner, friend);
  const mine = as(api, owner);
  const [hard, easy] = [await log(mine, HARD), await log(mine, EASY)];
  await importAll(mine, [['beats.gpx', gpxOf(Date.UTC(2026, 4, 3), beats(143, 177))]]);
  const imported = (await mine<FileImportList>('GET', '/device/file_import/')).body._embedded.file_imports[0]!
    .workouts[0]!.id;
  await mine('PUT', `/workout/${imported}/`, { privacy: EVERYONE });
  const loads = [hard.load!, easy.load!];
  const ofWorkouts = [hard.id, easy.id, imported];
  const paths = [
    ...ofWorkouts.map((id) => `/workout/${id}/`),
    `/workout/?user=${owner.userId}`,
    '/workout/search/',
    `/activity_story/?feed_type=user&feed_id=${owner.userId}`,
    `/activity_story/?object_type=workout&object_ids=${ofWorkouts.join(',')}`,
    `/activity_story/${hard.id}/`,
    '/activity_story/',
    '/device/file_import/?limit=100',
    `/dashboard/?user=${owner.userId}&month=2026-05`,
    `/user_stats/${owner.userId}/?period=year&date=2026-05-01`,
    `/user_stats/${owner.userId}/lifetime/`,
    `/user_stats/${owner.userId}/records/`,
    `/user_stats/${owner.userId}/heat_calendar/?year=2026`,
    `/user_stats/${owner.userId}/training_load/?from=2026-05-01&to=2026-05-03`,
    `/user_goal_progress/?user=${owner.userId}`,
  ];
  const told = async (viewer: TestMember | null) => {
    const by = as(api, viewer);
    const found: string[] = [];
    for (const path of paths) {
      const { text, status } = await by('GET', path);
      if (status === 200 && healthFiguresIn(text, loads).length > 0) found.push(path);
    }
    return found;
  };
  const before = await told(owner);
  assert.ok(before.length >= 11, `the test can tell: ${before.join(' ')}`);
  assert.ok((await told(null)).includes(paths.find((path) => path.includes('feed_type=user'))!));

  await decline(owner);
  for (const [name, viewer] of [
    ['visitor', null],
    ['stranger', stranger],
    ['friend', friend],
    ['owner', owner],
  ] as const)
    assert.deepEqual(await told(viewer), [], name);
});

/** A minute of running with these heart rates. */
const beats = (...heartrates: number[]) =>
  Array.from({ length: 60 }, (_, i) => ({
    lat: 52.2 + i * 0.00003,
    lng: 21.01,
    after: 1,
    heartrate: heartrates[Math.floor((i * heartrates.length) / 60)]!,
    high: 100,
  }));

test('[PRIV-02] the order and the totals of a search tell nothing of health data that is hidden', async () => {
  const owner = await api.signUp();
  const mine = as(api, owner);
  const [hard, easy] = [await log(mine, HARD), await log(mine, EASY)];
  const estimated = await log(mine, { name: 'Estimated', start_datetime: '2026-05-03T07:30:00Z' });
  const search = async (query: string) => {
    const { body } = await mine<{ _embedded: { workouts: ListedWorkout[] }; totals: { energy: number } }>(
      'GET',
      `/workout/search/?${query}`,
    );
    return { ids: body._embedded.workouts.map(({ id }) => id), energy: body.totals.energy };
  };
  const orders = ['heartrate', 'load', 'energy'];
  for (const order of orders) {
    const { ids } = await search(`order_by=-${order}`);
    assert.ok(ids.indexOf(hard.id) < ids.indexOf(easy.id), order);
  }
  await decline(owner);
  for (const order of orders)
    for (const filter of ['', '&search=a'])
      for (const direction of ['', '-']) {
        const { ids } = await search(`order_by=${direction}${order}${filter}`);
        const listed = filter ? ids : ids.filter((id) => id !== estimated.id);
        const byStart = direction ? [easy.id, hard.id] : [hard.id, easy.id];
        assert.deepEqual(
          listed.filter((id) => id !== estimated.id),
          byStart,
          `${direction}${order}${filter}`,
        );
      }
  assert.equal((await search('')).energy, estimated.aggregates.metabolic_energy_total);
  assert.equal((await search('search=Est')).energy, estimated.aggregates.metabolic_energy_total);
});

test('[PRIV-02] totals, goals and records go on with energy that no heart rate gave', async () => {
  const owner = await api.signUp();
  const mine = as(api, owner);
  await log(mine, HARD);
  const typed = await log(mine, { start_datetime: '2026-05-02T07:30:00Z', energy: 4184 * 100 });
  await decline(owner);
  const totals = async (query = '') =>
    (
      await mine<{ totals: { energy: number; count: number } }>(
        'GET',
        `/user_stats/${owner.userId}/lifetime/${query}`,
      )
    ).body.totals;
  const expected = { energy: typed.aggregates.metabolic_energy_total, count: 2 };
  const { energy, count } = await totals();
  assert.deepEqual({ energy, count }, expected);
  await mine('POST', '/privacy_zones/', HOME);
  assert.equal((await totals()).energy, expected.energy);
  const { body } = await mine<RecordList>('GET', `/user_stats/${owner.userId}/records/`);
  assert.ok(body.records.length > 0 && body.records.every(({ key }) => key !== 'most_energy'));
});

test('[PRIV-02] while a heart rate is hidden nothing is worked out from it, and energy that would be taken for its is refused', async () => {
  const owner = await api.signUp();
  const mine = as(api, owner);
  const hard = await log(mine, HARD);
  const plain = await log(mine, { start_datetime: '2026-05-02T07:30:00Z' });
  const files = await importAll(mine, [['beats.gpx', gpxOf(Date.UTC(2026, 4, 3), beats(143, 177))]]);
  const recorded = files.get('beats.gpx')!.workouts[0]!.id;
  const loads = async () =>
    (
      await api.context.db
        .selectFrom('workouts')
        .select(['id', 'load'])
        .where('user_id', '=', owner.userId)
        .where('deleted_at', 'is', null)
        .where('load', 'is not', null)
        .orderBy('id')
        .execute()
    ).map(({ id, load }) => [id, load]);
  const before = await loads();
  assert.deepEqual(
    before.map(([id]) => id),
    [hard.id, recorded],
  );
  await decline(owner);
  const update = (id: number, change: Partial<WorkoutInput>) =>
    mine<ErrorBody>('PUT', `/workout/${id}/`, change);
  const refused = await update(hard.id, { energy: 4184 * 300 });
  assert.deepEqual(
    [refused.status, Object.keys(refused.body.field_problems ?? {})],
    [403, ['energy']],
    refused.text,
  );
  assert.equal((await update(hard.id, { energy: null, duration: HARD_DURATION * 2 })).status, 200);
  assert.equal((await update(plain.id, { energy: 4184 * 300 })).status, 200);
  const many = await mine('POST', '/workout/bulk/', { changes: [{ ids: [hard.id], activity_type_id: 15 }] });
  assert.equal(many.status, 200, many.text);
  await recomputeLoads(api.context, owner.userId);
  assert.deepEqual(await loads(), before);
  const split = await api.call('POST', `/internal/splitWorkout/${recorded}`, {
    token: owner.token,
    body: { at: [30] },
  });
  assert.ok(split.status < 300, split.text);
  assert.deepEqual(await loads(), [before[0]], 'its parts have none');
  const { body } = await mine<Workout>('GET', `/workout/${plain.id}/`);
  assert.equal(body.aggregates.metabolic_energy_total, 4184 * 300);
  await answerConsents(api, owner, { health: 'accepted' });
  await until('the loads are taken anew', async () => (await loads()).length === 3);
  assert.ok((await loads())[0]![1]! > before[0]![1]!, 'by what changed meanwhile');
});

test('[PRIV-02] cutting a workout while its heart rate is hidden loses nothing of it', async () => {
  const owner = await api.signUp();
  const mine = as(api, owner);
  const files = await importAll(mine, [['beats.gpx', gpxOf(Date.UTC(2026, 4, 3), beats(143, 177))]]);
  const { id } = files.get('beats.gpx')!.workouts[0]!;
  await decline(owner);
  const cut = (query: string) =>
    api.call('POST', `/internal/cutWorkout/${id}${query}`, {
      token: owner.token,
      body: { keep: [{ from: 0, to: 45 }] },
    });
  const preview = await cut('?preview=true');
  assert.equal(preview.status, 200, preview.text);
  assert.deepEqual(healthFiguresIn(preview.text, []), []);
  const made = await cut('');
  assert.ok(made.status < 300, made.text);
  assert.deepEqual(healthFiguresIn(made.text, []), []);
  const stored = await api.context.db
    .selectFrom('workout_streams')
    .select('kind')
    .where('user_id', '=', owner.userId)
    .where('workout_id', '=', id)
    .execute();
  assert.ok(stored.some(({ kind }) => kind === 'heartrate'));
});

test('[SOC-01] the owner sees the map in their feed that they hide from others; nobody else does', async () => {
  const [owner, friend] = [await api.signUp(), await api.signUp()];
  await befriend(api, owner, friend);
  const mine = as(api, owner);
  const files = await importAll(mine, [['run.gpx', windingGpx('2026-05-01T08:00:00Z')]]);
  const { id } = files.get('run.gpx')!.workouts[0]!;
  await mine('PUT', `/workout/${id}/`, { privacy: EVERYONE });
  await mine<Story>('PATCH', `/activity_story/${id}/`, { is_map_hidden: true });
  const polylineFor = async (viewer: TestMember | null, query: string) => {
    const { body } = await as(api, viewer)<StoryList>('GET', `/activity_story/${query}`);
    return body._embedded.stories.find(({ object }) => object.id === id)?.object.workout?.preview.polyline;
  };
  for (const query of [
    '',
    `?feed_type=user&feed_id=${owner.userId}`,
    `?object_type=workout&object_id=${id}`,
  ]) {
    assert.ok(await polylineFor(owner, query), query);
    assert.equal(await polylineFor(friend, query), null, query);
    if (query) assert.equal(await polylineFor(null, query), null, query);
  }
});

test('[DATA-03] notes, feeling and gear are their owner’s alone, in answers and files, until the workout shares them', async () => {
  const [owner, friend, stranger] = [await api.signUp(), await api.signUp(), await api.signUp()];
  await befriend(api, owner, friend);
  const mine = as(api, owner);
  const gear = await mine<Gear>('POST', '/usergear/', { name: 'Blue shoes', kind: 'shoes' });
  assert.equal(gear.status, 201, gear.text);
  const files = await importAll(mine, [['run.gpx', windingGpx('2026-05-01T08:00:00Z')]]);
  const { id } = files.get('run.gpx')!.workouts[0]!;
  const written = { notes: 'Knee hurts again', mood: 2, effort: 9, gear_id: gear.body.id };
  const { body: own } = await mine<Workout>('PUT', `/workout/${id}/`, { ...written, privacy: EVERYONE });
  assert.deepEqual([own.are_notes_shared, own.notes, own.gear?.name], [false, written.notes, 'Blue shoes']);
  const viewers = [
    ['friend', friend, 3],
    ['stranger', stranger, 3],
    ['visitor', null, 3],
    ['by link', null, 6],
  ] as const;
  const seenBy = async (viewer: TestMember | null, privacy: 3 | 6) => {
    await mine('PUT', `/workout/${id}/`, { privacy });
    const query = privacy === 6 ? `key=${await keyOf(mine, 'workout', id)}` : '';
    const { body } = await as(api, viewer)<Workout>('GET', `/workout/${id}/?${query}`);
    const bytes = await Promise.all(
      ['gpx', 'tcx', 'fit'].map(async (format) => {
        const answer = await fetch(
          `${api.url}${SERVICE_BASES.main}/workout/${id}/export/?format=${format}&${query}`,
          { headers: viewer ? { authorization: `Bearer ${viewer.token}` } : {} },
        );
        return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()).toString('latin1') : '';
      }),
    );
    const { notes, mood, effort, gear: shoes } = body;
    return {
      answer: { notes, mood, effort, gear: shoes?.name ?? null },
      inFiles: bytes.some((text) => text.includes('Knee')),
    };
  };
  for (const [name, viewer, privacy] of viewers)
    assert.deepEqual(
      await seenBy(viewer, privacy),
      { answer: { notes: '', mood: null, effort: null, gear: null }, inFiles: false },
      name,
    );
  assert.equal((await seenBy(owner, 3)).inFiles, true);
  await mine('PUT', `/workout/${id}/`, { are_notes_shared: true });
  for (const [name, viewer, privacy] of viewers) {
    const { answer } = await seenBy(viewer, privacy);
    assert.deepEqual(answer, { notes: written.notes, mood: 2, effort: 9, gear: 'Blue shoes' }, name);
  }
});

test('[DATA-03] the etag of a recording with a hidden part does not tell when it was sent', async () => {
  const owner = await api.signUp();
  const mine = as(api, owner);
  const files = await importAll(mine, [['run.gpx', windingGpx('2026-05-01T08:00:00Z')]]);
  const { id } = files.get('run.gpx')!.workouts[0]!;
  const { body } = await mine<Workout>('PUT', `/workout/${id}/`, { privacy: EVERYONE });
  await mine('POST', '/privacy_zones/', HOME);
  const { headers } = await as(api, null)('GET', `/workout/${id}/streams/`);
  assert.doesNotMatch(headers.get('etag')!, new RegExp(String(Date.parse(body.updated_datetime))));
});

/** The row, the relation, the scope, owner, zones and photos, and four for the records. */
const QUERIES_OF_A_WORKOUT = 10;

test('[DATA-03] a stranger’s look at a workout asks the database no more than it has to', async (t) => {
  const [owner, stranger] = [await api.signUp(), await api.signUp()];
  const mine = as(api, owner);
  const files = await importAll(mine, [['run.gpx', windingGpx('2026-05-01T08:00:00Z')]]);
  const { id } = files.get('run.gpx')!.workouts[0]!;
  await mine('PUT', `/workout/${id}/`, { privacy: EVERYONE });
  const theirs = as(api, stranger);
  const counts: number[] = [];
  for (let look = 0; look < 5; look++) {
    const query = t.mock.method(Client.prototype, 'query');
    assert.equal((await theirs('GET', `/workout/${id}/`)).status, 200);
    counts.push(query.mock.callCount());
    query.mock.restore();
  }
  // Background jobs of the process may add to a look.
  assert.ok(Math.min(...counts) <= QUERIES_OF_A_WORKOUT, `${counts.join()} queries`);
});

test('[DATA-03] presenters take what the door decided, and no row of the database', () => {
  const row = {} as WorkoutRow;
  // @ts-expect-error A stored row is nothing that a presenter takes.
  assert.throws(() => presentSummary(row));
  // @ts-expect-error Nor is one that a handler gives the fields of a view.
  assert.throws(() => presentSummary({ ...row, view: { relation: 'self', isPartHidden: false } }));
});

test('[ACCT-03] [DATA-03] zones are shown with a heart rate that they divide; without one others learn no limits of a body', async () => {
  const [member, stranger] = [await api.signUp(), await api.signUp()];
  const call = as(api, member);
  const zones = [
    { name: 'Easy', start: 0, end: 141 },
    { name: 'Hard', start: 142, end: 187 },
  ];
  assert.equal((await call('POST', '/heart_rate_zones/', { zones })).status, 201);
  const start_datetime = new Date().toISOString();
  const [silent, beating] = [
    await log(call, { start_datetime, privacy: EVERYONE }),
    await log(call, { start_datetime, privacy: EVERYONE, heartrate_avg: 143 }),
  ];
  const zonesOf = async (who: TestMember, { id }: { id: number }) =>
    (await as(api, who)<Workout>('GET', `/workout/${id}/`)).body.hrZones.length;
  assert.deepEqual(await Promise.all([zonesOf(stranger, silent), zonesOf(stranger, beating)]), [0, 2]);
  assert.deepEqual(await Promise.all([zonesOf(member, silent), zonesOf(member, beating)]), [2, 2]);
});
