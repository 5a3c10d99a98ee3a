import { CATALOGUE } from '@waymark/activities/catalogue';
import {
  SERVICE_BASES,
  type StartedPlanDetails,
  type StartedPlanList,
  type TrainingPlanList,
  type UserGoalList,
} from '@waymark/api-contract';
import type { TestMember } from '../../api.ts';
import type { Owner } from '../world.ts';
import type { CaseRequest, OperationCase } from '../operation-case.ts';
import { MAIN, byId, ofUser, newWorkout, created } from './owner-things.ts';

const ofQueriedUser = ({ member }: Owner): CaseRequest => ({ query: { user: member.userId } });
let goalTypes = 0;
/** Of another activity each time: a member has one active goal for each activity and metric. */
const newGoalBody = () => ({
  criteria: {
    activity_type_id: CATALOGUE[goalTypes++ % CATALOGUE.length]!.id,
    threshold: { metric: 'distance', value: 20_000 },
  },
});
/** Stops the one before: a member pursues few at once. */
const newGoal = async (owner: Owner) => {
  const { body } = await owner.call<UserGoalList>('GET', '/user_goal/');
  const [last] = body._embedded.user_goal;
  if (last) await owner.call('PATCH', `/user_goal/${last.id}/`, { status: 'abandoned' });
  return created(owner, '/user_goal/', newGoalBody());
};
const planBody = (title: string) => ({
  title,
  description: title,
  weeks: [
    {
      sessions: [
        {
          day: 1,
          sport: 'run',
          kind: 'easy',
          title,
          description: title,
          steps: [{ duration: 1800, text: title, rpe: { value: 3, units: 'rpe' } }],
        },
      ],
    },
  ],
});
/** Deletes the one before: a member has so many at most. */
const newPlan = async (owner: Owner) => {
  const { body } = await owner.call<TrainingPlanList>('GET', '/training_plan/');
  for (const { plan } of body.own.slice(10)) await owner.call('DELETE', `/training_plan/${plan}/`);
  const { body: made } = await owner.call<{ plan: string }>(
    'POST',
    '/training_plan/',
    planBody(owner.marker),
  );
  return byId(Number(made.plan), `/training_plan/${made.plan}/`);
};
const removeStartedPlans = async ({ call }: Owner) => {
  const { body } = await call<StartedPlanList>('GET', '/started_plan/');
  for (const { id } of body.started_plans.slice(1)) await call('DELETE', `/started_plan/${id}/`);
};
const startBody = ({ api }: Owner, plan = 'first-5k') => ({
  plan,
  anchor: 'start',
  day: api.context.now().toISOString().slice(0, 10),
});
/** Of a plan of their own, in which their marker stands. */
const newStartedPlan = async (owner: Owner): Promise<CaseRequest> => {
  await removeStartedPlans(owner);
  const plan = String((await newPlan(owner)).params!['id']);
  return created(owner, '/started_plan/', startBody(owner, plan));
};
const firstSession = async ({ call }: Owner, id: number) =>
  (await call<StartedPlanDetails>('GET', `/started_plan/${id}/`)).body.sessions[0]!;
