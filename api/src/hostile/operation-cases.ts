import { CATALOGUE } from '@waymark/activities/catalogue';
import {
  type PhotoList,
  SERVICE_BASES,
  type StartedPlanDetails,
  type StartedPlanList,
  type Story,
  type TrainingPlanList,
  type UserGoalList,
  type Workout,
} from '@waymark/api-contract';
import { mintUnsubscribeToken } from '../kernel/mail/unsubscribe.ts';
import { named, toUser } from '../friends/testing.ts';
import { formOf as uploadOf, gpx, importAll } from '../imports/testing/import-files.ts';
import { PushBrowser } from '../notifications/push-service.test-helper.ts';
import { softwarePasskey } from '../members/security/software-passkey.test-helper.ts';
import { addPhotos, formOf as photosOf, jpeg } from '../workouts/photos/testing.ts';
import { LOOP, northFrom, save } from '../routes/testing.ts';
import { mailedToken, until } from '../testing/mail.ts';
import { memberBody } from '../testing/member.ts';
import { log, RUN } from '../workouts/testing.ts';
import { nextRecording, type Owner } from './world.ts';

/**
 * Who may make a call, beside its declared access:
 * - public: everybody, with the same success; what it tells of a member depends on privacy (nothing names who is private)
 * - self: any member, about themselves only
 * - session: whoever has a cookie, about its own session only
 * - read: whoever the privacy level allows; others are told that there is nothing
 * - totals: whoever may see a list of what it sums up; others are told that there is no such member
 * - write: the owner; who may read it is told that it is not theirs (403), others that there is nothing
 * - owned: the owner only; for everybody else there is nothing, whatever the level
 */
export type Rule = 'public' | 'self' | 'session' | 'read' | 'totals' | 'write' | 'owned';

/** A call as its owner makes it, with success. */
export interface CaseRequest {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  /** A body that works once. */
  newBody?: () => unknown;
  headers?: Record<string, string>;
  /** The call is carried by a cookie, and may end its session. */
  spendsCookie?: boolean;
  /** The call ends the other sessions of its member. */
  endsSessions?: boolean;
  /** Main API path that shows the owner's thing: it must be the same after all others tried. */
  watch?: string;
}

export interface OperationCase {
  rule: Rule;
  /** The owner's status where it is not the contract's. */
  status?: number;
  /** What a stranger is told where the rule would say something else. */
  stranger?: number;
  /** What a friend of the owner is told where the rule would say something else. */
  friend?: number;
  /** Makes the thing anew where the call changes or ends it. */
  request(this: void, owner: Owner): CaseRequest | Promise<CaseRequest>;
}

const MAIN = SERVICE_BASES.main;
const BILLING = SERVICE_BASES.billing;
const HOME = { lat: 52.2, lng: 21 };
const OWN_PAGE = { 'x-requested-with': 'waymark' };
const ZONES = [
  { name: 'easy', start: 0, end: 140 },
  { name: 'hard', start: 141, end: 220 },
];

const byId = (id: number, watch?: string): CaseRequest => ({ params: { id }, ...(watch && { watch }) });
const ofRecorded = ({ recorded }: Owner) => byId(recorded.id);
const ofUser = ({ member }: Owner) => byId(member.userId);

const ofQueriedUser = ({ member }: Owner): CaseRequest => ({ query: { user: member.userId } });
let pushBrowsers = 0;
const pushBrowser = () =>
  new PushBrowser('https://fcm.googleapis.com', `operation-${++pushBrowsers}`).subscription;
let goalTypes = 0;
/** Of another activity each time: a member has one active goal for each activity and metric. */
const newGoalBody = () => ({
  criteria: {
    activity_type_id: CATALOGUE[goalTypes++ % CATALOGUE.length]!.id,
    threshold: { metric: 'distance', value: 20_000 },
  },
});

