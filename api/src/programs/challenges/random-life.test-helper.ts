import assert from 'node:assert/strict';
import { CHALLENGE_KINDS, type ChallengeInput, type ErrorBody, SERVICE_BASES } from '@waymark/api-contract';
import { gpx, importAll } from '../../training/imports/testing/import-files.ts';
import { triathlonFit } from '../../recordings/testing/sample-fit.ts';
import type { Answer, TestApi, TestMember } from '../../testing/api.ts';
import { as, type As, log } from '../../training/workouts/testing.ts';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** What a challenge of the life counts; each that becomes final is followed by another of the same rules. */
export const CHALLENGE_RULES: readonly Partial<ChallengeInput>[] = [
  ...CHALLENGE_KINDS.map((kind) => ({ kind, distance: kind === 'fastest' ? 5000 : null })),
  { kind: 'distance', activity_groups: ['run'], accepts_manual: false },
  { kind: 'distance', activity_groups: ['swim', 'ride'] },
  { kind: 'distance', target: 60_000, audience: 'everyone' },
  { kind: 'count', target: 8, activity_groups: ['ride'] },
  { kind: 'active_days', target: 3, audience: 'everyone', boards: ['country'] },
  { kind: 'duration', time_zone: 'Pacific/Auckland' },
  { kind: 'active_days', time_zone: 'Etc/GMT+12' },
  {
    kind: 'distance',
    teams: { score: 'sum', choice: 'pick', names: ['North', 'South'] },
    boards: ['country'],
  },
  // Only its maker is in it: others who have joined rely on the rules.
  { kind: 'distance', target: 20_000, title: 'Alone' },
];
export const COUNT_RULES = CHALLENGE_KINDS.indexOf('count');
const TEAM_RULES = CHALLENGE_RULES.findIndex(({ teams }) => teams);
const LONE_RULES = CHALLENGE_RULES.length - 1;

/** Numbers below a limit, and choices, from a source of random numbers. */
export function createPicker(random: () => number) {
  const below = (n: number) => Math.floor(random() * n);
  return { below, pick: <T>(values: readonly T[]): T => values[below(values.length)]!, random };
}
type Picker = ReturnType<typeof createPicker>;

/** One step of one member. */
interface Turn extends Picker {
  member: TestMember;
}

export interface Life {
  api: TestApi;
  members: readonly TestMember[];
  /** Decides about workouts and makes the challenges for everyone, and takes part in nothing. */
  staff: TestMember;
  clock: { at: number };
  /** The challenge of each of the rules that is not final. */
  challenges: { id: number; makerId: number }[];
  /** Edits of workouts that may be undone, by member. */
  edits: Map<number, number[]>;
}

const PRIVACY = [0, 1, 3, 6] as const;
const ZONES = ['Europe/Warsaw', 'Pacific/Kiritimati', 'America/Los_Angeles'] as const;
/** Whoever has more workouts deletes some, so that a long life does not become slower. */
const WORKOUTS_MAX = 24;
/** Another step changed it at the same time. */
const MEANWHILE = ['not_found', 'changed_meanwhile'] as const;

/** Whether a call did something. @param refusals codes of answers that may refuse it @throws where another answer comes */
function isDone({ status, body, text }: Answer, refusals: readonly string[] = []): boolean {
  if (status < 300) return true;
  assert.ok(refusals.includes((body as ErrorBody | undefined)?.error ?? ''), `${status} ${text}`);
  return false;
}

export function callsOf({ api }: Pick<Life, 'api'>, member: TestMember) {
  const to =
    (base: string) =>
    <T = unknown>(method: string, path: string, body?: unknown) =>
      api.call<T>(method, base + path, { token: member.token, ...(body !== undefined && { body }) });
  // Reads the token of the time.
  const main: As = (...args) => as(api, member)(...args);
  return { main, challenges: to(SERVICE_BASES.challenges), internal: to(SERVICE_BASES.internal) };
}

