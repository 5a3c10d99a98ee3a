import assert from 'node:assert/strict';
import type { Story, StoryComment, StoryLike, StoryList } from '@waymark/api-contract';
import { befriend } from '../friends/testing.ts';
import type { TestApi, TestMember } from '../testing/api.ts';
import { as, type As } from '../workouts/testing.ts';

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

export const feed = async ({ call }: { call: As }, query = '') => {
  const { status, body, text } = await call<StoryList>('GET', `/activity_story/?feed_type=friends${query}`);
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
  return answer.body;
};
export const like = ({ call }: Member, id: number) =>
  call<StoryLike>('POST', '/activity_story/', { verb: 'like', parent_story_id: id });
export const comment = ({ call }: Member, id: number, text: string, answered?: number) =>
  call<StoryComment>('POST', '/activity_story/', {
    verb: 'comment',
    parent_story_id: id,
    object: { type: 'comment', text },
    ...(answered !== undefined && { parent_reply_id: answered }),
  });
export const story = async ({ call }: Member, id: number) =>
  (await call<Story>('GET', `/activity_story/${id}/`)).body;
export const commentsOf = async ({ call }: Member, id: number, rest = '') =>
  (await call<StoryList>('GET', `/activity_story/?reply_type=comment&parent_story_id=${id}${rest}`)).body;
