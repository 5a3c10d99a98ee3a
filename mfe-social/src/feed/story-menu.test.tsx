import type { TestCall } from '@waymark/remote/testing';
import type { Story } from '@waymark/api-contract';
import { sampleActor, sampleStory } from '@waymark/social/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OFFLINE } from '../testing/open-page.tsx';
import { FIRST, findStory, openFeed, storyPage } from './test-feed.ts';

beforeEach(() => localStorage.clear());

it('[SOC-01] an own post is deleted after a confirmation', async () => {
  const own = { like: true, comment: true, edit: true, delete: true, report: false };
  const host = openFeed({
    [FIRST]: storyPage([sampleStory({ actor: sampleActor({ id: 7, title: 'Robin Trail' }), can: own })]),
    'DELETE /activity_story/900/': undefined,
  });
  const post = await findStory('Robin Trail');
  await userEvent.click(await post.findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete post' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this post?' }));
  expect(host.calls.some(({ method }) => method === 'DELETE')).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
});

it('[SOC-01] an own post is changed, and what was written outlives a failure and the page', async () => {
  const own = { like: true, comment: true, edit: true, delete: true, report: false };
  const post = sampleStory({ actor: sampleActor({ id: 7, title: 'Robin Trail' }), can: own });
  let isUp = false;
  const answers = {
    [FIRST]: storyPage([post]),
    'PATCH /activity_story/900/': ({ body }: TestCall) => {
      if (!isUp) throw OFFLINE;
      const { text, privacy } = body as Pick<Story, 'privacy'> & { text: string };
      return { ...post, privacy, object: { ...post.object, text } };
    },
  };
  const edit = async () => {
    const shown = await findStory('Robin Trail');
    await userEvent.click(await shown.findByRole('button', { name: 'More actions' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit post' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit post' }));
    return { dialog, field: dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your post' }) };
  };
  const first = openFeed(answers);
  const { dialog, field } = await edit();
  await userEvent.clear(field);
  await userEvent.type(field, 'Sunday at nine');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/Nothing was lost/)).toBeTruthy();
  first.unmount();
  isUp = true;
  openFeed(answers);
  const again = await edit();
  expect(again.field.value).toBe('Sunday at nine');
  await userEvent.click(again.dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await findStory('Robin Trail')).getByText('Sunday at nine')).toBeTruthy();
  expect(localStorage.getItem('waymark.draft.7.edit.900')).toBeNull();
});

it('[SOC-01] a change of a post that was begun before another device saved one does not replace that', async () => {
  const own = { like: true, comment: true, edit: true, delete: true, report: false };
  const post = (text: string) =>
    sampleStory({ actor: sampleActor({ id: 7, title: 'Robin Trail' }), can: own, object: { text } });
  const edit = async () => {
    const shown = await findStory('Robin Trail');
    await userEvent.click(await shown.findByRole('button', { name: 'More actions' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit post' }));
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your post' });
  };
  const first = openFeed({ [FIRST]: storyPage([post('Sunday at eight')]) });
  await userEvent.type(await edit(), '!');
  first.unmount();
  const second = openFeed({ [FIRST]: storyPage([post('Sunday at eight')]) });
  expect((await edit()).value).toBe('Sunday at eight!');
  second.unmount();
  openFeed({ [FIRST]: storyPage([post('Sunday is off')]) });
  expect((await edit()).value).toBe('Sunday is off');
});

it('[SOC-01] a friend is muted from one of their stories, which goes from the feed, and comes back with Undo', async () => {
  let isMuted = false;
  const host = openFeed({
    'GET /activity_story/': () => storyPage(isMuted ? [] : [sampleStory()]),
    'POST /user_mute/': () => {
      isMuted = true;
      return {};
    },
    'DELETE /user_mute/12/': () => {
      isMuted = false;
    },
  });
  const shown = await findStory('Ana Ridge');
  await userEvent.click(await shown.findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Mute Ana Ridge for a week' }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(host.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    _links: { user: [{ href: '/v7.1/user/12/', id: '12' }] },
    days: 7,
  });
  const notice = host.notifications.at(-1)!;
  expect(notice.text).toBe('You won’t see Ana Ridge in your feed.');
  act(() => notice.action!.run());
  await findStory('Ana Ridge');
});

it('[SOC-01] a member is blocked from one of their stories, and all of theirs goes at once', async () => {
  let isBlocked = false;
  const cy = sampleStory({ id: 880, actor: sampleActor({ id: 14, title: 'Cy' }) });
  const host = openFeed({
    [FIRST]: () => {
      if (isBlocked) throw OFFLINE;
      return storyPage([sampleStory(), sampleStory({ id: 890 }), cy]);
    },
    'POST /user_block/': () => {
      isBlocked = true;
    },
  });
  const [shown] = await screen.findAllByRole('article', { name: 'Ana Ridge' });
  await userEvent.click(await within(shown!).findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Block Ana Ridge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Block Ana Ridge?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Block' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  await findStory('Cy');
  expect(host.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    _links: { user: [{ href: '/v7.1/user/12/', id: '12' }] },
  });
});
