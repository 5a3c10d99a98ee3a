import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { SERVICE_BASES } from '@waymark/api-contract';
import type { z } from 'zod';
import { services } from '../../services.ts';
import type { Answer } from '../api.ts';
import { ABSENT, fieldsOf, OpenApi, takesText, withValue } from './json-schema.ts';
import { addressOf } from './operation-case.ts';
import { OPERATION_CASES } from './operation-cases.ts';
import { createWorld, type Owner, type World } from './world.ts';

const MAIN = SERVICE_BASES.main;
const CHALLENGES = SERVICE_BASES.challenges;
const BILLING = SERVICE_BASES.billing;
const operations = services.flatMap(({ base, routes }) =>
  routes.map(({ call }) => ({ call, key: `${call.method} ${base}${call.path}`, pattern: base + call.path })),
);
/** Calls by which nobody is signed in any more, or which have a body of texts that are secrets. */
const LEFT_OUT = new Set(['POST /auth/password/reset/:token']);
const withBody = operations.filter(({ call, key }) => call.body && !call.multipart && !LEFT_OUT.has(key));

let world: World;
let owner: Owner;
before(async () => {
  world = await createWorld({ env: { MAILBOX: 'true', ROLLOUTS: 'loyalty=enabled' } });
  owner = world.owners[3];
});
after(() => world.api.stop());

/** Calls whose body shows up in no view, and why. Whatever writes for a view has it in `viewsOf`. */
const WITHOUT_VIEW: Readonly<Record<string, string>> = {
  'POST /auth/signup': 'the account of somebody else, which the answer shows',
  'POST /auth/login': 'the answer is the session',
  'POST /auth/login/second-factor': 'the answer is the session',
  'POST /auth/login/passkey': 'the answer is the session',
  'POST /auth/login/:chat_app': 'the answer is the session',
  'POST /auth/signup/:chat_app': 'the account of somebody else, which the answer shows',
  'POST /auth/signup/:chat_app/email': 'a mail',
  'POST /auth/signup/:chat_app/email/confirm': 'the answer is all of it',
  'POST /auth/chat-apps/:chat_app/start': 'an address to go to',
  'POST /auth/password-reset': 'a mail',
  'POST /auth/client-events': 'counted, and read by operators',
  'POST /internal/zendesk/post': 'a mail',
  'POST /services/elevation/height': 'the answer is all of it',
  'POST /services/routing/ways': 'the answer is all of it',
  'POST /checkoutapi/paymentIntent': 'the answer is an address at the payment provider',
  [`POST ${MAIN}/report/`]: 'read by moderators',
  [`PATCH ${MAIN}/moderation/report/:id/`]: 'read by moderators',
  [`PATCH ${MAIN}/moderation/appeal/:id/`]: 'read by moderators',
  [`POST ${BILLING}/local/cards`]: 'a card at the payment provider, which the answer names',
  [`POST ${BILLING}/local/bank/:ref`]: 'an address to go to',
  [`POST ${BILLING}/operator/members/:id/refunds`]: 'read by operators',
  [`POST ${BILLING}/operator/members/:id/days`]: 'read by operators',
  [`POST ${BILLING}/operator/members/:id/gifts`]: 'read by operators',
  [`POST ${BILLING}/operator/members/:id/gifts/withdrawals`]: 'read by operators',
};