/** Makes the challenge of some rules, with a window around the present. */
export async function openChallenge(life: Life, index: number, { below }: Picker): Promise<void> {
  const rules = CHALLENGE_RULES[index]!;
  const maker = rules.audience === 'everyone' ? life.staff : life.members[index % life.members.length]!;
  const body = {
    title: 'A month',
    ...rules,
    first_day: dayOf(life.clock.at - (18 + below(4)) * DAY_MS),
    last_day: dayOf(life.clock.at + (((4 * index + below(2)) % 9) - 2) * DAY_MS),
  };
  // Nobody joins what is over: they do so while it runs.
  const now = life.clock.at;
  life.clock.at -= 4 * DAY_MS;
  const made = await callsOf(life, maker).challenges<{ id: number }>('POST', '/v2/challenges', body);
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;
  life.challenges[index] = { id, makerId: maker.userId };
  for (const member of index === LONE_RULES ? [maker] : life.members) {
    const team_id = 1 + (life.members.indexOf(member) % 2);
    const joined = await callsOf(life, member).challenges('POST', `/challenges/${id}/users`, { team_id });
    assert.equal(joined.status, 201, joined.text);
  }
  life.clock.at = now;
}

export const teamChallenge = ({ challenges }: Life) => challenges[TEAM_RULES]!;

type Wanted = 'any' | 'typed' | 'recorded' | 'triathlon';
async function findWorkouts({ api }: Life, { member }: Turn, wanted: Wanted): Promise<number[]> {
  const rows = await api.context.db
    .selectFrom('workouts')
    .select(['id', 'has_time_series', 'leg_count', 'source'])
    .where('user_id', '=', member.userId)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, has_time_series: isRecorded, leg_count: legs, source }) => {
    const kind = legs > 0 ? 'triathlon' : isRecorded ? 'recorded' : 'typed';
    return wanted === 'any' || (wanted === kind && source !== 'sample') ? [id] : [];
  });
}

