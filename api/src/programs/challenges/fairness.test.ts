import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  type ChallengeDetails,
  type Contribution,
  type LoyaltyPoints,
  SERVICE_BASES,
  type UserGoalProgressList,
  type Workout,
  type WorkoutReview,
} from '@waymark/api-contract';
import { importAll } from '../../training/imports/testing/import-files.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, type As, log } from '../../training/workouts/testing.ts';

const MODERATOR = 'moderator@example.com';
let api: TestApi;
let moderator: TestMember;
before(async () => {
  api = await startTestApi({ env: { ROLLOUTS: 'loyalty=enabled', MODERATORS: MODERATOR } });
  moderator = await api.signUp({ email: MODERATOR });
  await api.context.db
    .updateTable('logins')
    .set({ email_confirmed_at: new Date() })
    .where('user_id', '=', moderator.userId)
    .execute();
});
after(() => api.stop());

interface Stretch {
  seconds: number;
  metersPerSecond: number;
  watts?: number;
}
const STEP_SECONDS = 5;
const METERS_A_DEGREE = 111_195;

/** A track to the north, with a point every five seconds. */
function gpxOf(type: string, stretches: readonly Stretch[], minutesLater = 0): string {
  const from = Date.now() - 6 * 3_600_000 + minutesLater * 60_000;
  let [at, lat] = [from, 52];
  const points = stretches.flatMap(({ seconds, metersPerSecond, watts }) =>
    Array.from({ length: seconds / STEP_SECONDS }, () => {
      at += STEP_SECONDS * 1000;
      lat += (metersPerSecond * STEP_SECONDS) / METERS_A_DEGREE;
      const power = watts === undefined ? '' : `<extensions><power>${watts}</power></extensions>`;
      return `<trkpt lat="${lat.toFixed(7)}" lon="21"><ele>100</ele><time>${new Date(at).toISOString()}</time>${power}</trkpt>`;
    }),
  );
  return `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>${type}</type><trkseg>${points.join('')}</trkseg></trk></gpx>`;
}

const dayOf = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

async function readPoints({ token, userId }: TestMember): Promise<LoyaltyPoints> {
  const where = `${SERVICE_BASES.loyalty}/rewards-points/${userId}`;
  return (await api.call<LoyaltyPoints>('GET', where, { token })).body;
}

async function joinOwn(member: TestMember) {
  const { token, userId } = member;
  const at = SERVICE_BASES.challenges;
  const body = { title: 'This week', kind: 'distance', first_day: dayOf(-3), last_day: dayOf(3) };
  const made = await api.call<ChallengeDetails>('POST', `${at}/v2/challenges`, { token, body });
  const { id } = made.body;
  await api.call('POST', `${at}/challenges/${id}/users`, { token, body: {} });
  return {
    /** What counts on the board, and why the workouts do not. */
    async seen() {
      const details = await api.call<ChallengeDetails>('GET', `${at}/challenges/challenge/${id}/details`, {
        token,
      });
      const { body: workouts } = await api.call<{ _embedded: { contributions: Contribution[] } }>(
        'GET',
        `${at}/challenges/${id}/workouts`,
        { token },
      );
      const { contributions } = workouts._embedded;
      return {
        value: Math.round(details.body.progress!.value / 100),
        reasons: contributions.map(({ exclusion }) => exclusion),
        explainable: contributions.map(({ can }) => can.explain),
      };
    },
    points: async () => (await readPoints(member)).pointsBalance,
    async leave() {
      await api.call('DELETE', `${at}/challenges/${id}/users/${userId}`, { token });
    },
    async join() {
      await api.call('POST', `${at}/challenges/${id}/users`, { token, body: {} });
    },
  };
}