/** Everywhere that a thing of an operation is shown: detail, lists, session and what is computed from it. */
function viewsOf({ key, pattern }: Pick<Operation, 'key' | 'pattern'>, id: number): string[] {
  if (key in WITHOUT_VIEW) return [];
  const { recorded, logged, member, routeId } = owner;
  const edits = [`${MAIN}/workout/?user=${member.userId}&limit=100`, '/internal/workoutEdits'];
  const billing = [
    `${BILLING}/billing-profiles`,
    `${BILLING}/paid-subscriptions`,
    `${BILLING}/user-coupons`,
    `${BILLING}/receipts`,
    `${BILLING}/gifts`,
    `${BILLING}/products`,
  ];
  const views: Record<string, string[]> = {
    '/auth/security': ['/auth/security', '/auth/security/events'],
    '/auth/deletion-request': ['/auth/deletion-request'],
    '/checkoutapi': billing,
    [BILLING]: billing,
    '/auth/update-consents': [
      '/auth/consents-history',
      '/auth/consents-status?country=DE',
      `${SERVICE_BASES.consent}/v1/consent/status?country=DE&domain=waymark.example&user_locale=de-de`,
    ],
    '/internal/oauth2/tokens': ['/internal/oauth2/tokens'],
    '/internal/oauth2/clients': ['/internal/oauth2/clients'],
    '/internal/emailOptOuts': ['/internal/emailOptOuts'],
    '/internal/cutWorkout': edits,
    '/internal/splitWorkout': edits,
    '/internal/mergeWorkouts': edits,
    [`${CHALLENGES}/v2/groups`]: [`${CHALLENGES}/v2/groups`, `${CHALLENGES}/v2/groups/${id}`],
    [`${CHALLENGES}/challenges/:id/users/:userId`]: [`${CHALLENGES}/v2/challenges`],
    [CHALLENGES]: [
      `${CHALLENGES}/challenges/challenge/${id}/details`,
      `${CHALLENGES}/widgets/challenges/${id}/leaderboard`,
    ],
  };
  const main: Record<string, string[]> = {
    user: [
      '/user/self/',
      `/user/${member.userId}/`,
      `/user/${member.userId}/profile/`,
      `/workout/${recorded.id}/`,
      `/dashboard/?user=${member.userId}`,
      `/user_stats/${member.userId}/training_load/?from=2026-01-01&to=2026-01-31`,
      '/workout/calculate/calories/?activity_type=16&duration=60',
      `/route/${routeId}/`,
    ],
    workout: [
      `/workout/${id}/`,
      `/workout/?user=${member.userId}&limit=100`,
      `/workout/${id}/export/?format=tcx`,
      `/workout/${id}/similar/`,
      `/workout/${id}/photos/`,
      `/weather/workout_association/${id}/`,
      `/dashboard/?user=${member.userId}&month=2026-05`,
      `/user_stats/${member.userId}/`,
      `/user_stats/${member.userId}/records/`,
      '/usergear/',
    ],
    route: [
      `/route/${id}/`,
      `/route/${id}/?field_set=simple`,
      `/route/?user=${member.userId}`,
      `/route/${id}/packed/`,
      ...['gpx', 'tcx', 'fit', 'kml'].map((format) => `/route/${id}/export/?format=${format}`),
      '/route_bookmark/',
    ],
    usergear: [`/usergear/${id}/`, '/usergear/', `/workout/${recorded.id}/`],
    workout_photo: [`/workout/${recorded.id}/photos/`, `/workout/${logged.id}/photos/`],
    heart_rate_zones: ['/heart_rate_zones/', `/workout/${recorded.id}/`, '/user/self/'],
    threshold_power: ['/threshold_power/', `/workout/${recorded.id}/`],
    privacy_zones: ['/privacy_zones/', `/workout/${recorded.id}/`],
    device: ['/device/file_import/', '/device/file_import/report/'],
    route_bookmark: ['/route_bookmark/'],
    remoteconnection: ['/remoteconnection/'],
    friendship: ['/friendship/', '/user/self/'],
    user_block: ['/user_block/'],
    moderation_decision: ['/moderation_decision/'],
    user_mute: ['/user_mute/'],
    activity_story: [
      `/activity_story/?feed_type=user&feed_id=${member.userId}`,
      `/activity_story/${recorded.id}/`,
    ],
    notification: ['/notification/', '/notification/count/'],
    notification_settings: ['/notification_settings/'],
    training_plan: ['/training_plan/', `/training_plan/${id}/`],
    started_plan: ['/started_plan/', `/started_plan/${id}/`],
    // Its answer is the plan.
    planned_session: ['/started_plan/', `/started_plan/${id}/`],
    push_subscription: ['/push_subscription/'],
    user_goal: [`/user_goal/?user=${member.userId}`, `/user_goal_progress/?user=${member.userId}`],
  };
  const [, thing = ''] = pattern.startsWith(`${MAIN}/`) ? pattern.slice(MAIN.length).split('/') : [];
  const known =
    main[thing]?.map((where) => MAIN + where) ??
    Object.entries(views).find(([start]) => pattern.startsWith(start))?.[1];
  assert.ok(known, `Add what shows ${key} to viewsOf, or the call to WITHOUT_VIEW with the reason.`);
  // What answers for many things at once names none of them.
  return known.filter((where) => id > 0 || !where.includes(`/${id}/`));
}

/** The schema of the answer at an address. */
function answerSchemaAt(address: string): z.ZodType | undefined {
  const where = address.split('?')[0]!.replace(/\/$/u, '').split('/');
  const found = operations.find(({ call, pattern }) => {
    const parts = pattern.replace(/\/$/u, '').split('/');
    return (
      call.method === 'GET' &&
      parts.length === where.length &&
      parts.every((part, i) => part.startsWith(':') || part === where[i])
    );
  });
  assert.ok(found, `No operation at ${address}`);
  return found.call.response;
}

