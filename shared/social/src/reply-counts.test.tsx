import type { User } from '@waymark/api-contract';
import { installTestHost, renderPage, type TestCall } from '@waymark/remote/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { ReplyCounts } from './reply-counts.tsx';
import { StoryReplies } from './story-replies.tsx';
import { sampleActor, sampleComment, sampleStory, sampleStoryList } from './testing/samples.ts';

const user = { id: 7, display_name: 'Robin Trail', username: 'robin', gender: 'F', _links: {} } as User;

it('[WORK-04] rows show likes and comments by one call, and a like anywhere on the page counts in its row', async () => {
  const likes = { count: 2, replied: false, reply_id: null, items: [] };
  const stories = [
    sampleStory({ id: 1, likes, comments: { count: 1, replied: false, items: [] } }),
    sampleStory({ id: 2 }),
  ];
  const host = installTestHost(
    (call: TestCall) => {
      if (call.method === 'POST') {
        stories[1]!.likes = { count: 1, replied: true, reply_id: 77, items: [] };
        return { id: 77 };
      }
      return sampleStoryList({ stories: structuredClone(stories) });
    },
    { user },
  );
  renderPage(
    <>
      <ReplyCounts workoutIds={[1, 2]} workoutId={1} />
      <ReplyCounts workoutIds={[1, 2]} workoutId={2} />
      <StoryReplies story={stories[1]!} />
    </>,
  );
  const row = await screen.findByRole('button', { name: '2 likes, 1 comment' });
  expect(host.calls.map(({ options }) => options?.params)).toEqual([
    { object_type: 'workout', object_ids: '1,2' },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Like' }));
  expect(await screen.findByRole('button', { name: '1 like' })).toBeTruthy();
  fireEvent.click(row);
  const dialog = within(await screen.findByRole('dialog', { name: 'Likes and comments' }));
  expect(await dialog.findByRole('button', { name: 'Like' })).toBeTruthy();
  expect(await dialog.findByRole('textbox')).toBeTruthy();
});

it('[WORK-04] a row of somebody else is liked from the list, an own one without replies shows nothing', async () => {
  const own = { like: true, comment: true, edit: true, delete: true, report: false };
  const stories = [sampleStory({ id: 1 }), sampleStory({ id: 2, can: own })];
  installTestHost(
    (call: TestCall) => {
      if (call.method !== 'POST') return sampleStoryList({ stories: structuredClone(stories) });
      stories[0]!.likes = { count: 1, replied: true, reply_id: 77, items: [] };
      return { id: 77 };
    },
    { user },
  );
  renderPage(
    <>
      <ReplyCounts workoutIds={[1, 2]} workoutId={1} />
      <ReplyCounts workoutIds={[1, 2]} workoutId={2} />
    </>,
  );
  const row = await screen.findByRole('button', { name: 'Like or comment' });
  expect(screen.getAllByRole('button')).toHaveLength(1);
  fireEvent.click(row);
  const dialog = within(await screen.findByRole('dialog', { name: 'Likes and comments' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Like' }));
  expect(await dialog.findByRole('button', { name: 'Liked' })).toBeTruthy();
  expect(await screen.findByLabelText('1 like')).toBeTruthy();
});

const OTHERS_ROW = { count: 1, replied: false, reply_id: null, items: [] };

it('[WORK-04] the dialog stays open under whoever writes in it while the rows of the list change', async () => {
  installTestHost(
    ({ options }: TestCall) => {
      // The answer for the rows after the change never comes.
      if (options?.params?.['object_ids'] === '1,2') return new Promise(() => {});
      return sampleStoryList({ stories: [sampleStory({ id: 1, likes: OTHERS_ROW })] });
    },
    { user },
  );
  function List() {
    const [ids, setIds] = useState([1]);
    return (
      <>
        <button onClick={() => setIds([1, 2])}>Load rows</button>
        <ReplyCounts workoutIds={ids} workoutId={1} />
      </>
    );
  }
  renderPage(<List />);
  fireEvent.click(await screen.findByRole('button', { name: '1 like' }));
  const dialog = await screen.findByRole('dialog', { name: 'Likes and comments' });
  expect(dialog.dataset['size']).toBe('wide');
  await within(dialog).findByRole('textbox');
  fireEvent.click(screen.getByText('Load rows'));
  expect(screen.getByRole('dialog', { name: 'Likes and comments' })).toBe(dialog);
});

it('[WORK-04] Escape gives up the change of a comment and leaves the dialog open', async () => {
  const own = { edit: true, delete: true, report: false };
  const mine = sampleComment({ parent_story_id: 1, can: own, actor: sampleActor({ id: 7, title: 'Robin' }) });
  const comments = { count: 1, replied: false, items: [mine] };
  installTestHost(
    ({ options }: TestCall) =>
      options?.params?.['reply_type'] === 'comment'
        ? sampleStoryList({ comments: [mine] })
        : sampleStoryList({ stories: [sampleStory({ id: 1, comments })] }),
    { user },
  );
  renderPage(<ReplyCounts workoutIds={[1]} workoutId={1} />);
  fireEvent.click(await screen.findByRole('button', { name: '1 comment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Likes and comments' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'More actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  fireEvent.keyDown(await dialog.findByRole('textbox', { name: 'Edit your comment' }), { key: 'Escape' });
  expect(dialog.queryByRole('textbox', { name: 'Edit your comment' })).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Likes and comments' })).toBeTruthy();
});
