import type { Privacy, Story, User } from '@waymark/api-contract';
import { befriend } from '../friends/testing.ts';
import { LEVELS, type World } from '../../testing/hostile/world.ts';
import { PushBrowser } from '../../community/notifications/push-service.test-helper.ts';
import type { TestMember } from '../../testing/api.ts';
import { as, type As } from '../../training/workouts/testing.ts';
import { listedPrivacy, type Relation } from './policy.ts';

/** How a viewer stands to the owners; `pending`: they asked the viewer, who has not answered. */
export type Standing = Relation | 'pending';
export const relationOf = (standing: Standing): Relation => (standing === 'pending' ? 'other' : standing);
export const isListed = (standing: Standing, level: Privacy): boolean =>
  listedPrivacy(relationOf(standing)).includes(level);

/** A member with all that they can be told something by: a mailbox, a browser, and posts to comment on. */
export interface Viewer extends TestMember {
  call: As;
  username: string;
  /** One for each owner, so that what each of them does is a notification of its own. */
  posts: Record<Privacy, number>;
  browser: PushBrowser;
}

/** A friend of all owners who answers at their stories. */
export type Witness = Pick<Viewer, 'userId' | 'call'> & { post: number };

const PLACE = { locality: 'Gdynia', region: 'Pomerania', country: 'PL' };

const confirmEmail = ({ api: { context } }: World, { userId }: TestMember) =>
  context.db
    .updateTable('logins')
    .set({ email_confirmed_at: context.now() })
    .where('user_id', '=', userId)
    .execute();

async function newPost(call: As, text: string, privacy: Privacy = 3): Promise<number> {
  const body = { verb: 'post', object: { type: 'status', text }, privacy };
  return (await call<Story>('POST', '/activity_story/', body)).body.id;
}

/** A zone in which it is about noon, whenever the test runs: digests are sent after the morning. */
const zoneOfNoon = (now: Date): string => {
  const hours = 12 - now.getUTCHours();
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
};

let browsers = 0;

/**
 * Makes a member one who can be told of everything.
 * @param postPrivacy of their posts
 */
export async function prepareViewer(
  world: World,
  member: TestMember,
  pushService: string,
  postPrivacy?: Privacy,
): Promise<Viewer> {
  const { db, now } = world.api.context;
  const call = as(world.api, member);
  const { body: self } = await call<User>('PUT', `/user/${member.userId}/`, { location: PLACE });
  await confirmEmail(world, member);
  await db
    .updateTable('users')
    .set({ time_zone: zoneOfNoon(now()) })
    .where('id', '=', member.userId)
    .execute();
  const browser = new PushBrowser(pushService, `viewer-${++browsers}`);
  const subscribed = await call('POST', '/push_subscription/', browser.subscription);
  if (subscribed.status !== 201) throw new Error(`push: ${subscribed.status} ${subscribed.text}`);
  const posts: [Privacy, number][] = [];
  for (const level of LEVELS) posts.push([level, await newPost(call, 'A post', postPrivacy)]);
  return {
    ...member,
    call,
    username: self.username,
    posts: Object.fromEntries(posts) as Record<Privacy, number>,
    browser,
  };
}

/** Makes the owners members whom search and suggestions would find, and friends of a witness. */
export async function prepareOwners(world: World): Promise<Witness> {
  const member = await world.api.signUp({ last_name: 'Witness' });
  for (const level of LEVELS) {
    const { member: owner, call } = world.owners[level];
    const change = { location: PLACE, sharing: { email_search: true } };
    const answer = await call('PUT', `/user/${owner.userId}/`, change);
    if (answer.status !== 200) throw new Error(`owner: ${answer.status} ${answer.text}`);
    await confirmEmail(world, owner);
    await befriend(world.api, owner, member);
  }
  const call = as(world.api, member);
  return { userId: member.userId, call, post: await newPost(call, 'Who comes along?') };
}
