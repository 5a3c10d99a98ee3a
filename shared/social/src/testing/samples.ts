import type { Story, StoryActor, StoryComment, StoryList } from '@waymark/api-contract';

/** A member as the actor of stories. */
export const sampleActor = (over: Partial<StoryActor> = {}): StoryActor => ({
  id: 12,
  type: 'user',
  title: 'Ana Ridge',
  username: 'ana',
  gender: null,
  _links: { image: [{ href: '/profile/ana/picture?size=Small', name: 'Small' }] },
  ...over,
});

const NOTHING: Story['object'] = {
  type: 'status',
  id: null,
  text: '',
  workout: null,
  records: [],
  friend: null,
  event: null,
  mentions: [],
  photos: [],
};

/** A status post of a friend that nobody has answered yet. */
export const sampleStory = ({ object, ...over }: StoryOver = {}): Story => ({
  id: 900,
  verb: 'post',
  actor: sampleActor(),
  object: { ...NOTHING, text: 'Long run on Sunday, who is in?', ...object },
  target: null,
  parent_story_id: null,
  reply_type: null,
  privacy: 1,
  published: '2026-11-20T13:00:00.000Z',
  edited: null,
  position: over.id ?? 900,
  likes: { count: 0, replied: false, reply_id: null, items: [] },
  comments: { count: 0, replied: false, items: [] },
  settings: { is_hidden_from_feed: false, is_map_hidden: false, has_comments: true },
  can: { like: true, comment: true, edit: false, delete: false, report: true },
  _links: {},
  ...over,
});
type StoryOver = Omit<Partial<Story>, 'object'> & { object?: Partial<Story['object']> };

/** A comment of another member. */
export const sampleComment = (over: Partial<StoryComment> & { text?: string } = {}): StoryComment => {
  const { text = 'Count me in', ...rest } = over;
  return {
    id: 950,
    verb: 'comment',
    reply_type: 'comment',
    parent_story_id: 900,
    parent_reply_id: null,
    actor: sampleActor({ id: 13, title: 'Ben Moor', username: 'ben' }),
    object: { type: 'comment', text, mentions: [] },
    target: { id: 900 },
    published: '2026-11-20T14:00:00.000Z',
    edited: null,
    deleted_by: null,
    answer_count: 0,
    can: { edit: false, delete: false, report: true },
    _links: {},
    ...rest,
  };
};

/** The answer of the stories' call: a page of a feed, of likes or of comments. */
export const sampleStoryList = (
  embedded: Partial<StoryList['_embedded']>,
  { next, total }: { next?: string; total?: number } = {},
): StoryList => ({
  _links: next ? { next: [{ href: next }] } : {},
  _embedded: { stories: [], likes: [], comments: [], ...embedded },
  total_count: total ?? Object.values(embedded).flat().length,
});
