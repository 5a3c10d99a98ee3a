import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { startTestApi } from '../../testing/api.ts';
import { correctStoryCounts } from './correct-counts.ts';
import { comment, like, membersOf, post, story } from './stories.test-helper.ts';

const api = await startTestApi();
after(() => api.stop());
const { member, friends } = membersOf(api);

test('[SOC-02] counts that damage made wrong are found each night and put right, while others go on liking', async () => {
  const { db } = api.context;
  const errors: object[] = [];
  const correct = () =>
    correctStoryCounts({
      db,
      log: Object.assign(Object.create(api.context.log), { error: (what: object) => errors.push(what) }),
    });
  assert.equal(await correct(), 0, 'after all that was done above every count is right');
  const [ana, ben] = await friends();
  const [tooMany, lost, right] = [
    await post(ana, 'One', 3),
    await post(ana, 'Two', 3),
    await post(ana, 'Three', 3),
  ];
  for (const { id } of [tooMany, lost, right]) {
    await like(ben, id);
    await comment(ben, id, 'Kept');
    const { body: taken } = await comment(ben, id, 'Taken back');
    await ben.call('DELETE', `/activity_story/${taken.id}/`);
  }
  await db.updateTable('story_counts').set({ likes: 7 }).where('story_id', '=', tooMany.id).execute();
  await db.deleteFrom('story_counts').where('story_id', '=', lost.id).execute();
  const likers = await Promise.all(Array.from({ length: 12 }, () => member()));
  const [found] = await Promise.all([correct(), ...likers.map((liker) => like(liker, tooMany.id))]);
  assert.equal(found, 2);
  assert.deepEqual(
    new Set(errors.map((each) => (each as { story: number }).story)),
    new Set([tooMany.id, lost.id]),
  );
  const counts = async (id: number) => {
    const { likes, comments } = await story(ana, id);
    return [likes.count, comments.count];
  };
  assert.deepEqual(
    [await counts(tooMany.id), await counts(lost.id), await counts(right.id)],
    [
      [13, 1],
      [1, 1],
      [1, 1],
    ],
  );
  assert.equal(await correct(), 0);
});