/** What a member says of a workout, and what a moderator sees and decides. */
function reviewOf(member: TestMember, id: number) {
  const at = SERVICE_BASES.challenges;
  return {
    exclusion: async () => (await as(api, member)<Workout>('GET', `/workout/${id}/`)).body.exclusion,
    explain: async (text: string, exclusion?: string) =>
      (
        await api.call('POST', `${at}/challenges/workouts/${id}/explanation`, {
          token: member.token,
          body: { text, ...(exclusion && { exclusion }) },
        })
      ).status,
    decide: async (decision: string, exclusion?: string) =>
      (
        await api.call('PATCH', `${at}/v2/moderation/workouts/${id}`, {
          token: moderator.token,
          body: { decision, note: '', ...(exclusion && { exclusion }) },
        })
      ).status,
    /** The cases, each with the other reasons that stand. */
    queue: async (state: string, limit = 20) => {
      const { body } = await api.call<{ _embedded: { reviews: WorkoutReview[] }; total_count: number }>(
        'GET',
        `${at}/v2/moderation/workouts?state=${state}&limit=${limit}`,
        { token: moderator.token },
      );
      return Object.fromEntries(
        body._embedded.reviews
          .filter(({ workout_id }) => workout_id === id)
          .map((review) => [review.exclusion, review.other_exclusions]),
      );
    },
  };
}

test('[CHAL-02] [DATA-04] a run with a bus ride in it counts nowhere and says why, until the bus ride is cut off', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const challenge = await joinOwn(member);
  const file = gpxOf('running', [
    { seconds: 1200, metersPerSecond: 3 },
    { seconds: 300, metersPerSecond: 10 },
  ]);
  const [done] = (await importAll(call, [['home.gpx', file]])).values();
  const flagged = { value: 0, reasons: ['vehicle'], explainable: [true] };
  assert.deepEqual(await challenge.seen(), flagged);
  assert.equal(await challenge.points(), 0);
  await challenge.leave();
  await challenge.join();
  assert.deepEqual(await challenge.seen(), flagged, 'counted on joining');
  const cut = await api.call('POST', `${SERVICE_BASES.internal}/cutWorkout/${done!.workouts[0]!.id}`, {
    token: member.token,
    body: { keep: [{ from: 0, to: 1195 }] },
  });
  assert.equal(cut.status, 200, cut.text);
  assert.deepEqual(await challenge.seen(), { value: 36, reasons: [null], explainable: [false] });
  assert.equal(await challenge.points(), 11);
});

test('[CHAL-02] a ride with more power than anybody has counts nowhere; one of a strong rider does', async () => {
  const [motor, rider] = await Promise.all([api.signUp(), api.signUp()]);
  const seen = async (member: TestMember, watts: number) => {
    const challenge = await joinOwn(member);
    const file = gpxOf('cycling', [{ seconds: 1500, metersPerSecond: 11, watts }]);
    await importAll(as(api, member), [['ride.gpx', file]]);
    return (await challenge.seen()).reasons;
  };
  assert.deepEqual([await seen(motor, 700), await seen(rider, 420)], [['too_powerful'], [null]]);
});

test('[CHAL-02] [CHAL-03] [DATA-04] of two recordings of the same time one counts: in challenges, goals and points', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const challenge = await joinOwn(member);
  await call('POST', '/user_goal/', {
    criteria: { activity_type_id: null, threshold: { metric: 'distance', value: 50_000 } },
  });
  const goal = async () => {
    const { body } = await call<UserGoalProgressList>('GET', '/user_goal_progress/');
    return Math.round(body._embedded.user_goal_progress[0]!.progress.value / 100);
  };
  const recording = (type: string, seconds: number, minutesLater: number) =>
    gpxOf(type, [{ seconds, metersPerSecond: 3 }], minutesLater);
  await importAll(call, [['watch.gpx', recording('running', 1800, 0)]]);
  const [points, value] = [await challenge.points(), await goal()];
  const [phone] = (await importAll(call, [['phone.gpx', recording('walking', 3600, 7)]])).values();
  assert.deepEqual((await challenge.seen()).reasons, ['overlap', null]);
  assert.deepEqual([await challenge.points(), await goal()], [points, value]);
  const ids = await api.context.db
    .selectFrom('workouts')
    .select('id')
    .where('user_id', '=', member.userId)
    .orderBy('id')
    .execute();
  await call('DELETE', `/workout/${ids[0]!.id}/`);
  assert.ok((await challenge.points()) > points, 'the other one counts now');
  assert.ok((await goal()) > value);
  assert.equal(ids[1]!.id, phone!.workouts[0]!.id);
});