/** A new thing for a call that changes it. */
const newWorkout = async ({ call, marker }: Owner) => {
  const { id } = await log(call, { name: marker });
  return byId(id, `/workout/${id}/`);
};
const newRoute = async ({ call, marker, level }: Owner) => {
  const { id } = await save(call, { name: marker, privacy: level, points: northFrom(52.2, 21, 5) });
  return byId(id, `/route/${id}/`);
};
const newRecording = async (owner: Owner) => {
  const [file] = (await importAll(owner.call, [nextRecording(owner)])).values();
  return file!.workouts[0] ?? (await importedWorkout(owner, file!.id));
};
/** A file's workout where the same file was imported before. */
const importedWorkout = async ({ call }: Owner, uploadId: number) => {
  const { body } = await call<{ workouts: Workout[]; duplicate_of: Workout[] }>(
    'GET',
    `/device/file_import/${uploadId}/`,
  );
  return (body.workouts[0] ?? body.duplicate_of[0])!;
};
const newPhoto = async ({ call, logged, marker }: Owner) => {
  const photos = await addPhotos(call, logged.id, [['b.jpg', await jpeg(32, 24)]]);
  const { id } = photos.at(-1)!;
  await call('PUT', `/workout_photo/${id}/`, { caption: marker });
  return byId(id, `/workout/${logged.id}/photos/`);
};
const created = async (owner: Owner, collection: string, body: unknown) => {
  const answer = await owner.call<{ id: number }>('POST', collection, body);
  if (answer.status !== 201) throw new Error(`${collection}: ${answer.status} ${answer.text}`);
  return byId(answer.body.id, collection);
};
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
const newGear = (owner: Owner) => created(owner, '/usergear/', { name: owner.marker, kind: 'bike' });
/** On the other side of the earth: the tracks of the other cases stay whole. */
const ZONE = { name: 'Club', lat: -33.9, lng: 151.2, radius: 200 };
const newZone = async (owner: Owner) => created(owner, '/privacy_zones/', { ...ZONE, name: owner.marker });
const newUpload = async (owner: Owner, content?: string) => {
  const [name, recording] = nextRecording(owner);
  const [file] = (await importAll(owner.call, [[name, content ?? recording]])).values();
  return byId(file!.id, `/device/file_import/${file!.id}/`);
};
/** Two uploads of one recording: the second waits for a choice. */
const newDuplicate = async (owner: Owner) => {
  const [name, recording] = nextRecording(owner);
  await importAll(owner.call, [[name, recording]]);
  const files = await importAll(owner.call, [[`again-${name}`, recording.replace('</gpx>', ' </gpx>')]]);
  const file = files.get(`again-${name}`)!;
  return byId(file.id, `/device/file_import/${file.id}/`);
};
const edit = async (owner: Owner, where: string, body: unknown) => {
  const answer = await owner.api.call<{ edit: { id: number } }>('POST', SERVICE_BASES.internal + where, {
    token: owner.member.token,
    body,
  });
  if (answer.status !== 200) throw new Error(`${where}: ${answer.status} ${answer.text}`);
  return byId(answer.body.edit.id);
};
const newBookmark = async (owner: Owner) => {
  const route = await newRoute(owner);
  return created(owner, '/route_bookmark/', bookmarkOf(Number(route.params!['id'])));
};
const CHALLENGES = SERVICE_BASES.challenges;
/** With the owner alone in it. */
const newGroup = async ({ api, member: { token, userId }, marker }: Owner): Promise<CaseRequest> => {
  const made = await api.call<{ id: number }>('POST', `${CHALLENGES}/v2/groups`, {
    token,
    body: { name: marker.slice(0, 60) },
  });
  if (made.status !== 201) throw new Error(`group: ${made.status} ${made.text}`);
  return { params: { id: made.body.id, userId } };
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
  return { params: { id, userId } };
};
const bookmarkOf = (id: number) => ({ _links: { route: [{ href: `/v7.1/route/${id}/`, id: String(id) }] } });
const deleted = async (owner: Owner, { params, ...rest }: CaseRequest, where: string) => {
  await owner.call('DELETE', where.replace(':id', String(params!['id'])));
  return { params: params!, ...rest };
};
const signedImage = ({ photo }: Owner): CaseRequest => {
  const url = new URL(photo.urls!.small, 'http://x');
  return { params: { id: photo.id, size: 'small' }, query: Object.fromEntries(url.searchParams) };
};
const newPost = async ({ call, marker, level }: Owner) => {
  const body = { verb: 'post', object: { type: 'status', text: marker }, privacy: level === 6 ? 0 : level };
  const { id } = (await call<{ id: number }>('POST', '/activity_story/', body)).body;
  return byId(id, `/activity_story/${id}/`);
};
/** One for each owner: a member who was suspended meanwhile can make no other. */
const postImages = new WeakMap<Owner, Promise<CaseRequest>>();
const signedPostImage = (owner: Owner): Promise<CaseRequest> => {
  const made = postImages.get(owner) ?? makePostImage(owner);
  postImages.set(owner, made);
  return made;
};
const makePostImage = async (owner: Owner): Promise<CaseRequest> => {
  const { watch } = await newPost(owner);
  await owner.call('POST', `${watch}photos/`, photosOf([['e.jpg', await jpeg(32, 24)]]));
  return until('the photo of a post is ready', async () => {
    const { body } = await owner.call<Story>('GET', watch!);
    const [photo] = body.object.photos;
    return photo?.urls ? signedImage({ ...owner, photo }) : null;
  });
};
const PLANNED = JSON.stringify({
  locations: [HOME, { lat: 52.21, lng: 21 }].map(({ lat, lng }) => ({ lat, lon: lng })),
  costing: 'pedestrian',
});
const portraitOf = (bytes: Uint8Array): FormData => {
  const form = new FormData();
  form.append('photo', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'me.jpg');
  return form;
};
/** What somebody in Poland answers to, as the tests' members are there. */
const CONSENT_ANSWER = {
  matrix_id: 'EU1',
  matrix_version: 1,
  locale: 'en-us',
  screen: 'test',
  device_id: 'device-of-a-test',
  country: 'PL',
};
/** A card of the owner's at the local payment provider. */
const newCard = async ({ api, member: { token } }: Owner): Promise<CaseRequest> => {
  const made = await api.call<{ token: string }>('POST', `${BILLING}/local/cards`, {
    body: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' },
  });
  const answer = await api.call<{ id: number }>('POST', `${BILLING}/billing-profiles`, {
    token,
    body: { cc_token: made.body.token },
  });
  if (answer.status !== 201) throw new Error(`card: ${answer.status} ${answer.text}`);
  return byId(answer.body.id);
};
/** A checkout of the owner's that is open; of a member with premium for good there is the one that was paid. */
const newOrder = async ({ api, member: { token, userId } }: Owner): Promise<number> => {
  const { status, body, text } = await api.call<{ paymentIntentId: number }>(
    'POST',
    '/checkoutapi/paymentIntent',
    {
      token,
      body: { product_id: 'premium-lifetime' },
    },
  );
  if (status === 201) return body.paymentIntentId;
  if (status !== 409) throw new Error(`checkout: ${status} ${text}`);
  const orders = api.context.db
    .selectFrom('payment_attempts')
    .select('order_id')
    .where('user_id', '=', userId)
    .where('order_id', 'is not', null);
  return (await orders.executeTakeFirstOrThrow()).order_id!;
};
/** Premium for good, bought once by each owner. */
const ownSubscription = async (owner: Owner): Promise<number> => {
  const { api, member } = owner;
  const { token } = member;
  const paymentIntentId = await newOrder(owner);
  await api.call('POST', '/checkoutapi/prepareToCapture', {
    token,
    body: {
      paymentIntentId,
      billing_profile_id: Number((await newCard(owner)).params!['id']),
      accepts_renewal_terms: true,
    },
  });
  const { body } = await api.call<{ subscription: { subscription_id: number } }>(
    'POST',
    '/checkoutapi/completeTransaction',
    { token, body: { paymentIntentId } },
  );
  return body.subscription.subscription_id;
};
/** A gift that the owner bought and that nobody has used. */
const ownGift = async (owner: Owner): Promise<number> => {
  const { api, member } = owner;
  const { token } = member;
  const gifts = await api.call<{ _embedded: { gifts: { id: number }[] } }>('GET', `${BILLING}/gifts`, {
    token,
  });
  const [there] = gifts.body._embedded.gifts;
  if (there) return there.id;
  const { body: intent } = await api.call<{ paymentIntentId: number }>('POST', '/checkoutapi/paymentIntent', {
    token,
    body: { product_id: 'premium-monthly', is_gift: true },
  });
  const { body } = await api.call<{ gift: { id: number } }>('POST', '/checkoutapi/prepareToCapture', {
    token,
    body: {
      paymentIntentId: intent.paymentIntentId,
      billing_profile_id: Number((await newCard(owner)).params!['id']),
      accepts_renewal_terms: false,
    },
  });
  return body.gift.id;
};
const ofBank: CaseRequest = { params: { ref: `pay_${'0'.repeat(24)}` } };
const unsubscribeLink = ({ api, member }: Owner): CaseRequest => ({
  params: { token: mintUnsubscribeToken(api.context, member.userId, 'news') },
});
/** A session of the owner's beside the one that calls. */
const newSession = async ({ api, member: { userId, email, password } }: Owner): Promise<number> => {
  await api.call('POST', '/auth/login', { body: { email, password }, headers: OWN_PAGE });
  const { id } = await api.context.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
};
const newPasskey = async ({ api, member }: Owner): Promise<number> => {
  const ask = (path: string, body?: unknown) =>
    api.call<{ id: number }>('POST', path, { token: member.token, ...(body !== undefined && { body }) });
  await ask('/auth/security/confirm-identity', { password: member.password });
  const options = await ask('/auth/security/passkeys/options');
  const credential = softwarePasskey().register({ ...options.body });
  return (await ask('/auth/security/passkeys', { credential })).body.id;
};
/** Another member, by whose things the owner's are not touched. */
const newFriend = async ({ api, member, call }: Owner) => {
  const friend = await api.signUp();
  const { body } = await call<{ key: string }>('GET', '/friend_invite/');
  const accepted = await api.call('POST', `${MAIN}/friend_invite/${body.key}/`, { token: friend.token });
  if (accepted.status !== 201) throw new Error(`invitation: ${accepted.status} ${accepted.text}`);
  const pair = `${member.userId}_${friend.userId}`;
  return { params: { pair }, watch: `/friendship/${pair}/` };
};
const inviteOfAnother = async ({ api }: Owner): Promise<CaseRequest> => {
  const { token } = await api.signUp();
  const { body } = await api.call<{ key: string }>('GET', `${MAIN}/friend_invite/`, { token });
  return { params: { key: body.key } };
};
/** A deletion far in the future. */
const newDeletion = async ({ api, member: { userId } }: Owner): Promise<CaseRequest> => {
  const { db, newId } = api.context;
  const row = { id: newId(), requested_at: new Date(), erase_at: new Date('2199-01-01') };
  await db
    .insertInto('deletion_requests')
    .values({ user_id: userId, ...row })
    .onConflict((on) => on.column('user_id').doUpdateSet(row))
    .execute();
  return byId(row.id);
};
const newExport = async ({ api, member: { userId } }: Owner): Promise<CaseRequest> => {
  const { db, newId, now } = api.context;
  const id = newId();
  const row = { bytes: 1, requested_at: now(), ready_at: now(), expires_at: new Date('2199-01-01') };
  await db
    .insertInto('data_exports')
    .values({ user_id: userId, id, status: 'ready', ...row })
    .execute();
  return byId(id);
};
const newToken = async ({ api, member: { userId } }: Owner): Promise<CaseRequest> => {
  const { db, newId, now } = api.context;
  const id = newId();
  await db
    .insertInto('personal_tokens')
    .values({
      user_id: userId,
      id,
      hash: `hash of ${id}`,
      name: 'script',
      scopes: ['workout:read'],
      prefix: 'wm_pat_test',
      created_at: now(),
      expires_at: new Date('2199-01-01'),
      last_used_at: null,
    })
    .execute();
  return byId(id);
};
const newClient = async ({ api, member: { userId } }: Owner): Promise<CaseRequest> => {
  const { db, newId, now } = api.context;
  const id = `client-${newId()}`;
  await db
    .insertInto('oauth_clients')
    .values({
      user_id: userId,
      id,
      name: 'app',
      homepage: null,
      redirect_uris: ['https://app.example/'],
      scopes: ['workout:read'],
      secret: null,
      created_at: now(),
    })
    .execute();
  return { params: { id } };
};
const changedClient = async (owner: Owner): Promise<CaseRequest> => {
  const { api, member } = owner;
  await api.call('POST', '/auth/security/confirm-identity', {
    token: member.token,
    body: { password: member.password },
  });
  const body = { name: 'changed', redirect_uris: ['https://app.example/'], scopes: ['workout:read'] };
  return { ...(await newClient(owner)), body };
};
const newConnection = async ({ api, member: { userId } }: Owner): Promise<CaseRequest> => {
  const { db, newId, now } = api.context;
  const id = newId();
  await db
    .insertInto('connections')
    .values({
      user_id: userId,
      id,
      type: 'upload',
      name: 'script',
      upload_hash: null,
      created_at: now(),
      last_received_at: null,
    })
    .execute();
  return byId(id);
};
const ofChatApp = { params: { chat_app: 'lark' }, headers: OWN_PAGE };
let addresses = 0;
const newEmail = () => `visitor${++addresses}@example.com`;