const newPlannedSession = async (owner: Owner): Promise<CaseRequest> => {
  const { params } = await newStartedPlan(owner);
  const { id } = await firstSession(owner, Number(params!['id']));
  return byId(id, `/planned_session/${id}/`);
};
const CHALLENGES = SERVICE_BASES.challenges;
async function take(part: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await part;
  if (status !== 201) throw new Error(`taking part: ${status} ${text}`);
}
/** With the owner alone in it, and open by its link. */
const newGroup = async ({ api, member: { token, userId }, marker }: Owner): Promise<CaseRequest> => {
  const made = await api.call<{ id: number }>('POST', `${CHALLENGES}/v2/groups`, {
    token,
    body: { name: marker.slice(0, 60) },
  });
  if (made.status !== 201) throw new Error(`group: ${made.status} ${made.text}`);
  const { id } = made.body;
  const join = async (friend: TestMember) => {
    const link = await api.call<{ href: string }>('POST', `${CHALLENGES}/v2/groups/${id}/link`, {
      token,
      body: {},
    });
    const key = new URL(link.body.href).searchParams.get('key');
    await take(
      api.call('POST', `${CHALLENGES}/v2/groups/${id}/users`, { token: friend.token, body: { key } }),
    );
  };
  return { params: { id, userId }, joinable: { join, endsWith: 'block' } };
};
/** To come: results of one that is over become final meanwhile. */
const CHALLENGE = { title: 'May', kind: 'distance', first_day: '2099-05-01', last_day: '2099-05-31' };
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** For friends of the owner, who has joined. */
const newChallenge = async (
  { api, member: { token, userId }, marker }: Owner,
  days: object = {},
): Promise<CaseRequest> => {
  const body = { ...CHALLENGE, ...days, title: marker };
  // A member has so many at most: those of earlier cases end.
  const earlier = await api.context.db
    .selectFrom('challenges')
    .select('id')
    .where('owner_id', '=', userId)
    .execute();
  for (const { id } of earlier) await api.call('DELETE', `${CHALLENGES}/v2/challenges/${id}`, { token });
  const made = await api.call<{ id: number }>('POST', `${CHALLENGES}/v2/challenges`, { token, body });
  if (made.status !== 201) throw new Error(`challenge: ${made.status} ${made.text}`);
  const { id } = made.body;
  await api.call('POST', `${CHALLENGES}/challenges/${id}/users`, { token, body: {} });
  const join = (friend: TestMember) =>
    take(api.call('POST', `${CHALLENGES}/challenges/${id}/users`, { token: friend.token, body: {} }));
  return { params: { id, userId }, joinable: { join, endsWith: 'friendship' } };
};