function problemWith(what: string, answer: Answer, schema: z.ZodType | undefined): string[] {
  if (answer.status >= 500) return [`${what}: ${answer.status} ${answer.text}`];
  if (answer.status >= 400 || !schema) return [];
  const result = schema.safeParse(answer.body);
  return result.success
    ? []
    : [`${what}: ${result.error.issues.map((i) => `${i.path.join('.')} ${i.message}`).join('; ')}`];
}

type Operation = (typeof withBody)[number];
type Change = readonly [path: readonly string[], value: unknown];

/** Detail and list, which their owner reads after each write; everybody reads all views after the write of all that was accepted. */
const NEAREST_VIEWS = 2;

const describeChange = ([path, value]: Change) =>
  `${path.join('.')} ${value === ABSENT ? 'absent' : JSON.stringify(value)}`;

/** Writes a body with changed fields. @returns the number of the thing that was written, or null when it was refused */
async function write({ key, call, pattern }: Operation, changes: readonly Change[], problems: string[]) {
  const request = await OPERATION_CASES[key]!.request(owner);
  const base = request.newBody ? request.newBody() : request.body;
  const answer = await world.api.call<{ id?: number }>(call.method, addressOf(pattern, request), {
    token: owner.member.token,
    headers: request.headers ?? {},
    body: changes.reduce((body, [path, value]) => withValue(body, path, value), base),
  });
  problems.push(
    ...problemWith(`${key} with ${changes.map(describeChange).join(', ')}`, answer, call.response),
  );
  return answer.status >= 400 ? null : Number(answer.body?.id ?? request.params?.['id'] ?? 0);
}

/** Reads views as the owner. */
async function readOwnViews(what: string, views: readonly string[], problems: string[]): Promise<void> {
  const readView = async (view: string) => {
    const answer = await world.api.call('GET', view, { token: owner.member.token });
    if (answer.status >= 400) problems.push(`${what}, ${view}: ${answer.status}`);
    problems.push(...problemWith(`${what}, ${view}`, answer, answerSchemaAt(view)));
  };
  await Promise.all(views.map(readView));
}

async function readViewsOfStranger(
  what: string,
  views: readonly string[],
  problems: string[],
): Promise<void> {
  const readView = async (view: string) => {
    const answer = await world.api.call('GET', view, { token: world.stranger.token });
    problems.push(...problemWith(`${what}, ${view} as stranger`, answer, answerSchemaAt(view)));
  };
  await Promise.all(views.map(readView));
}

async function readSession(what: string, pattern: string, problems: string[]): Promise<void> {
  if (!pattern.startsWith(`${MAIN}/user/`)) return;
  const session = await world.api.call('GET', '/auth/session', { cookie: owner.member.cookie });
  problems.push(...problemWith(`${what}, session`, session, answerSchemaAt('/auth/session')));
}

test('[DATA-02] whatever field is written as null, as nothing or not at all, every view of it stays whole', async () => {
  const document = await world.api.call<ConstructorParameters<typeof OpenApi>[0]>(
    'GET',
    '/services/openapi.json',
  );
  const openApi = new OpenApi(document.body);
  const problems: string[] = [];
  let accepted = 0;
  for (const operation of withBody) {
    const { key, pattern } = operation;
    viewsOf(operation, 0);
    const fields = [...fieldsOf(openApi.bodySchema(key) ?? {})];
    assert.ok(fields.length > 0, key);
    for (const value of [null, '', ABSENT]) {
      const taken: Change[] = [];
      for (const [path, field] of fields) {
        if (value === '' && !takesText(field)) continue;
        const change: Change = [path, value];
        const id = await write(operation, [change], problems);
        if (id === null) continue;
        accepted++;
        taken.push(change);
        const what = `${key} with ${describeChange(change)}`;
        await readOwnViews(what, viewsOf(operation, id).slice(0, NEAREST_VIEWS), problems);
        await readSession(what, pattern, problems);
      }
      // A field may be needed by another one: what is refused together is written again one by one.
      const id = taken.length ? await write(operation, taken, problems) : null;
      const written =
        id === null ? taken.map((change) => ({ changes: [change], id: null })) : [{ changes: taken, id }];
      for (const { changes, id: known } of written) {
        const shown = known ?? (await write(operation, changes, problems));
        if (shown === null) continue;
        const what = `${key} with ${changes.map(describeChange).join(', ')}`;
        const views = viewsOf(operation, shown);
        await Promise.all([readOwnViews(what, views, problems), readViewsOfStranger(what, views, problems)]);
      }
    }
  }
  assert.deepEqual([...new Set(problems)], []);
  assert.ok(accepted > 60, `${accepted} writes were accepted`);
});
