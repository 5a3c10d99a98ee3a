import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  NOTIFICATION_KINDS,
  OAuthScope,
  type Report,
  SERVICE_BASES,
  type Story,
} from '@waymark/api-contract';
import { befriend, named } from '../../../members/friends/testing.ts';
import {
  PushBrowser,
  startPushService,
  withoutPushSweep,
} from '../../../community/notifications/push-service.test-helper.ts';
import { sendDuePushes } from '../../../community/notifications/send-pushes.ts';
import { oauthFlow } from '../../../members/oauth/testing.ts';
import { cookieOf, startTestApi, type TestApi, type TestMember } from '../../../testing/api.ts';
import { as } from '../../workouts/testing.ts';
import { type Mark, textMark, type ViewerName } from './marked-values.test-helper.ts';
import { createSubject, type Subject } from './subject.test-helper.ts';

/** Somebody or something that reads. */
export interface Viewer {
  name: ViewerName;
  headers: Readonly<Record<string, string>>;
  /** Who signs in anew for a call that ends its session; null for who has none. */
  member: TestMember | null;
  /** Sees what one of the others sees, but in few operations: asks what the declared case asks, and no more. */
  asksOnce?: true;
}

export interface DisclosureWorld {
  api: TestApi;
  subjects: readonly Subject[];
  viewersOf(this: void, subject: Subject): readonly Viewer[];
  marks: readonly Mark[];
  /** Whose mails are whose, by address. */
  viewerByEmail: ReadonlyMap<string, ViewerName>;
  /** What was pushed to the browsers of viewers so far, as each alone can read it. */
  readPushes(this: void): Promise<{ viewer: ViewerName; text: string }[]>;
  newCookie(member: TestMember): Promise<string>;
  stop(): Promise<void>;
}

const PARTNER_ORIGIN = 'https://app.harbour.example';
const PARTNER = {
  code: 'harbour',
  name: 'Harbour Hotels',
  radius: 5000,
  support_link: null,
  origins: [PARTNER_ORIGIN],
  locations: [{ id: 'north', name: 'Harbour North', address: '1 Pier', lat: 54.35, lng: 18.65 }],
};
const MODERATOR_EMAIL = 'moderator@example.com';
const DAY_MS = 86_400_000;
const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

async function post(api: TestApi, member: TestMember, text: string): Promise<number> {
  const body = { verb: 'post', object: { type: 'status', text }, privacy: 3 };
  return (await as(api, member)<Story>('POST', '/activity_story/', body)).body.id;
}

async function comment(api: TestApi, member: TestMember, storyId: number, text: string): Promise<void> {
  const body = { verb: 'comment', parent_story_id: storyId, object: { type: 'comment', text } };
  assert.equal((await as(api, member)('POST', '/activity_story/', body)).status, 201);
}

async function report(api: TestApi, member: TestMember, type: string, id: number, note: string) {
  const body = { object_type: type, object_id: id, reason: 'spam', note };
  assert.equal((await as(api, member)('POST', '/report/', body)).status, 204);
}

/** A challenge, a group and a post of somebody whom everybody knows: where those meet who blocked each other. */
async function meetAt(api: TestApi, hub: TestMember, members: readonly TestMember[]) {
  const call = <T = { id: number }>(member: TestMember, where: string, body: unknown) =>
    api.call<T>('POST', SERVICE_BASES.challenges + where, { token: member.token, body });
  const story = await post(api, hub, 'Who comes along on Sunday?');
  const days = { first_day: dayFromNow(-7), last_day: dayFromNow(30) };
  const { body: challenge } = await call(hub, '/v2/challenges', {
    ...days,
    title: 'This month',
    kind: 'distance',
  });
  const { body: group } = await call(hub, '/v2/groups', { name: 'Sunday runners' });
  const { body: link } = await call<{ href: string }>(hub, `/v2/groups/${group.id}/link`, {});
  const key = new URL(link.href).searchParams.get('key');
  for (const member of members) {
    await comment(api, member, story, 'I do');
    await as(api, member)('POST', '/activity_story/', { verb: 'like', parent_story_id: story });
    const joined = await call(member, `/challenges/${challenge.id}/users`, {});
    assert.ok(joined.status < 300, joined.text);
    const inGroup = await call(member, `/v2/groups/${group.id}/users`, { key });
    assert.ok(inGroup.status < 300, inGroup.text);
  }
  return { story, challenge: challenge.id, group: group.id };
}

