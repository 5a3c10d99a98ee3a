import { withLike } from './likes.ts';
import { sampleActor, sampleStory } from './testing/samples.ts';

const me = sampleActor({ id: 7, title: 'Robin' });
const ben = { id: 13, actor: sampleActor({ id: 13 }), reply_id: 400 };
const story = sampleStory({ likes: { count: 5, replied: false, reply_id: null, items: [ben] } });

it('[SOC-02] adding prepends the actor and raises the count; taking back reverses it', () => {
  const liked = withLike(story, me, null, true);
  expect(liked.likes.count).toBe(6);
  expect(liked.likes.items.map(({ actor }) => actor.id)).toEqual([7, 13]);
  expect(withLike(liked, me, null, false)).toEqual(story);
});

it('[SOC-02] what is liked already is counted once, and keeps the id that takes it back', () => {
  const liked = withLike(withLike(story, me, null, true), me, 777, true);
  expect(liked.likes.count).toBe(6);
  expect(liked.likes.reply_id).toBe(777);
  expect(liked.likes.items).toHaveLength(2);
});
