import { type Privacy, SERVICE_BASES } from '@waymark/api-contract';
import { addressOf } from '../../testing/hostile/operation-case.ts';
import type { Owner, World } from '../../testing/hostile/world.ts';
import type { TestMember } from '../../testing/api.ts';
import { canRead, listedPrivacy, type Relation } from './policy.ts';

interface StoryQuestion {
  about: string;
  access: 'anyone' | 'member';
  /** What a viewer who may not see the owner's things is answered. */
  refusal: 200 | 404;
  query(this: void, owner: Owner): Record<string, string | number>;
  isTold(this: void, relation: Relation, level: Privacy): boolean;
}

/** One call answers them all: the feeds, what was replied to a story, and the stories of things. */
const STORY_QUESTIONS: StoryQuestion[] = [
  {
    about: 'the home feed',
    access: 'member',
    refusal: 200,
    query: () => ({ feed_type: 'friends', limit: 100 }),
    isTold: (relation, level) =>
      relation === 'self' || (relation === 'friend' && listedPrivacy(relation).includes(level)),
  },
  {
    about: 'likes',
    access: 'anyone',
    refusal: 404,
    query: ({ recorded }) => ({ reply_type: 'like', parent_story_id: recorded.id }),
    isTold: canRead,
  },
  {
    about: 'comments',
    access: 'anyone',
    refusal: 404,
    query: ({ recorded }) => ({ reply_type: 'comment', parent_story_id: recorded.id }),
    isTold: canRead,
  },
  {
    about: 'the story of a workout',
    access: 'anyone',
    refusal: 200,
    query: ({ recorded }) => ({ object_type: 'workout', object_id: recorded.id }),
    isTold: canRead,
  },
  {
    about: 'the stories of rows',
    access: 'anyone',
    refusal: 200,
    query: ({ recorded, logged }) => ({
      object_type: 'workout',
      object_ids: `${recorded.id},${logged.id}`,
    }),
    isTold: canRead,
  },
];

/** What the feeds and the replies to stories tell a viewer of an owner, against the policy. */
export async function problemsOfStories(
  { api }: World,
  viewer: TestMember | null,
  relation: Relation,
  owner: Owner,
  step: string,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { about, access, refusal, query, isTold } of STORY_QUESTIONS) {
    const address = addressOf(`${SERVICE_BASES.main}/activity_story/`, { query: query(owner) });
    const answer = await api.call('GET', address, viewer ? { token: viewer.token } : {});
    const isOpen = isTold(relation, owner.level);
    const expected = viewer === null && access === 'member' ? 401 : isOpen ? 200 : refusal;
    if (answer.status !== expected || answer.text.includes(owner.marker) !== isOpen)
      problems.push(`${step}, level ${owner.level}: ${about} ${answer.status}, told or not`);
  }
  return problems;
}