test('[CHAL-02] [DATA-04] outside of any challenge a workout that counts nowhere is explained and accepted too', async () => {
  const member = await api.signUp();
  const { id } = await log(as(api, member), { distance: 90_000, duration: 3600 });
  const at = SERVICE_BASES.challenges;
  const explain = (workoutId: number) =>
    api.call('POST', `${at}/challenges/workouts/${workoutId}/explanation`, {
      token: member.token,
      body: { text: 'A velomobile.' },
    });
  const exclusion = async (call: As) => (await call<Workout>('GET', `/workout/${id}/`)).body.exclusion;
  assert.deepEqual(await exclusion(as(api, member)), {
    reason: 'too_fast',
    further_reasons: [],
    review: null,
  });
  assert.equal((await explain(id)).status, 204);
  const review = { exclusion: 'too_fast', state: 'open', explanation: 'A velomobile.', note: '' };
  assert.deepEqual(await exclusion(as(api, member)), { reason: 'too_fast', further_reasons: [], review });
  await as(api, member)('PUT', `/workout/${id}/`, { privacy: 3 });
  for (const other of [await api.signUp(), null])
    assert.equal(await exclusion(as(api, other)), null, 'nobody else reads it');
  const { id: fine } = await log(as(api, member), { distance: 9000, duration: 3600 });
  assert.equal((await explain(fine)).status, 409);
});

test('[CHAL-02] [ACCT-07] the ledger of points names why a workout earns nothing, also of one that never earned any', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const reasonsOf = (one: { exclusion: string | null; further_exclusions: string[] }) =>
    one.exclusion && [one.exclusion, ...one.further_exclusions].join(' ');
  const seen = async () => {
    const { pointsBalance, excluded_count, _embedded } = await readPoints(member);
    return {
      pointsBalance,
      excluded_count,
      lines: _embedded.entries.map((entry) => [entry.cause_id, reasonsOf(entry)]),
      excluded: _embedded.excluded_workouts.map((workout) => [workout.workout_id, reasonsOf(workout)]),
    };
  };
  const fair = await log(call, { duration: 900, distance: 3000 });
  assert.deepEqual(await seen(), {
    pointsBalance: 11,
    excluded_count: 0,
    lines: [
      [fair.id, null],
      [fair.id, null],
    ],
    excluded: [],
  });
  const never = await log(call, {
    start_datetime: '2026-05-03T07:30:00+02:00',
    duration: 900,
    distance: 90_000,
  });
  await call('PUT', `/workout/${fair.id}/`, { distance: 60_000, ascent: 4000 });
  const { lines, ...rest } = await seen();
  assert.deepEqual(rest, {
    pointsBalance: 0,
    excluded_count: 2,
    excluded: [
      [never.id, 'too_fast'],
      [fair.id, 'too_fast too_steep'],
    ],
  });
  assert.deepEqual(
    lines,
    Array.from({ length: 4 }, () => [fair.id, 'too_fast too_steep']),
    'earned, and taken back',
  );
  await call('DELETE', `/workout/${never.id}/`);
  await call('PUT', `/workout/${fair.id}/`, { distance: 3000, ascent: 0 });
  const after = await seen();
  assert.deepEqual([after.pointsBalance, after.excluded_count], [11, 0]);
  assert.ok(after.lines.every(([, exclusion]) => exclusion === null));
});

