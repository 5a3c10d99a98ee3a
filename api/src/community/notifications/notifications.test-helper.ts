import assert from 'node:assert/strict';
import type { NotificationList, Story, StoryLike } from '@waymark/api-contract';
import type { TestApi, TestMember } from '../../testing/api.ts';
import { as, type As } from '../../training/workouts/testing.ts';

export interface Member extends TestMember {
  call: As;
}
/** Signs up members of an API with calls in their name. */
export const membersOf =
  (api: TestApi) =>
  async (overrides = {}): Promise<Member> => {
    const signedUp = await api.signUp(overrides);
    return { ...signedUp, call: as(api, signedUp) };
  };
export const post = async ({ call }: Member, privacy = 3): Promise<number> =>
  (
    await call<Story>('POST', '/activity_story/', {
      verb: 'post',
      object: { type: 'status', text: 'A story' },
      privacy,
    })
  ).body.id;
export const like = async ({ call }: Member, id: number) =>
  (await call<StoryLike>('POST', '/activity_story/', { verb: 'like', parent_story_id: id })).body.id;
export const comment = async ({ call }: Member, id: number, text: string, answered?: number) =>
  (
    await call<{ id: number }>('POST', '/activity_story/', {
      verb: 'comment',
      parent_story_id: id,
      object: { type: 'comment', text },
      ...(answered !== undefined && { parent_reply_id: answered }),
    })
  ).body.id;
export const readNotifications = async ({ call }: Member) => {
  const { status, body, text } = await call<NotificationList>('GET', '/notification/');
  assert.equal(status, 200, text);
  return {
    ...body,
    kinds: body._embedded.notifications.map(({ kind, actor_count: n }) => `${kind} ${n}`),
  };
};
