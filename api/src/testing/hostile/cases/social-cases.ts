import type { Story } from '@waymark/api-contract';
import { named, toUser } from '../../../members/friends/testing.ts';
import { PushBrowser } from '../../../community/notifications/push-service.test-helper.ts';
import { formOf as photosOf, jpeg } from '../../../training/workouts/photos/testing.ts';
import { until } from '../../mail.ts';
import type { Owner } from '../world.ts';
import type { CaseRequest, OperationCase } from '../operation-case.ts';
import { MAIN, byId, ofRecorded, ofUser, newWorkout, signedImage } from './owner-things.ts';

let pushBrowsers = 0;
const pushBrowser = () =>
  new PushBrowser('https://fcm.googleapis.com', `operation-${++pushBrowsers}`).subscription;
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
const portraitOf = (bytes: Uint8Array): FormData => {
  const form = new FormData();
  form.append('photo', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'me.jpg');
  return form;
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

/** A post of the owner's that a moderator took away. */
const newDecision = async ({ api, member }: Owner): Promise<CaseRequest> => {
  const { db, newId, now } = api.context;
  const id = newId();
  await db
    .insertInto('reports')
    .values({
      user_id: member.userId,
      id,
      object_type: 'story',
      object_id: newId(),
      state: 'removed',
      reason: 'spam',
      note: '',
      snapshot: '',
      created_at: now(),
      resolved_at: now(),
      resolution_note: '',
      decided_by: null,
      has_removed_content: true,
      mailed_at: now(),
    })
    .execute();
  return { ...byId(id, '/moderation_decision/'), body: { text: 'A mistake' } };
};

/** Members, friends, stories, notifications and reports. */
export const SOCIAL_CASES: Record<string, OperationCase> = {
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
  // Of the caller's own: whoever has not muted the member is answered the same, and changes nothing.
  [`DELETE ${MAIN}/user_mute/:id/`]: {
    rule: 'self',
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
  [`GET ${MAIN}/moderation/appeal/`]: { rule: 'owned', status: 404, request: () => ({}) },
  [`PATCH ${MAIN}/moderation/appeal/:id/`]: {
    rule: 'owned',
    status: 404,
    request: () => ({ ...byId(1), body: { decision: 'uphold' } }),
  },
  [`GET ${MAIN}/moderation_decision/`]: { rule: 'self', request: () => ({}) },
  [`POST ${MAIN}/moderation_decision/:id/appeal/`]: { rule: 'owned', request: newDecision },
  [`DELETE ${MAIN}/moderation/suspension/:id/`]: { rule: 'owned', status: 404, request: () => byId(1) },
};