/** Goals, training plans, points, challenges and groups. */
export const TRAINING_CASES: Record<string, OperationCase> = {
  // Goals
  [`GET ${MAIN}/user_goal/`]: { rule: 'totals', request: ofQueriedUser },
  [`GET ${MAIN}/user_goal_progress/`]: { rule: 'totals', request: ofQueriedUser },
  [`POST ${MAIN}/user_goal/`]: { rule: 'self', request: () => ({ newBody: newGoalBody }) },
  [`PATCH ${MAIN}/user_goal/:id/`]: {
    rule: 'owned',
    request: async (owner) => ({
      ...(await newGoal(owner)),
      body: { status: 'abandoned' },
    }),
  },
  // Training plans
  [`GET ${MAIN}/training_plan/`]: { rule: 'public', request: () => ({}) },
  [`GET ${MAIN}/training_plan/:plan/`]: { rule: 'public', request: () => ({ params: { plan: 'first-5k' } }) },
  [`POST ${MAIN}/training_plan/`]: { rule: 'self', request: () => ({ body: planBody('Two weeks') }) },
  [`PUT ${MAIN}/training_plan/:id/`]: {
    rule: 'owned',
    request: async (owner) => ({ ...(await newPlan(owner)), body: planBody(owner.marker) }),
  },
  [`DELETE ${MAIN}/training_plan/:id/`]: { rule: 'owned', request: newPlan },
  [`POST ${MAIN}/training_plan/:id/link/`]: { rule: 'owned', request: newPlan },
  [`DELETE ${MAIN}/training_plan/:id/link/`]: { rule: 'owned', request: newPlan },
  [`GET ${MAIN}/started_plan/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/started_plan/`]: {
    rule: 'self',
    request: async (owner) => {
      await removeStartedPlans(owner);
      return { body: startBody(owner) };
    },
  },
  [`GET ${MAIN}/started_plan/:id/`]: { rule: 'owned', request: newStartedPlan },
  [`PATCH ${MAIN}/started_plan/:id/`]: {
    rule: 'owned',
    request: async (owner) => ({ ...(await newStartedPlan(owner)), body: { status: 'stopped' } }),
  },
  [`DELETE ${MAIN}/started_plan/:id/`]: { rule: 'owned', request: newStartedPlan },
  [`PUT ${MAIN}/started_plan/:id/days/`]: {
    rule: 'owned',
    request: async (owner) => {
      const { params } = await newStartedPlan(owner);
      const { id, day } = await firstSession(owner, Number(params!['id']));
      return { params: params!, body: { sessions: [{ id, day }] } };
    },
  },
  [`GET ${MAIN}/planned_session/:id/`]: { rule: 'owned', request: newPlannedSession },
  [`PATCH ${MAIN}/planned_session/:id/`]: {
    rule: 'owned',
    request: async (owner) => ({ ...(await newPlannedSession(owner)), body: { is_skipped: true } }),
  },
  [`GET ${MAIN}/planned_session/:id/file/`]: {
    rule: 'owned',
    request: async (owner) => ({ ...(await newPlannedSession(owner)), query: { format: 'fit' } }),
  },
  [`GET ${MAIN}/calendar_address/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/calendar_address/`]: { rule: 'self', request: () => ({}) },
  [`DELETE ${MAIN}/calendar_address/`]: { rule: 'self', request: () => ({}) },
  // Whoever was given the address reads the plans; here those of a member without any.
  [`GET ${MAIN}/calendar/:key/training.ics`]: {
    rule: 'public',
    request: async ({ api }) => {
      const { token } = await api.signUp();
      const { body } = await api.call<{ href: string }>('POST', `${MAIN}/calendar_address/`, { token });
      return { params: { key: body.href.split('/').at(-2)! } };
    },
  },
  // Loyalty
  [`GET ${SERVICE_BASES.loyalty}/rewards-points/:id`]: { rule: 'self', stranger: 403, request: ofUser },
  [`GET ${SERVICE_BASES.loyalty}/status/:id`]: { rule: 'self', stranger: 403, request: ofUser },
  // Challenges
  [`GET ${CHALLENGES}/v2/challenges`]: {
    rule: 'public',
    newJoinable: async (owner) => (await newChallenge(owner)).joinable!,
    request: () => ({}),
  },
  [`POST ${CHALLENGES}/v2/challenges`]: { rule: 'self', request: () => ({ body: CHALLENGE }) },
  [`PUT ${CHALLENGES}/v2/challenges/:id`]: {
    rule: 'owned',
    friend: 403,
    request: async (owner) => ({ ...(await newChallenge(owner)), body: CHALLENGE }),
  },
  [`POST ${CHALLENGES}/v2/challenges/:id/end`]: {
    rule: 'owned',
    friend: 403,
    request: (owner) => newChallenge(owner, { first_day: dayFromNow(-2), last_day: dayFromNow(30) }),
  },
  [`DELETE ${CHALLENGES}/v2/challenges/:id`]: {
    rule: 'owned',
    friend: 403,
    request: (owner) => newChallenge(owner),
  },
  [`GET ${CHALLENGES}/challenges/challenge/:id/details`]: {
    rule: 'owned',
    request: (owner) => newChallenge(owner),
  },
  [`GET ${CHALLENGES}/widgets/challenges/:id/leaderboard`]: {
    rule: 'owned',
    request: (owner) => newChallenge(owner),
  },
  [`GET ${CHALLENGES}/v2/mobile/challenges/awards/:id`]: {
    rule: 'owned',
    request: (owner) => newChallenge(owner),
  },
  [`GET ${CHALLENGES}/v2/users/:id/awards`]: { rule: 'totals', request: ofUser },
  [`GET ${CHALLENGES}/challenges/:id/workouts`]: { rule: 'owned', request: (owner) => newChallenge(owner) },
  // The challenges of these cases are for friends, who join for themselves.
  [`POST ${CHALLENGES}/challenges/:id/users`]: {
    rule: 'owned',
    friend: 201,
    request: async (owner) => ({ ...(await newChallenge(owner)), body: {} }),
  },
  [`PATCH ${CHALLENGES}/challenges/:id/users/:userId`]: {
    rule: 'owned',
    friend: 403,
    request: async (owner) => ({ ...(await newChallenge(owner)), body: { is_shown: false } }),
  },
  // A workout that counts has nothing to explain.
  [`POST ${CHALLENGES}/challenges/workouts/:id/explanation`]: {
    rule: 'owned',
    status: 409,
    request: async (owner) => ({ ...(await newWorkout(owner)), body: { text: 'With the wind' } }),
  },
  [`GET ${CHALLENGES}/v2/moderation/workouts`]: { rule: 'owned', status: 404, request: () => ({}) },
  [`PATCH ${CHALLENGES}/v2/moderation/workouts/:id`]: {
    rule: 'owned',
    status: 404,
    request: () => ({ ...byId(1), body: { decision: 'accepted' } }),
  },
  [`DELETE ${CHALLENGES}/challenges/:id/users/:userId`]: {
    rule: 'owned',
    friend: 403,
    request: newChallenge,
  },
  [`GET ${CHALLENGES}/v2/challenges/:id/invitations`]: {
    rule: 'owned',
    friend: 403,
    request: (owner) => newChallenge(owner),
  },
  [`POST ${CHALLENGES}/v2/challenges/:id/invitations`]: {
    rule: 'owned',
    friend: 403,
    request: async (owner) => ({ ...(await newChallenge(owner)), body: { user_ids: [1] } }),
  },
  [`DELETE ${CHALLENGES}/v2/challenges/:id/invitations/:userId`]: {
    rule: 'owned',
    friend: 403,
    request: newChallenge,
  },
  // Friends of a member see nothing of a group that they are not in.
  [`GET ${CHALLENGES}/v2/groups`]: {
    rule: 'self',
    newJoinable: async (owner) => (await newGroup(owner)).joinable!,
    request: () => ({}),
  },
  [`POST ${CHALLENGES}/v2/groups`]: { rule: 'self', request: () => ({ body: { name: 'Sunday runners' } }) },
  [`GET ${CHALLENGES}/v2/groups/:id`]: { rule: 'owned', friend: 404, request: newGroup },
  [`PATCH ${CHALLENGES}/v2/groups/:id`]: {
    rule: 'owned',
    friend: 404,
    request: async (owner) => ({ ...(await newGroup(owner)), body: { name: 'Monday runners' } }),
  },
  [`DELETE ${CHALLENGES}/v2/groups/:id`]: { rule: 'owned', friend: 404, request: newGroup },
  [`POST ${CHALLENGES}/v2/groups/:id/link`]: {
    rule: 'owned',
    friend: 404,
    request: async (owner) => ({ ...(await newGroup(owner)), body: {} }),
  },
  [`POST ${CHALLENGES}/v2/groups/:id/users`]: {
    rule: 'owned',
    friend: 404,
    request: async (owner) => ({ ...(await newGroup(owner)), body: {} }),
  },
  // Who owns a group hands it over before they leave.
  [`DELETE ${CHALLENGES}/v2/groups/:id/users/:userId`]: {
    rule: 'owned',
    friend: 404,
    status: 409,
    request: newGroup,
  },
  [`GET ${CHALLENGES}/v2/groups/:id/invitations`]: { rule: 'owned', friend: 404, request: newGroup },
  [`POST ${CHALLENGES}/v2/groups/:id/invitations`]: {
    rule: 'owned',
    friend: 404,
    request: async (owner) => ({ ...(await newGroup(owner)), body: { user_ids: [1] } }),
  },
  [`DELETE ${CHALLENGES}/v2/groups/:id/invitations/:userId`]: {
    rule: 'owned',
    friend: 404,
    request: newGroup,
  },
};