/** Their own tokens, and those of an app that they allowed. */
async function tokensOf(api: TestApi, { member }: Subject): Promise<Viewer[]> {
  const viewers: Viewer[] = [];
  for (const scope of OAuthScope.options) {
    const { body, text } = await api.call<{ token: string }>('POST', '/internal/oauth2/tokens', {
      token: member.token,
      body: { name: scope, scopes: [scope], days: 30 },
    });
    assert.ok(body.token, text);
    viewers.push({
      name: `token ${scope}`,
      headers: { authorization: `Bearer ${body.token}` },
      member: null,
    });
  }
  const flow = oauthFlow(api);
  const client = await flow.register(member, { scopes: ['workout:read'] });
  const begun = await flow.begin(client.body);
  const { access_token: token } = await flow.exchange(begun, await flow.allow(begun, member));
  viewers.push({
    name: 'app workout:read',
    headers: { authorization: `Bearer ${token}` },
    member: null,
  });
  return viewers;
}

async function removeByModerator(
  api: TestApi,
  moderator: TestMember,
  reporter: TestMember,
  subject: Subject,
) {
  const text = `removed-post-of-${subject.name}`;
  const id = await post(api, subject.member, text);
  await report(api, reporter, 'story', id, 'Advert');
  const call = as(api, moderator);
  const { body } = await call<{ _embedded: { reports: Report[] } }>('GET', '/moderation/report/');
  const open = body._embedded.reports.find(({ snapshot }) => snapshot.includes(text));
  const decided = await call('PATCH', `/moderation/report/${open!.id}/`, { action: 'remove', note: '' });
  assert.equal(decided.status, 200, decided.text);
  subject.marks.push({ kind: 'what a moderator removed', subject: subject.name, isIn: textMark(text) });
}

/** A member's names, and the number that stands in addresses for them. */
const nameMarks = (
  whose: 'across a block' | 'of a suspended member' | 'of a leaving member',
  { username, marker, member }: Pick<Subject, 'username' | 'marker' | 'member'>,
  subject: string | null = null,
): Mark[] => [
  { kind: `name ${whose}`, subject, isIn: textMark(username, marker) },
  { kind: `number ${whose}`, subject, isIn: textMark(String(member.userId)) },
];

/** Everything set up once: two subjects, those who read, and those of whom nothing is left. */
export async function createDisclosureWorld(): Promise<DisclosureWorld> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-disclosure-'));
  const partnersFile = path.join(folder, 'partners.json');
  writeFileSync(partnersFile, JSON.stringify([PARTNER]));
  const pushService = await startPushService();
  const api = await startTestApi({
    services: withoutPushSweep,
    env: {
      PUSH_SERVICES: pushService.origin,
      MAILBOX: 'true',
      ROLLOUTS: 'loyalty=enabled',
      MODERATORS: MODERATOR_EMAIL,
      PARTNERS_FILE: partnersFile,
    },
  });
  const stop = async () => {
    await api.stop();
    await pushService.stop();
    rmSync(folder, { recursive: true });
  };
  try {
    return { ...(await fill(api, pushService)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns reads what was pushed to the browser that each of them has from now on */
async function subscribe(
  api: TestApi,
  { origin, received }: Awaited<ReturnType<typeof startPushService>>,
  members: Partial<Record<ViewerName, TestMember>>,
): Promise<DisclosureWorld['readPushes']> {
  const browsers = Object.entries(members).map(([name, member], n) => ({
    viewer: name as ViewerName,
    member,
    browser: new PushBrowser(origin, `viewer-${n}`),
  }));
  for (const { member, browser } of browsers) {
    const call = as(api, member);
    const { status, text } = await call('POST', '/push_subscription/', browser.subscription);
    assert.equal(status, 201, text);
    const kinds = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, { push: true }]));
    assert.equal((await call('PUT', '/notification_settings/', { kinds })).status, 200);
  }
  const { db, now } = api.context;
  return async () => {
    while (await db.selectFrom('push_queue').select('cause_id').executeTakeFirst()) {
      await db.updateTable('push_queue').set({ due_at: now() }).execute();
      await sendDuePushes(api.context);
    }
    return browsers.flatMap(({ viewer, browser }) =>
      received
        .filter(({ path: where }) => browser.endpoint === origin + where)
        .map(({ body }) => ({ viewer, text: JSON.stringify(browser.decrypt(body)) })),
    );
  };
}