/**
 * Every operation of the API by method and path, with who may do it. A new operation without an entry fails the
 * matrix, the fuzzer and the test of nulls.
 */
export const OPERATION_CASES: Record<string, OperationCase> = {
  // Sign-in
  'POST /auth/signup': {
    rule: 'public',
    request: () => ({ newBody: () => memberBody({ email: newEmail() }), headers: OWN_PAGE }),
  },
  'POST /auth/login': {
    rule: 'public',
    request: ({ member: { email, password } }) => ({ body: { email, password }, headers: OWN_PAGE }),
  },
  'GET /auth/refresh-token': {
    rule: 'session',
    request: () => ({ spendsCookie: true, headers: OWN_PAGE }),
  },
  'GET /auth/session': { rule: 'public', request: () => ({ headers: OWN_PAGE }) },
  'GET /auth/logout': { rule: 'public', request: () => ({ spendsCookie: true, headers: OWN_PAGE }) },
  'GET /auth/clear-legacy': { rule: 'public', request: () => ({ headers: OWN_PAGE }) },
  'GET /auth/geoip': { rule: 'public', request: () => ({}) },
  'POST /auth/password-reset': {
    rule: 'public',
    request: ({ member: { email } }) => ({ body: { email }, headers: OWN_PAGE }),
  },
  // Whoever has the link of a mail may use it: that is its purpose.
  'GET /auth/password/reset/:token': {
    rule: 'public',
    request: async (owner) => ({ params: { token: await resetToken(owner) } }),
  },
  'POST /auth/password/reset/:token': {
    rule: 'public',
    status: 400,
    request: async (owner) => ({
      params: { token: await resetToken(owner) },
      body: { password: 'short' },
      headers: OWN_PAGE,
    }),
  },
  'POST /auth/email/confirm/:token': {
    rule: 'public',
    status: 404,
    request: () => ({ params: { token: 'x'.repeat(43) }, headers: OWN_PAGE }),
  },
  'POST /auth/email/resend': { rule: 'self', request: () => ({ headers: OWN_PAGE }) },
  'GET /auth/find-user-by-email/:email': {
    rule: 'public',
    request: ({ member }) => ({ params: { email: member.email } }),
  },
  'POST /auth/client-events': {
    rule: 'public',
    request: () => ({ body: { event: { name: 'page_view' }, device_id: 'd1' }, headers: OWN_PAGE }),
  },
  // Account security
  'POST /auth/login/second-factor': {
    rule: 'public',
    status: 401,
    request: () => ({ body: { challenge: 'x'.repeat(40), code: '123456' }, headers: OWN_PAGE }),
  },
  'POST /auth/login/passkey-options': { rule: 'public', request: () => ({ headers: OWN_PAGE }) },
  'POST /auth/login/passkey': {
    rule: 'public',
    status: 400,
    request: () => ({ body: { credential: {} }, headers: OWN_PAGE }),
  },
  'GET /auth/security': { rule: 'self', request: () => ({}) },
  'GET /auth/security/events': { rule: 'self', request: () => ({}) },
  'POST /auth/security/confirm-identity': {
    rule: 'self',
    stranger: 403,
    request: ({ member: { password } }) => ({ body: { password } }),
  },
  'POST /auth/security/confirm-identity/passkey-options': { rule: 'self', request: () => ({}) },
  'POST /auth/security/password': {
    rule: 'self',
    status: 400,
    request: () => ({ body: { password: 'short' } }),
  },
  'POST /auth/security/email': {
    rule: 'self',
    request: () => ({ newBody: () => ({ email: newEmail() }) }),
  },
  'DELETE /auth/security/email': { rule: 'self', request: () => ({}) },
  // Whoever has the link of a mail may use it: that is its purpose.
  'POST /auth/security/email/confirm/:token': {
    rule: 'public',
    status: 404,
    request: () => ({ params: { token: 'x'.repeat(43) }, headers: OWN_PAGE }),
  },
  'POST /auth/security/email/undo/:token': {
    rule: 'public',
    status: 404,
    request: () => ({ params: { token: 'x'.repeat(43) }, headers: OWN_PAGE }),
  },
  'GET /auth/security/sessions': { rule: 'self', request: () => ({}) },
  'DELETE /auth/security/sessions/:id': {
    rule: 'owned',
    request: async (owner) => byId(await newSession(owner)),
  },
  'DELETE /auth/security/sessions': { rule: 'self', request: () => ({ endsSessions: true }) },
  'POST /auth/security/passkeys/options': { rule: 'self', request: () => ({}) },
  'POST /auth/security/passkeys': {
    rule: 'self',
    status: 400,
    request: () => ({ body: { credential: {} } }),
  },
  'PATCH /auth/security/passkeys/:id': {
    rule: 'owned',
    request: async (owner) => ({ ...byId(await newPasskey(owner)), body: { name: owner.marker } }),
  },
  'DELETE /auth/security/passkeys/:id': {
    rule: 'owned',
    request: async (owner) => byId(await newPasskey(owner)),
  },
  'POST /auth/security/totp': { rule: 'self', request: () => ({}) },
  'POST /auth/security/totp/confirm': {
    rule: 'self',
    status: 400,
    request: () => ({ body: { code: '12' } }),
  },
  'DELETE /auth/security/totp': { rule: 'self', request: () => ({}) },
  'POST /auth/security/recovery-codes': { rule: 'self', status: 409, request: () => ({}) },
  // Leaving for good
  'GET /auth/deletion-request': { rule: 'self', request: () => ({}) },
  'POST /auth/deletion-request': { rule: 'self', status: 400, request: () => ({ body: { confirm: 'no' } }) },
  'DELETE /auth/deletion-request/:id': { rule: 'owned', request: newDeletion },
  // Whoever has the link of a mail may use it: that is its purpose.
  'POST /auth/deletion-request/cancel/:token': {
    rule: 'public',
    status: 404,
    request: () => ({ params: { token: 'x'.repeat(43) }, headers: OWN_PAGE }),
  },
  // Archives, tokens and help
  [`GET ${MAIN}/data_export/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/data_export/`]: {
    rule: 'self',
    request: async ({ api, member }) => {
      await api.call('POST', '/auth/security/confirm-identity', {
        token: member.token,
        body: { password: member.password },
      });
      return {};
    },
  },
  [`GET ${MAIN}/data_export/restore/`]: { rule: 'self', request: () => ({}) },
  // Without a file: what an archive does is in a test of its own.
  [`POST ${MAIN}/data_export/restore/`]: {
    rule: 'self',
    status: 400,
    request: () => {
      const body = new FormData();
      body.append('note', 'no archive');
      return { body };
    },
  },
  [`DELETE ${MAIN}/data_export/:id/`]: { rule: 'owned', request: newExport },
  [`GET ${MAIN}/data_export/:id/archive/`]: {
    rule: 'public',
    status: 404,
    request: () => ({ params: { id: 1 }, query: { until: '1', signature: 'x' } }),
  },
  // No chat app is configured here; a real exchange is in their own test.
  'GET /auth/chat-apps': { rule: 'public', request: () => ({ headers: OWN_PAGE }) },
  'POST /auth/chat-apps/:chat_app/start': {
    rule: 'public',
    status: 404,
    request: () => ({ ...ofChatApp, body: { purpose: 'login' } }),
  },
  'POST /auth/login/:chat_app': {
    rule: 'public',
    status: 404,
    request: () => ({ ...ofChatApp, body: { state: 'login.state-of-nobody' } }),
  },
  'POST /auth/signup/:chat_app': {
    rule: 'public',
    status: 404,
    request: () => ({
      ...ofChatApp,
      body: {
        identity: 'identity-of-nobody-at-all',
        first_name: 'A',
        last_name: 'B',
        birthdate: '1990-05-07',
        gender: 'F',
        country: 'DE',
      },
    }),
  },
  'POST /auth/security/chat-apps/:chat_app': {
    rule: 'self',
    status: 404,
    request: () => ({ ...ofChatApp, body: { state: 'link.state-of-nobody' } }),
  },
  'DELETE /auth/security/chat-apps/:chat_app': {
    rule: 'self',
    status: 404,
    request: async ({ api, member }) => {
      await api.call('POST', '/auth/security/confirm-identity', {
        token: member.token,
        body: { password: member.password },
      });
      return ofChatApp;
    },
  },
  'GET /internal/oauth2/clients': { rule: 'self', request: () => ({}) },
  'POST /internal/oauth2/clients': {
    rule: 'self',
    status: 400,
    request: () => ({ body: { name: '', redirect_uris: [], scopes: [] } }),
  },
  'PUT /internal/oauth2/clients/:id': { rule: 'owned', request: changedClient },
  'DELETE /internal/oauth2/clients/:id': { rule: 'owned', request: newClient },
  // A request of an application belongs to the browser in which it began; here it is nobody's.
  'GET /internal/oauth2/clientName/:id': {
    rule: 'public',
    status: 404,
    request: () => ({ params: { id: 'interaction-of-nobody' } }),
  },
  'POST /internal/oauth2/authorize/:id': {
    rule: 'self',
    status: 404,
    request: () => ({ params: { id: 'interaction-of-nobody' }, query: { decision: 'deny' } }),
  },
  'GET /internal/externaltokens/:id': {
    rule: 'owned',
    request: ({ member }) => byId(member.userId),
  },
  'DELETE /internal/externaltokens': {
    rule: 'self',
    status: 404,
    request: () => ({ query: { token_id: 'grant-of-nobody', client_id: 'client-of-nobody' } }),
  },
  [`GET ${MAIN}/remoteconnectiontype/`]: { rule: 'self', request: () => ({}) },
  [`GET ${MAIN}/remoteconnection/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/remoteconnection/`]: { rule: 'self', request: () => ({ body: { type: 'upload' } }) },
  [`GET ${MAIN}/remoteconnection/:id/`]: { rule: 'owned', request: newConnection },
  [`DELETE ${MAIN}/remoteconnection/:id/`]: { rule: 'owned', request: newConnection },
  [`POST ${MAIN}/remoteconnection/finish/`]: {
    rule: 'self',
    status: 400,
    request: () => ({ body: { state: 'sealed by nobody', code: 'x' } }),
  },
  // Signed by the service; here none is configured.
  [`POST ${MAIN}/remoteconnection_notice/:type`]: {
    rule: 'public',
    status: 404,
    request: () => ({ params: { type: 'polar' }, body: { event: 'PING' } }),
  },
  'GET /internal/oauth2/tokens': { rule: 'self', request: () => ({}) },
  'POST /internal/oauth2/tokens': {
    rule: 'self',
    status: 400,
    request: () => ({ body: { name: '', scopes: [], days: 1 } }),
  },
  'DELETE /internal/oauth2/tokens/:id': { rule: 'owned', request: newToken },
  'POST /internal/zendesk/post': {
    rule: 'public',
    request: () => ({
      body: { email: 'lost@example.com', topic: 'other', subject: 'Help', message: 'I need some help.' },
      headers: OWN_PAGE,
    }),
  },
  'GET /internal/support/login': { rule: 'public', status: 303, request: () => ({}) },
  // Premium
  [`GET ${BILLING}/billing-profiles`]: { rule: 'self', request: () => ({}) },
  [`POST ${BILLING}/billing-profiles`]: {
    rule: 'self',
    status: 402,
    stranger: 402,
    request: () => ({ body: { cc_token: 'card-of-nobody' } }),
  },
  [`PATCH ${BILLING}/billing-profiles/:id`]: {
    rule: 'owned',
    request: async (owner) => ({ ...(await newCard(owner)), body: { is_default: true } }),
  },
  [`DELETE ${BILLING}/billing-profiles/:id`]: { rule: 'owned', request: newCard },
  [`GET ${BILLING}/paid-subscriptions`]: { rule: 'self', request: () => ({}) },
  [`POST ${BILLING}/paid-subscriptions`]: {
    rule: 'self',
    status: 404,
    stranger: 404,
    request: () => ({
      body: { product_id: 'no-such-product', billing_profile_id: 1, accepts_renewal_terms: true },
    }),
  },
  [`PATCH ${BILLING}/paid-subscriptions/:id`]: {
    rule: 'owned',
    request: async (owner) => ({
      ...byId(await ownSubscription(owner)),
      body: { requested_cancellation: false },
    }),
  },
  [`GET ${BILLING}/products`]: { rule: 'public', request: () => ({}) },
  [`GET ${BILLING}/products/:id`]: { rule: 'public', request: () => ({ params: { id: 'premium-monthly' } }) },
  [`GET ${BILLING}/coupons/:code`]: {
    rule: 'public',
    status: 404,
    request: () => ({ params: { code: 'NO-SUCH-CODE' } }),
  },
  [`GET ${BILLING}/user-coupons`]: { rule: 'self', request: () => ({}) },
  [`POST ${BILLING}/user-coupons`]: {
    rule: 'self',
    status: 404,
    stranger: 404,
    request: () => ({ body: { coupon_id: 'NO-SUCH-CODE' } }),
  },
  [`POST ${BILLING}/user-coupons/grantable`]: {
    rule: 'self',
    status: 404,
    stranger: 404,
    request: () => ({ body: { coupon_id: 'NO-SUCH-CODE' } }),
  },
  [`PATCH ${BILLING}/user-coupons/:id`]: {
    rule: 'owned',
    status: 404,
    request: () => ({ ...byId(1), body: { redeemed: true } }),
  },
  [`GET ${BILLING}/receipts`]: { rule: 'self', request: () => ({}) },
  [`GET ${BILLING}/receipts/:id/pdf`]: {
    rule: 'owned',
    request: async (owner) => {
      await ownSubscription(owner);
      const { userId } = owner.member;
      const receipts = owner.api.context.db.selectFrom('receipts').select('id').where('user_id', '=', userId);
      return byId((await receipts.executeTakeFirstOrThrow()).id);
    },
  },
  [`GET ${BILLING}/gifts`]: { rule: 'self', request: () => ({}) },
  [`POST ${BILLING}/gifts/:id/mails`]: {
    rule: 'owned',
    status: 201,
    request: async (owner) => ({
      ...byId(await ownGift(owner)),
      body: { email: 'friend@example.com', message: 'Run!' },
    }),
  },
  [`POST ${BILLING}/gifts/:id/return`]: {
    rule: 'owned',
    request: async (owner) => byId(await ownGift(owner)),
  },
  [`GET ${BILLING}/receipts/:id`]: {
    rule: 'owned',
    request: async (owner) => {
      await ownSubscription(owner);
      const { userId } = owner.member;
      const receipts = owner.api.context.db.selectFrom('receipts').select('id').where('user_id', '=', userId);
      return byId((await receipts.executeTakeFirstOrThrow()).id);
    },
  },
  // Operators only; these members are none.
  [`GET ${BILLING}/operator/members`]: {
    rule: 'self',
    status: 404,
    stranger: 404,
    request: ({ member }) => ({ query: { email: member.email } }),
  },
  [`GET ${BILLING}/operator/actions`]: { rule: 'self', status: 404, stranger: 404, request: () => ({}) },
  [`POST ${BILLING}/operator/members/:id/gifts`]: {
    rule: 'owned',
    status: 404,
    request: (owner) => ({ ...ofUser(owner), body: { product_id: 'premium-monthly', reason: 'none' } }),
  },
  [`POST ${BILLING}/operator/members/:id/gifts/withdrawals`]: {
    rule: 'owned',
    status: 404,
    request: (owner) => ({ ...ofUser(owner), body: { gift_id: 1, reason: 'none' } }),
  },
  [`GET ${BILLING}/operator/members/:id/ledger`]: { rule: 'owned', status: 404, request: ofUser },
  [`POST ${BILLING}/operator/members/:id/refunds`]: {
    rule: 'owned',
    status: 404,
    request: (owner) => ({
      ...ofUser(owner),
      body: { payment_id: 1, amount: 1, refunded_before: 0, reason: 'none' },
    }),
  },
  [`POST ${BILLING}/operator/members/:id/days`]: {
    rule: 'owned',
    status: 404,
    request: (owner) => ({ ...ofUser(owner), body: { days: 1, reason: 'none' } }),
  },
  // The local payment provider: another party, which knows no members.
  [`GET ${BILLING}/local/card-frame`]: { rule: 'public', request: () => ({}) },
  [`GET ${BILLING}/local/card-frame.js`]: { rule: 'public', request: () => ({}) },
  [`POST ${BILLING}/local/cards`]: {
    rule: 'public',
    request: () => ({ body: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' } }),
  },
  [`GET ${BILLING}/local/bank/:ref`]: { rule: 'public', status: 404, request: () => ofBank },
  [`POST ${BILLING}/local/bank/:ref`]: {
    rule: 'public',
    status: 404,
    request: () => ({ ...ofBank, body: { decision: 'approve' } }),
  },
  // Signed by the provider; what is not changes nothing.
  [`POST ${BILLING}/notices/:provider`]: {
    rule: 'public',
    status: 400,
    request: () => ({ params: { provider: 'local' }, body: { id: 'evt_1' } }),
  },
  'GET /checkoutapi/paymentIntent/:domain/:id': {
    rule: 'owned',
    request: async (owner) => ({ params: { domain: 'mmf', id: await newOrder(owner) } }),
  },
  'POST /checkoutapi/paymentIntent': {
    rule: 'self',
    status: 404,
    stranger: 404,
    request: () => ({ body: { product_id: 'no-such-product' } }),
  },
  'POST /checkoutapi/addCard': {
    rule: 'owned',
    status: 402,
    request: async (owner) => ({
      body: { paymentIntentId: await newOrder(owner), cc_token: 'card-of-nobody' },
    }),
  },
  'POST /checkoutapi/prepareToCapture': {
    rule: 'owned',
    request: async (owner) => ({
      body: {
        paymentIntentId: await newOrder(owner),
        billing_profile_id: Number((await newCard(owner)).params!['id']),
        accepts_renewal_terms: true,
      },
    }),
  },
  'POST /checkoutapi/completeTransaction': {
    rule: 'owned',
    request: async (owner) => ({ body: { paymentIntentId: await newOrder(owner) } }),
  },
  // Consents, legal pages, mails
  'GET /auth/consents-matrix/:id': { rule: 'public', request: () => ({ params: { id: 'EU1' } }) },
  'GET /auth/consents-status': {
    rule: 'public',
    request: () => ({ query: { country: 'DE' }, headers: OWN_PAGE }),
  },
  'POST /auth/update-consents': {
    rule: 'public',
    request: () => ({
      body: { ...CONSENT_ANSWER, choices: { analytics: 'accepted' } },
      headers: OWN_PAGE,
    }),
  },
  'GET /auth/consents-history': { rule: 'self', request: () => ({}) },
  [`GET ${SERVICE_BASES.consent}/v1/consent/status`]: {
    rule: 'public',
    request: () => ({ query: { country: 'DE', domain: 'waymark.example', user_locale: 'de-de' } }),
  },
  [`GET ${SERVICE_BASES.consent}/v1/consent/matrix/:id`]: {
    rule: 'public',
    request: () => ({ params: { id: 'US' } }),
  },
  'GET /platform/legal': { rule: 'public', request: () => ({}) },
  'GET /platform/legal/:page': { rule: 'public', request: () => ({ params: { page: 'terms' } }) },
  'GET /internal/emailOptOuts': { rule: 'self', request: () => ({}) },
  'POST /internal/emailOptOuts': { rule: 'self', request: () => ({ body: { news: true } }) },
  // Whoever has the link of a mail may use it: that is its purpose.
  'GET /internal/unsubscribe/:token': { rule: 'public', request: unsubscribeLink },
  'POST /internal/unsubscribe/:token': { rule: 'public', request: unsubscribeLink },
  // Members
  [`GET ${MAIN}/user/self/`]: { rule: 'self', request: () => ({}) },
  [`GET ${MAIN}/user/:id/`]: { rule: 'read', request: ofUser },
  [`PUT ${MAIN}/user/:id/`]: {
    rule: 'write',
    request: ({ member, marker }) => ({
      ...byId(member.userId, '/user/self/'),
      body: { introduction: marker },
    }),
  },
  [`PUT ${MAIN}/user_profile_photo/:id/`]: {
    rule: 'write',
    request: async ({ member }) => ({
      ...byId(member.userId, '/user/self/'),
      body: portraitOf(await jpeg(64, 64)),
    }),
  },
  'GET /profile/:username/picture': {
    rule: 'public',
    request: ({ username }) => ({ params: { username }, query: { size: 'Small' } }),
  },
  [`GET ${MAIN}/activity_type/`]: { rule: 'public', request: () => ({}) },
  [`GET ${MAIN}/activity_type/:id/`]: { rule: 'public', request: () => byId(16) },
  // Friends
  [`GET ${MAIN}/user/`]: { rule: 'self', request: () => ({ query: { self: 'true' } }) },
  [`GET ${MAIN}/user/:id/profile/`]: { rule: 'read', request: ofUser },
  [`GET ${MAIN}/friendship/`]: { rule: 'self', request: () => ({}) },
  [`GET ${MAIN}/friendship/:pair/`]: { rule: 'owned', request: newFriend },
  [`POST ${MAIN}/friendship/`]: {
    rule: 'self',
    request: async ({ api }) => ({ body: toUser((await api.signUp()).userId) }),
  },
  [`PATCH ${MAIN}/friendship/:pair/`]: {
    rule: 'owned',
    request: async (owner) => ({ ...(await newFriend(owner)), body: { status: 'active' } }),
  },
  [`DELETE ${MAIN}/friendship/:pair/`]: { rule: 'owned', request: newFriend },
  [`DELETE ${MAIN}/friend_suggestion/:id/`]: {
    rule: 'self',
    request: async ({ api }) => byId((await api.signUp()).userId),
  },
  [`GET ${MAIN}/friend_invite/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/friend_invite/`]: { rule: 'self', request: () => ({}) },
  // Whoever was given the link is told the name of who made it.
  [`GET ${MAIN}/friend_invite/:key/`]: { rule: 'public', request: inviteOfAnother },
  [`POST ${MAIN}/friend_invite/:key/`]: { rule: 'self', request: inviteOfAnother },
  [`GET ${MAIN}/user_block/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/user_block/`]: {
    rule: 'self',
    request: async ({ api }) => ({ body: named((await api.signUp()).userId) }),
  },
  // Of the caller's own: whoever has not blocked the member is answered the same, and changes nothing.
  [`DELETE ${MAIN}/user_block/:id/`]: {
    rule: 'self',
    request: async ({ api, call }) => {
      const { userId } = await api.signUp();
      await call('POST', '/user_block/', named(userId));
      return byId(userId, '/user_block/?limit=100');
    },
  },
  [`GET ${MAIN}/user_mute/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/user_mute/`]: {
    rule: 'self',
    request: async ({ api }) => ({ body: named((await api.signUp()).userId) }),
  },
  [`DELETE ${MAIN}/user_mute/:id/`]: {
    rule: 'owned',
    request: async ({ api, call }) => {
      const { userId } = await api.signUp();
      await call('POST', '/user_mute/', named(userId));
      return byId(userId, '/user_mute/?limit=100');
    },
  },
  // Stories
  [`GET ${MAIN}/activity_story/`]: {
    rule: 'public',
    request: ({ member }) => ({ query: { feed_type: 'user', feed_id: member.userId } }),
  },
  [`GET ${MAIN}/activity_story/newer/`]: { rule: 'self', request: () => ({ query: { since: 1 } }) },
  [`GET ${MAIN}/activity_story/:id/`]: { rule: 'read', request: ofRecorded },
  [`POST ${MAIN}/activity_story/`]: {
    rule: 'read',
    request: ({ recorded }) => ({ body: { verb: 'like', parent_story_id: recorded.id } }),
  },
  [`PATCH ${MAIN}/activity_story/:id/`]: {
    rule: 'write',
    request: ({ recorded }) => ({
      ...byId(recorded.id, `/activity_story/${recorded.id}/`),
      body: { has_comments: true },
    }),
  },
  [`DELETE ${MAIN}/activity_story/:id/`]: {
    rule: 'write',
    request: async (owner) => {
      const { params } = await newWorkout(owner);
      return { params: params!, watch: `/activity_story/${params!['id']}/` };
    },
  },
  [`GET ${MAIN}/activity_story/:id/mentionable/`]: { rule: 'read', request: ofRecorded },
  [`POST ${MAIN}/activity_story/:id/photos/`]: {
    rule: 'write',
    request: async (owner) => ({
      ...(await newPost(owner)),
      body: photosOf([['d.jpg', await jpeg(32, 24)]]),
    }),
  },
  // As the images of workouts: whoever was given the signed address.
  [`GET ${MAIN}/story_photo/:id/:size/`]: { rule: 'public', request: signedPostImage },
  [`GET ${MAIN}/feed_address/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/feed_address/`]: { rule: 'self', request: () => ({}) },
  [`DELETE ${MAIN}/feed_address/`]: { rule: 'self', request: () => ({}) },
  // Whoever was given the address.
  [`GET ${MAIN}/feed/:key/`]: {
    rule: 'public',
    request: async ({ call }) => {
      const { body } = await call<{ href: string }>('POST', '/feed_address/');
      return { params: { key: body.href.split('/').at(-2)! } };
    },
  },
  // Notifications
  [`GET ${MAIN}/notification/`]: { rule: 'self', request: () => ({}) },
  [`GET ${MAIN}/notification/count/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/notification/read/`]: { rule: 'self', request: () => ({ body: { until: 1 } }) },
  [`DELETE ${MAIN}/notification/:id/`]: {
    rule: 'owned',
    request: async (owner) => {
      await newFriend(owner);
      const { body } = await owner.call<{ _embedded: { notifications: { id: number }[] } }>(
        'GET',
        '/notification/?limit=1',
      );
      return byId(body._embedded.notifications[0]!.id, '/notification/');
    },
  },
  [`GET ${MAIN}/notification/stream/`]: { rule: 'self', request: () => ({ query: { seconds: 0 } }) },
  [`GET ${MAIN}/notification_settings/`]: { rule: 'self', request: () => ({}) },
  [`PUT ${MAIN}/notification_settings/`]: {
    rule: 'self',
    request: () => ({ body: { kinds: { like: { in_app: true } } } }),
  },
  [`GET ${MAIN}/push_subscription/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/push_subscription/`]: {
    rule: 'self',
    request: () => ({ body: pushBrowser() }),
  },
  [`DELETE ${MAIN}/push_subscription/:id/`]: {
    rule: 'owned',
    request: async ({ call }) => {
      const { body } = await call<{ id: number }>('POST', '/push_subscription/', pushBrowser());
      return byId(body.id, '/push_subscription/');
    },
  },
  // Reports; those of moderators are for nobody else, whatever they own.
  [`POST ${MAIN}/report/`]: {
    rule: 'self',
    request: async ({ api }) => ({
      body: { object_type: 'user', object_id: (await api.signUp()).userId, reason: 'spam' },
    }),
  },
  [`GET ${MAIN}/moderation/report/`]: { rule: 'owned', status: 404, request: () => ({}) },
  [`PATCH ${MAIN}/moderation/report/:id/`]: {
    rule: 'owned',
    status: 404,
    request: () => ({ ...byId(1), body: { action: 'dismiss' } }),
  },
  [`DELETE ${MAIN}/moderation/suspension/:id/`]: { rule: 'owned', status: 404, request: () => byId(1) },
  // Workouts
  [`GET ${MAIN}/workout/`]: {
    rule: 'public',
    request: ({ member }) => ({ query: { user: member.userId } }),
  },
  [`POST ${MAIN}/workout/`]: { rule: 'self', request: () => ({ body: RUN }) },
  [`GET ${MAIN}/workout/:id/`]: { rule: 'read', request: ofRecorded },
  [`PUT ${MAIN}/workout/:id/`]: {
    rule: 'write',
    request: async (owner) => ({ ...(await newWorkout(owner)), body: { notes: owner.marker } }),
  },
  [`DELETE ${MAIN}/workout/:id/`]: { rule: 'write', request: newWorkout },
  [`POST ${MAIN}/workout/:id/restore/`]: {
    rule: 'owned',
    request: async (owner) => deleted(owner, await newWorkout(owner), '/workout/:id/'),
  },
  [`POST ${MAIN}/workout/:id/copy/`]: {
    rule: 'write',
    request: async (owner) => ({ ...(await newWorkout(owner)), body: {} }),
  },
  [`GET ${MAIN}/workout/:id/link/`]: { rule: 'write', request: ofRecorded },
  [`POST ${MAIN}/workout/:id/link/`]: {
    rule: 'owned',
    request: async ({ call, marker }) => byId((await log(call, { name: marker, privacy: 6 })).id),
  },
  [`GET ${MAIN}/workout/:id/original/`]: { rule: 'write', request: ofRecorded },
  [`GET ${MAIN}/workout/:id/time_series/`]: { rule: 'read', request: ofRecorded },
  [`GET ${MAIN}/workout/:id/streams/`]: { rule: 'read', request: ofRecorded },
  [`GET ${MAIN}/workout/calculate/calories/`]: {
    rule: 'self',
    request: () => ({ query: { activity_type: 16, duration: 3600, distance: 10_000 } }),
  },
  [`GET ${MAIN}/dashboard/`]: {
    rule: 'totals',
    request: ({ member }) => ({ query: { user: member.userId, month: '2026-05' } }),
  },
  [`POST ${MAIN}/workout/samples/`]: { rule: 'self', request: () => ({}) },
  [`DELETE ${MAIN}/workout/samples/`]: { rule: 'self', request: () => ({}) },
  [`GET ${MAIN}/workout/:id/export/`]: {
    rule: 'read',
    request: (owner) => ({ ...ofRecorded(owner), query: { format: 'gpx' } }),
  },
  [`GET ${MAIN}/workout/:id/similar/`]: { rule: 'read', request: ofRecorded },
  [`GET ${MAIN}/weather/workout_association/:id/`]: { rule: 'read', request: ofRecorded },
  [`GET ${SERVICE_BASES.internal}/allWorkouts/`]: { rule: 'self', request: () => ({}) },
  [`GET ${MAIN}/workout/search/`]: { rule: 'self', request: () => ({ query: { order_by: '-distance' } }) },
  [`GET ${MAIN}/workout/search/ids/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/workout/bulk/`]: {
    rule: 'self',
    request: async (owner) => {
      const { params, watch } = await newWorkout(owner);
      return { body: { changes: [{ ids: [params!['id']], activity_type_id: 11 }] }, ...(watch && { watch }) };
    },
  },
  [`POST ${MAIN}/workout/bulk/delete/`]: {
    rule: 'self',
    request: async (owner) => ({ body: { ids: [(await newWorkout(owner)).params!['id']] } }),
  },
  [`POST ${MAIN}/workout/bulk/restore/`]: {
    rule: 'self',
    request: async (owner) => ({ body: { ids: [(await newWorkout(owner)).params!['id']] } }),
  },
  // Statistics
  [`GET ${MAIN}/user_stats/:id/`]: { rule: 'totals', request: ofUser },
  [`GET ${MAIN}/user_stats/:id/lifetime/`]: { rule: 'totals', request: ofUser },
  [`GET ${MAIN}/user_stats/:id/heat_calendar/`]: {
    rule: 'totals',
    request: (owner) => ({ ...ofUser(owner), query: { year: 2026 } }),
  },
  [`GET ${MAIN}/user_stats/:id/records/`]: { rule: 'totals', request: ofUser },
  [`GET ${MAIN}/user_stats/:id/curves/`]: {
    rule: 'totals',
    request: (owner) => ({ ...ofUser(owner), query: { activity_group: 'run' } }),
  },
  [`GET ${MAIN}/user_stats/:id/training_load/`]: {
    rule: 'self',
    stranger: 403,
    request: (owner) => ({ ...ofUser(owner), query: { from: '2026-05-01', to: '2026-05-31' } }),
  },
  [`GET ${MAIN}/user_stats/:id/heat_map/`]: { rule: 'self', stranger: 403, request: ofUser },
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
  // Imports
  [`POST ${MAIN}/device/file_import/`]: {
    rule: 'self',
    request: () => ({ body: uploadOf([['new.gpx', gpx('2025-01-01T08:00:00Z', { points: 20 })]]) }),
  },
  [`GET ${MAIN}/device/file_import/`]: { rule: 'self', request: () => ({}) },
  [`GET ${MAIN}/device/file_import/report/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/device/file_import/resolution/`]: {
    rule: 'self',
    request: ({ upload }) => ({ body: { choice: 'skip', batch_id: upload.batch_id } }),
  },
  [`POST ${MAIN}/device/file_import/retry/`]: {
    rule: 'self',
    request: ({ upload }) => ({ body: { batch_id: upload.batch_id } }),
  },
  [`DELETE ${MAIN}/device/file_import/`]: {
    rule: 'self',
    request: async (owner) => {
      const { params, watch } = await newUpload(owner);
      const { body } = await owner.call<{ batch_id: number }>('GET', `/device/file_import/${params!['id']}/`);
      return { query: { batch_id: body.batch_id }, ...(watch && { watch }) };
    },
  },
  [`GET ${MAIN}/device/file_import/:id/`]: { rule: 'owned', request: ({ upload }) => byId(upload.id) },
  [`POST ${MAIN}/device/file_import/:id/resolution/`]: {
    rule: 'owned',
    request: async (owner) => ({ ...(await newDuplicate(owner)), body: { choice: 'skip' } }),
  },
  [`POST ${MAIN}/device/file_import/:id/retry/`]: {
    rule: 'owned',
    request: (owner) => newUpload(owner, 'not a recording'),
  },
  [`POST ${MAIN}/device/file_import/:id/route/`]: {
    rule: 'owned',
    request: (owner) => newUpload(owner, gpx('2025-02-03T08:00:00Z').replaceAll(/<time>[^<]*<[/]time>/g, '')),
  },
  [`DELETE ${MAIN}/device/file_import/:id/`]: { rule: 'owned', request: (owner) => newUpload(owner) },
  // Edits
  [`POST ${SERVICE_BASES.internal}/cutWorkout/:id`]: {
    rule: 'write',
    request: async (owner) => {
      const { id } = await newRecording(owner);
      return { ...byId(id, `/workout/${id}/`), body: { keep: [{ from: 20, to: 120 }] } };
    },
  },
  [`POST ${SERVICE_BASES.internal}/splitWorkout/:id`]: {
    rule: 'write',
    request: async (owner) => {
      const { id } = await newRecording(owner);
      return { ...byId(id, `/workout/${id}/`), body: { at: [60] } };
    },
  },
  [`POST ${SERVICE_BASES.internal}/mergeWorkouts`]: {
    rule: 'write',
    request: async (owner) => {
      const parts = [await newRecording(owner), await newRecording(owner)];
      return { query: { preview: 'true' }, body: { ids: parts.map(({ id }) => id) } };
    },
  },
  [`GET ${SERVICE_BASES.internal}/workoutEdits`]: {
    rule: 'write',
    request: ({ recorded }) => ({ query: { workout: recorded.id } }),
  },
  [`POST ${SERVICE_BASES.internal}/workoutEdits/:id/undo`]: {
    rule: 'owned',
    request: async (owner) => {
      const { id } = await newRecording(owner);
      return edit(owner, `/cutWorkout/${id}`, { keep: [{ from: 20, to: 120 }] });
    },
  },
  // Gear
  [`GET ${MAIN}/usergear/`]: {
    rule: 'self',
    stranger: 403,
    request: ({ member }) => ({ query: { user: member.userId } }),
  },
  [`GET ${MAIN}/usergear/:id/`]: { rule: 'owned', request: ({ gear }) => byId(gear.id) },
  [`POST ${MAIN}/usergear/`]: { rule: 'self', request: () => ({ body: { name: 'Bike', kind: 'bike' } }) },
  [`PUT ${MAIN}/usergear/:id/`]: {
    rule: 'owned',
    request: async (owner) => ({ ...(await newGear(owner)), body: { notes: owner.marker } }),
  },
  [`DELETE ${MAIN}/usergear/:id/`]: { rule: 'owned', request: newGear },
  // Photos
  [`GET ${MAIN}/workout/:id/photos/`]: { rule: 'read', request: ofRecorded },
  [`POST ${MAIN}/workout/:id/photos/`]: {
    rule: 'write',
    request: async (owner) => {
      const { params } = await newWorkout(owner);
      const body = photosOf([['c.jpg', await jpeg(32, 24)]]);
      return { params: params!, watch: `/workout/${params!['id']}/photos/`, body };
    },
  },
  [`PUT ${MAIN}/workout/:id/photos/order/`]: {
    rule: 'write',
    request: async ({ call, recorded }) => {
      const { body } = await call<PhotoList>('GET', `/workout/${recorded.id}/photos/`);
      return { ...byId(recorded.id), body: { ids: body._embedded.photos.map(({ id }) => id) } };
    },
  },
  [`PUT ${MAIN}/workout_photo/:id/`]: {
    rule: 'write',
    request: async (owner) => ({ ...(await newPhoto(owner)), body: { caption: owner.marker } }),
  },
  [`DELETE ${MAIN}/workout_photo/:id/`]: { rule: 'write', request: newPhoto },
  [`POST ${MAIN}/workout_photo/:id/restore/`]: {
    rule: 'owned',
    request: async (owner) => deleted(owner, await newPhoto(owner), '/workout_photo/:id/'),
  },
  // Whoever was given the signed address may see the image; for how long and at which level, photos/access.test.ts says.
  [`GET ${MAIN}/workout_photo/:id/:size/`]: { rule: 'public', request: signedImage },
  // Zones
  [`GET ${MAIN}/heart_rate_zones/`]: {
    rule: 'self',
    stranger: 403,
    request: ({ member }) => ({ query: { user: member.userId } }),
  },
  [`POST ${MAIN}/heart_rate_zones/`]: { rule: 'self', request: () => ({ body: { zones: ZONES } }) },
  [`DELETE ${MAIN}/heart_rate_zones/:id/`]: {
    rule: 'owned',
    request: (owner) => created(owner, '/heart_rate_zones/', { zones: ZONES }),
  },
  [`GET ${MAIN}/threshold_power/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/threshold_power/`]: { rule: 'self', request: () => ({ body: { watts: 250 } }) },
  [`DELETE ${MAIN}/threshold_power/:id/`]: {
    rule: 'owned',
    request: (owner) => created(owner, '/threshold_power/', { watts: 260 }),
  },
  [`GET ${MAIN}/privacy_zones/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/privacy_zones/`]: { rule: 'self', request: () => ({ body: ZONE }) },
  [`PUT ${MAIN}/privacy_zones/:id/`]: {
    rule: 'owned',
    request: async (owner) => ({ ...(await newZone(owner)), body: ZONE }),
  },
  [`DELETE ${MAIN}/privacy_zones/:id/`]: { rule: 'owned', request: newZone },
  // Routes
  [`GET ${MAIN}/route/`]: { rule: 'public', request: ({ member }) => ({ query: { user: member.userId } }) },
  [`POST ${MAIN}/route/`]: { rule: 'self', request: () => ({ body: LOOP }) },
  [`GET ${MAIN}/route/:id/`]: { rule: 'read', request: ({ routeId }) => byId(routeId) },
  [`GET ${MAIN}/route/:id/packed/`]: { rule: 'read', request: ({ routeId }) => byId(routeId) },
  [`PUT ${MAIN}/route/:id/`]: {
    rule: 'write',
    request: async (owner) => ({ ...(await newRoute(owner)), body: { description: owner.marker } }),
  },
  [`DELETE ${MAIN}/route/:id/`]: { rule: 'write', request: newRoute },
  [`POST ${MAIN}/route/:id/restore/`]: {
    rule: 'owned',
    request: async (owner) => deleted(owner, await newRoute(owner), '/route/:id/'),
  },
  [`GET ${MAIN}/route/:id/link/`]: { rule: 'write', request: ({ routeId }) => byId(routeId) },
  [`POST ${MAIN}/route/:id/link/`]: {
    rule: 'owned',
    request: async ({ call, marker }) => byId((await save(call, { name: marker, privacy: 6 })).id),
  },
  [`GET ${MAIN}/route/:id/export/`]: {
    rule: 'read',
    request: ({ routeId }) => ({ ...byId(routeId), query: { format: 'gpx' } }),
  },
  [`POST ${MAIN}/route/read_file/`]: {
    rule: 'self',
    request: () => ({ body: uploadOf([['course.gpx', gpx('2025-01-02T08:00:00Z', { points: 20 })]]) }),
  },
  [`GET ${MAIN}/route/from_workout/:id/`]: { rule: 'write', request: ofRecorded },
  [`GET ${MAIN}/route_bookmark/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/route_bookmark/`]: {
    rule: 'read',
    request: ({ routeId }) => ({ body: bookmarkOf(routeId) }),
  },
  [`DELETE ${MAIN}/route_bookmark/:id/`]: { rule: 'owned', request: newBookmark },
  [`GET ${MAIN}/social/privacy_toggle/`]: {
    rule: 'write',
    request: async (owner) => {
      const { params, watch } = await newRoute(owner);
      const query = { content_type_id: 1, object_id: params!['id']!, set_privacy_to: owner.level };
      return { query, ...(watch && { watch }) };
    },
  },
  // Challenges
  [`GET ${CHALLENGES}/v2/challenges`]: { rule: 'public', request: () => ({}) },
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
  [`GET ${CHALLENGES}/v2/groups`]: { rule: 'self', request: () => ({}) },
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
  // What tells nothing of any member
  'GET /platform/settings': { rule: 'public', request: () => ({}) },
  'GET /platform/rollouts': { rule: 'public', request: () => ({}) },
  'GET /services/geo/lookup': { rule: 'public', request: () => ({}) },
  'GET /services/house-ads/current': { rule: 'public', request: () => ({}) },
  // No folder of ads is configured here.
  'GET /services/house-ads/images/:name': {
    rule: 'public',
    status: 404,
    request: () => ({ params: { name: '0123456789abcdef' } }),
  },
  'GET /services/routing/tiles/:z/:x/:y.pbf': {
    rule: 'public',
    status: 204,
    request: () => ({ params: { z: 12, x: 2286, y: 1350 } }),
  },
  'GET /services/routing/tiles/credits': { rule: 'public', request: () => ({}) },
  // No roads are imported here.
  'GET /services/routing/route': {
    rule: 'public',
    status: 422,
    request: () => ({ query: { json: PLANNED } }),
  },
  'GET /services/routing/coverage': { rule: 'public', request: () => ({}) },
  'GET /services/routing/round_trip': {
    rule: 'public',
    status: 422,
    request: () => ({ query: { ...HOME, length: 3000 } }),
  },
  'POST /services/elevation/height': {
    rule: 'public',
    request: () => ({ body: { encoded_polyline: '_p~iF~ps|U_ulLnnqC' } }),
  },
  'GET /internal/regions/states': { rule: 'public', request: () => ({ query: { country: 'us' } }) },
  'GET /internal/regions/cities': {
    rule: 'public',
    request: () => ({ query: { country: 'us', state: 'texas' } }),
  },
  'GET /internal/regions/city': {
    rule: 'public',
    request: () => ({ query: { country: 'us', slug: 'austin-tx' } }),
  },
  'GET /internal/regions/city/routes/:slug': {
    rule: 'public',
    request: () => ({ params: { slug: 'austin-tx' }, query: { country: 'us' } }),
  },
  [`GET ${MAIN}/search_for_city/`]: { rule: 'public', request: () => ({ query: { term: 'warsaw' } }) },
  'GET /services/places/search': { rule: 'public', request: () => ({ query: { q: 'Warsaw' } }) },
  'GET /services/places/reverse': { rule: 'public', request: () => ({ query: { lat: 52.2, lon: 21 } }) },
  [`GET ${MAIN}/partner/:code/`]: {
    rule: 'public',
    status: 404,
    request: () => ({ params: { code: 'harbour' } }),
  },
  // A page of local installations, on which everybody is the developer; off as soon as a mail server is configured.
  'GET /mailbox': { rule: 'public', request: () => ({}) },
  'GET /mailbox/:id': { rule: 'public', status: 404, request: () => byId(1) },
  'GET /mailbox/:id/body': { rule: 'public', status: 404, request: () => byId(1) },
  'GET /developer': { rule: 'public', request: () => ({}) },
  'GET /developer/style.css': { rule: 'public', request: () => ({}) },
  'GET /services/openapi.json': { rule: 'public', request: () => ({}) },
};

async function resetToken({ api, member }: Owner): Promise<string> {
  await api.call('POST', '/auth/password-reset', { body: { email: member.email }, headers: OWN_PAGE });
  return mailedToken(api.context, member.email, '/password_reset/');
}

/** The address of a call with its parameters and query filled in. */
export function addressOf(pattern: string, { params = {}, query }: CaseRequest): string {
  const where = pattern.replaceAll(/:(\w+)/gu, (_, name: string) => encodeURIComponent(String(params[name])));
  return query
    ? `${where}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)])).toString()}`
    : where;
}
