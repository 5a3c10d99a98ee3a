import assert from 'node:assert/strict';
import { Story, StoryComment, StoryLike, StoryList } from '@waymark/api-contract';
import type { z } from 'zod';
import { befriend } from '../../members/friends/testing.ts';
import type { TestApi, TestMember } from '../../testing/api.ts';
import { as, type As } from '../../training/workouts/testing.ts';

export interface Member extends TestMember {
  call: As;
}
/** Signs up members of an API with calls in their name; two at once are friends. */
export function membersOf(api: TestApi) {
  const member = async (overrides: Parameters<TestApi['signUp']>[0] = {}): Promise<Member> => {
    const signedUp = await api.signUp(overrides);
    return { ...signedUp, call: as(api, signedUp) };
  };
  async function friends(): Promise<[Member, Member]> {
    const [ana, ben] = await Promise.all([member(), member()]);
    await befriend(api, ana, ben);
    return [ana, ben];
  }
  return { member, friends };
}

/** An answer that is what the contract says, with nothing besides. */
function checked<T extends { text: string; status: number; body: unknown }>(schema: z.ZodType, answer: T): T {
  if (answer.status < 300) assert.deepEqual(schema.parse(answer.body), answer.body);
  return answer;
}

export const feed = async ({ call }: { call: As }, query = '') => {
  const { status, body, text } = checked(
    StoryList,
    await call<StoryList>('GET', `/activity_story/?feed_type=friends${query}`),
  );
  assert.equal(status, 200, text);
  return {
    stories: body._embedded.stories,
    ids: body._embedded.stories.map(({ id }) => id),
    links: body._links,
  };
};
export const post = async ({ call }: Member, text: string, privacy?: number): Promise<Story> => {
  const answer = await call<Story>('POST', '/activity_story/', {
    verb: 'post',
    object: { type: 'status', text },
    ...(privacy !== undefined && { privacy }),
  });
  assert.equal(answer.status, 201, answer.text);
  return checked(Story, answer).body;
};
export const like = async ({ call }: Member, id: number) =>
  checked(
    StoryLike,
    await call<StoryLike>('POST', '/activity_story/', { verb: 'like', parent_story_id: id }),
  );
export const comment = async ({ call }: Member, id: number, text: string, answered?: number) =>
  checked(
    StoryComment,
    await call<StoryComment>('POST', '/activity_story/', {
      verb: 'comment',
      parent_story_id: id,
      object: { type: 'comment', text },
      ...(answered !== undefined && { parent_reply_id: answered }),
    }),
  );
export const story = async ({ call }: Member, id: number) =>
  checked(Story, await call<Story>('GET', `/activity_story/${id}/`)).body;
export const commentsOf = async ({ call }: Member, id: number, rest = '') =>
  checked(
    StoryList,
    await call<StoryList>('GET', `/activity_story/?reply_type=comment&parent_story_id=${id}${rest}`),
  ).body;