async function fill(
  api: TestApi,
  pushService: Awaited<ReturnType<typeof startPushService>>,
): Promise<Omit<DisclosureWorld, 'stop'>> {
  const { db, newId, now } = api.context;
  const subjects = [
    await createSubject(api, 'Consenting', pushService.origin),
    await createSubject(api, 'Refusing', pushService.origin),
  ];
  const [friend, stranger, blocked, blocker, moderator] = await Promise.all([
    api.signUp({ last_name: 'Friend' }),
    api.signUp({ last_name: 'Stranger' }),
    api.signUp({ last_name: 'Blocked' }),
    api.signUp({ last_name: 'Blocker' }),
    api.signUp({ last_name: 'Moderator', email: MODERATOR_EMAIL }),
  ]);
  const readPushes = await subscribe(api, pushService, {
    friend,
    stranger,
    'who is blocked': blocked,
    'who blocked': blocker,
    moderator,
  });
  const [suspended, leaving] = await Promise.all([
    api.signUp({ last_name: 'Suspendedname' }),
    api.signUp({ last_name: 'Leavingname' }),
  ]);
  await db.updateTable('logins').set({ email_confirmed_at: now() }).execute();
  const people = [...subjects.map(({ member }) => member), blocked, blocker, suspended, leaving];
  for (const member of people) await befriend(api, friend, member);
  for (const { member } of subjects)
    for (const other of [blocked, blocker, suspended, leaving]) await befriend(api, member, other);
  const { story, challenge, group } = await meetAt(api, friend, people);
  const marks: Mark[] = [];
  for (const subject of subjects) {
    await removeByModerator(api, moderator, stranger, subject);
    const words = `report-by-${subject.name}`;
    await report(api, subject.member, 'story', story, words);
    subject.marks.push({ kind: 'words of a report', subject: subject.name, isIn: textMark(words) });
    for (const other of [blocked, suspended, leaving, friend])
      await comment(api, other, subject.recorded.id, 'Well done');
    await subject.call('POST', '/user_block/', named(blocked.userId));
    await as(api, blocker)('POST', '/user_block/', named(subject.member.userId));
    subject.marks.push(...nameMarks('across a block', subject, subject.name));
  }
  const usernames = new Map(
    (await db.selectFrom('users').select(['id', 'username']).execute()).map((row) => [row.id, row.username]),
  );
  const markName = (whose: Parameters<typeof nameMarks>[0], member: TestMember, marker: string) =>
    marks.push(...nameMarks(whose, { member, marker, username: usernames.get(member.userId)! }));
  markName('of a suspended member', suspended, 'Suspendedname');
  markName('of a leaving member', leaving, 'Leavingname');
  await report(api, stranger, 'user', suspended.userId, 'Impolite');
  await db.insertInto('suspensions').values({ user_id: suspended.userId, created_at: now() }).execute();
  await db
    .insertInto('deletion_requests')
    .values({
      user_id: leaving.userId,
      id: newId(),
      requested_at: now(),
      erase_at: new Date(Date.now() + 30 * DAY_MS),
    })
    .execute();
  const signedIn = (name: ViewerName, member: TestMember): Viewer => ({
    name,
    headers: { authorization: `Bearer ${member.token}` },
    member,
  });
  const others = [
    signedIn('friend', friend),
    signedIn('stranger', stranger),
    signedIn('who is blocked', blocked),
    signedIn('who blocked', blocker),
    signedIn('moderator', moderator),
    { name: 'visitor', headers: {}, member: null },
    { name: 'page of a partner', headers: { origin: PARTNER_ORIGIN }, member: null, asksOnce: true },
  ] as const satisfies Viewer[];
  const readers = new Map<Subject, Viewer[]>();
  for (const subject of subjects) {
    readers.set(subject, [signedIn('owner', subject.member), ...(await tokensOf(api, subject)), ...others]);
    subject.ids = {
      ...subject.ids,
      members: [subject.member.userId, suspended.userId, leaving.userId],
      workouts: [...subject.ids.workouts, story],
      challenges: [challenge],
      groups: [group],
    };
    marks.push(...subject.marks);
  }
  // Before anybody reads the notifications.
  await readPushes();
  return {
    api,
    subjects,
    readPushes,
    viewersOf: (subject) => readers.get(subject)!,
    marks,
    viewerByEmail: new Map(others.flatMap(({ name, member }) => (member ? [[member.email, name]] : []))),
    async newCookie({ email, password }) {
      const answer = await api.call('POST', '/auth/login', { body: { email, password } });
      return cookieOf(answer)!;
    },
  };
}