/** Steps by name: each says whether it changed anything, and throws where an answer is none of those it may get. */
export function stepsOf(life: Life) {
  const { api, clock } = life;
  const startOf = ({ below }: Turn) => new Date(clock.at - below(27 * 24) * HOUR_MS).toISOString();
  /** In the window of each challenge that was made now. */
  const recentStartOf = ({ below }: Turn) =>
    new Date(clock.at - 3 * DAY_MS - below(10 * 24) * HOUR_MS).toISOString();
  const withOne = async (turn: Turn, wanted: Wanted, act: (id: number) => Promise<boolean>) => {
    const ids = await findWorkouts(life, turn, wanted);
    return ids.length > 0 && act(turn.pick(ids));
  };
  const facts = (turn: Turn) => ({
    activity_type_id: turn.pick([16, 11, 15, 24]),
    privacy: turn.pick(PRIVACY),
    start_datetime: startOf(turn),
    start_locale_timezone: turn.pick(ZONES),
    duration: 600 + turn.below(7200),
    distance: turn.pick([null, 5000, 10_000.126, turn.below(60_000)]),
    energy: turn.pick([null, turn.below(3_000_000)]),
  });
  const change = (turn: Turn, wanted: Wanted, body: object, refusals: readonly string[] = MEANWHILE) =>
    withOne(turn, wanted, async (id) =>
      isDone(await callsOf(life, turn.member).main('PUT', `/workout/${id}/`, body), refusals),
    );
  const remove = (turn: Turn) =>
    withOne(turn, 'any', async (id) =>
      isDone(await callsOf(life, turn.member).main('DELETE', `/workout/${id}/`), MEANWHILE),
    );
  const removeSurplus = async (turn: Turn) => {
    const { length } = await findWorkouts(life, turn, 'any');
    for (let surplus = length - WORKOUTS_MAX; surplus > 0; surplus--) await remove(turn);
  };
  const importFile = async (turn: Turn, extension: string, content: string | Uint8Array<ArrayBuffer>) => {
    const name = `${turn.below(1e9)}.${extension}`;
    const found = (await importAll(callsOf(life, turn.member).main, [[name, content]])).get(name);
    // By chance it is of the same time as another, or the same file again.
    assert.ok(['ready', 'duplicate', 'skipped'].includes(found?.state ?? ''), JSON.stringify(found));
    await removeSurplus(turn);
    return found?.state === 'ready';
  };
  const edit = async (
    { member }: Turn,
    path: string,
    body: object = {},
    refusals: readonly string[] = MEANWHILE,
  ) => {
    const answer = await callsOf(life, member).internal<{ edit: { id: number } }>('POST', path, body);
    if (!isDone(answer, refusals)) return false;
    if (!path.endsWith('undo')) life.edits.get(member.userId)!.push(answer.body.edit.id);
    return true;
  };
  const secondsOf = async ({ member }: Turn, id: number) => {
    const row = await api.context.db
      .selectFrom('workouts')
      .select('elapsed_time_total')
      .where('user_id', '=', member.userId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return Math.round(row.elapsed_time_total ?? 0);
  };
  const ofChallenge = async (
    { member, pick }: Turn,
    [method, path]: [string, string],
    body?: object,
    refusals: readonly string[] = [],
  ) => {
    // The challenge of one is for its maker.
    const { id } = pick(life.challenges.slice(0, LONE_RULES));
    const answer = await callsOf(life, member).challenges(method, `/challenges/${id}/users${path}`, body);
    return isDone(answer, refusals);
  };
  const findGoal = async ({ member, pick }: Turn, status: 'active' | 'abandoned') => {
    const goals = await api.context.db
      .selectFrom('user_goals')
      .select(['id', 'metric'])
      .where('user_id', '=', member.userId)
      .where('status', '=', status)
      .orderBy('id')
      .execute();
    return goals.length > 0 ? pick(goals) : undefined;
  };
  const thresholdOf = ({ below }: Turn, metric: 'count' | 'distance') => ({
    metric,
    value: metric === 'count' ? 1 + below(4) : 5000 + below(40_000),
  });
  const changeGoal = async (turn: Turn, id: number, body: object, refusals: readonly string[] = []) =>
    isDone(await callsOf(life, turn.member).main('PATCH', `/user_goal/${id}/`, body), [
      ...refusals,
      'goal_ended',
    ]);

  return {
    create: async (turn: Turn) => {
      await log(callsOf(life, turn.member).main, facts(turn));
      await removeSurplus(turn);
      return true;
    },
    /** Equal results, reached at the same moment. */
    together: async (turn: Turn) => {
      const same = { ...facts(turn), privacy: 1 as const };
      await Promise.all(life.members.map((member) => log(callsOf(life, member).main, same)));
      await removeSurplus(turn);
      return true;
    },
    update: (turn: Turn) => change(turn, 'typed', facts(turn)),
    move: (turn: Turn) => change(turn, 'typed', { start_datetime: startOf(turn) }),
    privacy: (turn: Turn) => change(turn, 'any', { privacy: turn.pick(PRIVACY) }),
    copy: async (turn: Turn) => {
      const copied = await withOne(turn, 'typed', async (id) =>
        isDone(
          await callsOf(life, turn.member).main('POST', `/workout/${id}/copy/`, {
            start_datetime: startOf(turn),
          }),
          MEANWHILE,
        ),
      );
      await removeSurplus(turn);
      return copied;
    },
    remove,
    restore: async (turn: Turn) => {
      const deleted = await api.context.db
        .selectFrom('workouts')
        .select('id')
        .where('user_id', '=', turn.member.userId)
        .where('parent_id', 'is', null)
        .where('edit_id', 'is', null)
        .where('deleted_at', '>', new Date(clock.at - 7 * DAY_MS))
        .orderBy('id')
        .execute();
      if (deleted.length === 0) return false;
      const path = `/workout/${turn.pick(deleted).id}/restore/`;
      const isRestored = isDone(await callsOf(life, turn.member).main('POST', path), MEANWHILE);
      await removeSurplus(turn);
      return isRestored;
    },
    import: (turn: Turn) => importFile(turn, 'gpx', gpx(startOf(turn), { points: 400 })),
    sport: (turn: Turn) => change(turn, 'recorded', { activity_type_id: turn.pick([16, 11, 15]) }),
    triathlon: (turn: Turn) =>
      importFile(turn, 'fit', new Uint8Array(triathlonFit(500, Date.parse(recentStartOf(turn))))),
    leg: async (turn: Turn) => {
      const legs = await api.context.db
        .selectFrom('workouts')
        .select('id')
        .where('user_id', '=', turn.member.userId)
        .where('parent_id', 'is not', null)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute();
      if (legs.length === 0) return false;
      const body = { activity_type_id: turn.pick([16, 11, 15]) };
      const path = `/workout/${turn.pick(legs).id}/`;
      return isDone(await callsOf(life, turn.member).main('PUT', path, body), MEANWHILE);
    },
    /** What was recorded stays as it is. */
    moveRecording: (turn: Turn) =>
      withOne(turn, 'recorded', async (id) => {
        const start_datetime = new Date(clock.at - 40 * DAY_MS).toISOString();
        const body = { start_datetime };
        const answer = await callsOf(life, turn.member).main<ErrorBody>('PUT', `/workout/${id}/`, body);
        if (answer.status === 404) return false;
        assert.deepEqual(
          [answer.status, Object.keys(answer.body.diagnostics ?? {})],
          [400, ['start_datetime']],
        );
        return true;
      }),
    cut: (turn: Turn) =>
      withOne(turn, 'recorded', async (id) => {
        const seconds = await secondsOf(turn, id);
        const keep = [{ from: Math.round(seconds * 0.1), to: Math.round(seconds * 0.9) }];
        return seconds > 60 && edit(turn, `/cutWorkout/${id}`, { keep });
      }),
    split: (turn: Turn) =>
      withOne(turn, 'recorded', async (id) => {
        const seconds = await secondsOf(turn, id);
        const isSplit =
          seconds > 60 && (await edit(turn, `/splitWorkout/${id}`, { at: [Math.round(seconds / 2)] }));
        await removeSurplus(turn);
        return isSplit;
      }),
    merge: async (turn: Turn) => {
      const ids = await findWorkouts(life, turn, 'recorded');
      if (ids.length < 2) return false;
      const one = turn.below(ids.length - 1);
      return edit(turn, '/mergeWorkouts', { ids: ids.slice(one, one + 2) }, [
        ...MEANWHILE,
        'different_sports',
        'overlapping',
        'too_far_apart',
      ]);
    },
    undo: async (turn: Turn) => {
      const id = life.edits.get(turn.member.userId)!.pop();
      if (id === undefined) return false;
      const isUndone = await edit(turn, `/workoutEdits/${id}/undo`, {}, [
        ...MEANWHILE,
        'edit_undone',
        'edited_since',
      ]);
      await removeSurplus(turn);
      return isUndone;
    },
    /** Faster than anybody runs, and some as steep as nobody climbs. */
    impossible: async (turn: Turn) => {
      await log(callsOf(life, turn.member).main, {
        start_datetime: recentStartOf(turn),
        duration: 600,
        distance: 9000,
        ascent: turn.pick([null, 3000]),
        privacy: turn.pick(PRIVACY),
      });
      await removeSurplus(turn);
      return true;
    },
    explain: async (turn: Turn) => {
      const { challenges } = callsOf(life, turn.member);
      const path = `/challenges/${life.challenges[COUNT_RULES]!.id}/workouts?limit=100`;
      const listed = await challenges<{
        _embedded: { contributions: { workout_id: number; can: { explain: boolean } }[] };
      }>('GET', path);
      if (!isDone(listed, ['not_joined', 'not_found'])) return false;
      const explainable = listed.body._embedded.contributions.filter(({ can }) => can.explain);
      if (explainable.length === 0) return false;
      const { workout_id } = turn.pick(explainable);
      return isDone(
        await challenges('POST', `/challenges/workouts/${workout_id}/explanation`, {
          text: 'With the wind.',
        }),
        [...MEANWHILE, 'not_excluded', 'already_resolved'],
      );
    },
    decide: async ({ pick }: Turn) => {
      const { challenges } = callsOf(life, life.staff);
      const { body } = await challenges<{ _embedded: { reviews: { workout_id: number }[] } }>(
        'GET',
        '/v2/moderation/workouts?limit=50',
      );
      const { reviews } = body._embedded;
      if (reviews.length === 0) return false;
      const decision = pick(['accepted', 'accepted', 'rejected']);
      return isDone(
        await challenges('PATCH', `/v2/moderation/workouts/${pick(reviews).workout_id}`, {
          decision,
          note: '',
        }),
        ['not_found', 'already_resolved'],
      );
    },
    samples: async ({ member }: Turn) => {
      const { main } = callsOf(life, member);
      return (
        isDone(await main('POST', '/workout/samples/')) && isDone(await main('DELETE', '/workout/samples/'))
      );
    },
    membership: (turn: Turn) =>
      ofChallenge(
        turn,
        ['PATCH', `/${turn.member.userId}`],
        {
          is_shown: turn.random() < 0.7,
          is_classified: turn.random() < 0.5,
          counts_private: turn.random() < 0.5,
        },
        ['not_joined'],
      ),
    leave: (turn: Turn) => ofChallenge(turn, ['DELETE', `/${turn.member.userId}`]),
    join: (turn: Turn) =>
      ofChallenge(turn, ['POST', ''], { counts_private: turn.random() < 0.5, team_id: 1 + turn.below(2) }, [
        'joining_over',
      ]),
    rules: async ({ below, pick }: Turn) => {
      const { id, makerId } = life.challenges[LONE_RULES]!;
      const maker = life.members.find(({ userId }) => userId === makerId)!;
      const { challenges } = callsOf(life, maker);
      const row = await api.context.db
        .selectFrom('challenges')
        .select(['first_day', 'last_day'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const body = {
        title: 'Alone',
        first_day: row.first_day,
        last_day: row.last_day,
        kind: pick(['distance', 'count', 'longest']),
        target: 1 + below(30_000),
        accepts_manual: pick([true, false]),
      };
      return isDone(await challenges('PUT', `/v2/challenges/${id}`, body));
    },
    /** Ends one of those that run. */
    end: async ({ pick }: Turn) => {
      const running = await api.context.db
        .selectFrom('challenges')
        .select('id')
        .where('frozen_at', 'is', null)
        .where('last_day', '>', dayOf(clock.at + DAY_MS))
        .orderBy('id')
        .execute();
      if (running.length === 0) return false;
      const { id } = pick(running);
      const { makerId } = life.challenges.find((one) => one.id === id)!;
      const maker = [...life.members, life.staff].find(({ userId }) => userId === makerId)!;
      const answer = await callsOf(life, maker).challenges('POST', `/v2/challenges/${id}/end`);
      return isDone(answer, ['challenge_not_running']);
    },
    zone: async ({ member, pick }: Turn) =>
      isDone(await callsOf(life, member).main('PUT', `/user/${member.userId}/`, { time_zone: pick(ZONES) })),
    weekStart: async ({ member, pick }: Turn) =>
      isDone(
        await callsOf(life, member).main('PUT', `/user/${member.userId}/`, {
          first_day_of_week: pick([0, 1, 6]),
        }),
      ),
    goal: async (turn: Turn) => {
      const { main } = callsOf(life, turn.member);
      const threshold = thresholdOf(turn, turn.pick(['count', 'distance']));
      const criteria = { activity_type_id: turn.pick([null, 16, 11]), threshold };
      return isDone(await main('POST', '/user_goal/', { criteria }), ['goal_exists', 'too_many_goals']);
    },
    target: async (turn: Turn) => {
      const goal = await findGoal(turn, 'active');
      if (!goal) return false;
      const threshold = thresholdOf(turn, goal.metric as 'count' | 'distance');
      return changeGoal(turn, goal.id, { criteria: { activity_type_id: null, threshold } });
    },
    stopGoal: async (turn: Turn) => {
      const goal = await findGoal(turn, 'active');
      return goal !== undefined && changeGoal(turn, goal.id, { status: 'abandoned' });
    },
    resumeGoal: async (turn: Turn) => {
      const goal = await findGoal(turn, 'abandoned');
      if (!goal) return false;
      return changeGoal(turn, goal.id, { status: 'active' }, ['goal_exists', 'too_many_goals']);
    },
  } satisfies Record<string, (turn: Turn) => Promise<boolean>>;
}