test('[CHAL-02] each reason is explained and decided by itself: one that comes after another was accepted too', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const challenge = await joinOwn(member);
  const first = gpxOf('walking', [{ seconds: 3600, metersPerSecond: 1 }]);
  const [watch] = (await importAll(call, [['watch.gpx', first]])).values();
  const watchId = watch!.workouts[0]!.id;
  await call('DELETE', `/workout/${watchId}/`);
  const withBus = gpxOf(
    'running',
    [
      { seconds: 1200, metersPerSecond: 3 },
      { seconds: 300, metersPerSecond: 10 },
    ],
    7,
  );
  const [phone] = (await importAll(call, [['phone.gpx', withBus]])).values();
  const id = phone!.workouts[0]!.id;
  const { explain, decide, queue, exclusion } = reviewOf(member, id);
  const reasonsSeen = async () => (await challenge.seen()).reasons;

  assert.deepEqual((await exclusion())?.reason, 'vehicle');
  assert.equal(await explain('A fast bus.', 'overlap'), 409, 'it does not overlap');
  assert.equal(await explain('A sprint.', 'vehicle'), 204);
  assert.equal(await decide('accepted', 'overlap'), 404, 'nobody explained that');
  assert.equal(await decide('accepted', 'vehicle'), 200);
  assert.deepEqual([await exclusion(), await reasonsSeen()], [null, [null]]);

  await call('POST', `/workout/${watchId}/restore/`);
  assert.deepEqual(await exclusion(), { reason: 'overlap', further_reasons: [], review: null });
  const { reasons, explainable } = await challenge.seen();
  assert.deepEqual(
    [reasons, explainable],
    [
      ['overlap', null],
      [true, false],
    ],
  );
  assert.equal(await explain('A sprint.', 'vehicle'), 409, 'that is accepted');
  assert.equal(await explain('My watch was lent to a friend.'), 204);
  assert.equal((await exclusion())?.review?.state, 'open');
  assert.deepEqual((await challenge.seen()).explainable, [false, false]);
  assert.deepEqual(
    [await queue('open'), await queue('resolved')],
    [{ overlap: [] }, { vehicle: ['overlap'] }],
  );
  assert.equal(await decide('accepted'), 200, 'the one that waits');
  assert.deepEqual([await exclusion(), await reasonsSeen()], [null, [null, null]]);
  assert.deepEqual(
    await queue('resolved', 1),
    { overlap: [], vehicle: [] },
    'a page holds all of its last workout',
  );
  assert.equal(await decide('rejected', 'overlap'), 409);
});

/** A run with a bus ride in it, and with more power than anybody has. */
const TWO_REASONS = gpxOf('running', [
  { seconds: 1200, metersPerSecond: 3, watts: 800 },
  { seconds: 300, metersPerSecond: 10, watts: 800 },
]);

async function importTwoReasons() {
  const member = await api.signUp();
  const call = as(api, member);
  const challenge = await joinOwn(member);
  const [done] = (await importAll(call, [['run.gpx', TWO_REASONS]])).values();
  const { id } = done!.workouts[0]!;
  /** On the page of the challenge, and in points. */
  const seen = async () => {
    const { value, reasons, explainable } = await challenge.seen();
    return { value, reason: reasons[0], isExplainable: explainable[0], points: await challenge.points() };
  };
  return { call, id, seen, ...reviewOf(member, id) };
}

test('[CHAL-02] a workout with two reasons counts once both are accepted: the member sees both and explains them at once', async () => {
  const { seen, exclusion, explain, decide, queue } = await importTwoReasons();
  const both = { reason: 'vehicle', further_reasons: ['too_powerful'], review: null };
  assert.deepEqual(await exclusion(), both);
  assert.deepEqual(await seen(), { value: 0, reason: 'vehicle', isExplainable: true, points: 0 });
  assert.equal(await explain('I ran for the bus with a borrowed foot pod.'), 204);
  assert.deepEqual(await queue('open'), { vehicle: ['too_powerful'], too_powerful: ['vehicle'] });

  assert.equal(await decide('accepted', 'vehicle'), 200);
  const left = await exclusion();
  assert.deepEqual([left?.reason, left?.further_reasons, left?.review?.state], ['too_powerful', [], 'open']);
  assert.deepEqual(await seen(), { value: 0, reason: 'too_powerful', isExplainable: false, points: 0 });
  assert.deepEqual(
    [await queue('open'), await queue('resolved')],
    [{ too_powerful: [] }, { vehicle: ['too_powerful'] }],
  );

  assert.equal(await decide('accepted', 'too_powerful'), 200);
  assert.equal(await exclusion(), null);
  assert.deepEqual(await seen(), { value: 66, reason: null, isExplainable: false, points: 12 });
});

test('[CHAL-02] the reason that stands after another was accepted is explained then; a rejected one stays', async () => {
  const { seen, exclusion, explain, decide, queue } = await importTwoReasons();
  assert.equal(await explain('A sprint.', 'vehicle'), 204);
  assert.equal(await decide('accepted'), 200);
  assert.deepEqual(await exclusion(), { reason: 'too_powerful', further_reasons: [], review: null });
  assert.equal((await seen()).isExplainable, true);
  assert.deepEqual(await queue('open'), {}, 'nobody explained it yet');
  assert.equal(await explain('A sprint.', 'vehicle'), 409, 'that is accepted');
  assert.equal(await explain('My foot pod is wrong.'), 204);
  assert.equal(await decide('rejected'), 200);
  assert.equal((await exclusion())?.review?.state, 'rejected');
  assert.deepEqual(await seen(), { value: 0, reason: 'too_powerful', isExplainable: false, points: 0 });
  assert.equal(await explain('It really is.'), 409, 'that is decided');
});

test('[CHAL-02] an edit that removes one of two reasons leaves the other, and ends what was accepted', async () => {
  const { call, id, seen, exclusion, explain, decide, queue } = await importTwoReasons();
  assert.equal(await explain('A borrowed foot pod.', 'too_powerful'), 204);
  assert.equal(await decide('accepted'), 200);
  assert.deepEqual(await exclusion(), { reason: 'vehicle', further_reasons: [], review: null });
  const ride = { activity_type_id: 11 };
  assert.equal((await call('PUT', `/workout/${id}/`, ride)).status, 200);
  assert.deepEqual(await exclusion(), { reason: 'too_powerful', further_reasons: [], review: null });
  assert.deepEqual(await queue('resolved'), {});
  assert.deepEqual(await seen(), { value: 0, reason: 'too_powerful', isExplainable: true, points: 0 });
  assert.equal(await explain('A borrowed foot pod.'), 204);
  assert.equal(await decide('accepted'), 200);
  assert.equal(await exclusion(), null);
  assert.deepEqual((await seen()).value, 66);
});

test('[CHAL-02] [DATA-03] moderators read the figures that they decide on, and the name only of a workout that they may see', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const at = SERVICE_BASES.challenges;
  const { id } = await log(call, { name: 'To Marta', distance: 90_000, duration: 3600 });
  const { token } = moderator;
  await reviewOf(member, id).explain('A velomobile.');
  const read = async (privacy: number) => {
    await call('PUT', `/workout/${id}/`, { privacy });
    const { body } = await api.call<{ _embedded: { reviews: WorkoutReview[] } }>(
      'GET',
      `${at}/v2/moderation/workouts?state=open&limit=50`,
      { token },
    );
    const { name, distance, duration } = body._embedded.reviews.find((one) => one.workout_id === id)!;
    return [name, distance, duration];
  };
  for (const privacy of [0, 1, 6]) assert.deepEqual(await read(privacy), ['', 90_000, 3600]);
  assert.deepEqual(await read(3), ['To Marta', 90_000, 3600]);
  await call('PUT', `/workout/${id}/`, { privacy: 0 });
  const { body } = await api.call<WorkoutReview>('PATCH', `${at}/v2/moderation/workouts/${id}`, {
    token,
    body: { decision: 'accepted' },
  });
  assert.deepEqual([body.name, body.state], ['', 'accepted']);
});
