import { ApiError } from '@waymark/contract';
import type { Story, StoryComment } from '@waymark/api-contract';
import { sampleActor, sampleComment, sampleStory, sampleStoryList } from '@waymark/social/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectOneKey, type TestCall } from '@waymark/remote/testing';
import { OFFLINE, openPage, reloadDrafts } from '../testing/open-page.tsx';

beforeEach(() => localStorage.clear());

const ME = sampleActor({ id: 7, title: 'Robin Trail', username: 'robin' });
const OWN = { edit: true, delete: true, report: false };

/** A story with comments on a page of its own. */
function open(
  comments: StoryComment[],
  answers: Record<string, unknown> = {},
  over: Partial<Story> = {},
  options = {},
) {
  const story = sampleStory({
    comments: { count: comments.length, replied: false, items: comments.slice(-2) },
    ...over,
  });
  return openPage(
    '/activity_feed/story/900',
    {
      'GET /activity_story/900/': story,
      'GET /activity_story/?reply_type=comment&parent_story_id=900&limit=20': sampleStoryList({ comments }),
      ...answers,
    },
    options,
  );
}

it('[SOC-02] deleting an own comment lowers the count; a call that fails puts both back', async () => {
  let comments = [sampleComment({ id: 960, text: 'Mine', actor: ME, can: OWN })];
  let isUp = false;
  const host = open(comments, {
    'GET /activity_story/900/': () =>
      sampleStory({ comments: { count: comments.length, replied: false, items: comments } }),
    'GET /activity_story/?reply_type=comment&parent_story_id=900&limit=20': () =>
      sampleStoryList({ comments }),
    'DELETE /activity_story/960/': () => {
      if (!isUp) throw new ApiError(503, 'Service Unavailable', null);
      comments = [];
      return undefined;
    },
  });
  const remove = async () => {
    const row = (await screen.findByText('Mine')).closest('li')!;
    await userEvent.click(within(row).getByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  };
  await remove();
  await waitFor(() => expect(host.notifications.at(-1)?.text).toBe('The comment wasn’t deleted. Try again.'));
  expect(await screen.findByRole('button', { name: '1 comment' })).toBeTruthy();
  isUp = true;
  await remove();
  await waitFor(() => expect(screen.queryByText('Mine')).toBeNull());
  expect(screen.getByRole('button', { name: 'Comment' })).toBeTruthy();
});

it('[SESS-06] [SOC-02] a comment whose answer was lost and that is changed is not stored a second time', async () => {
  const stored = sampleComment({ id: 960, text: 'Well run', actor: ME, can: OWN });
  const reused = new ApiError(422, 'Unprocessable', {
    error: 'idempotency_key_reused',
    error_description: 'An earlier try was saved after all.',
  });
  const answers: unknown[] = [OFFLINE, reused, sampleComment({ id: 961, text: 'Tomorrow too?', actor: ME })];
  let comments: StoryComment[] = [];
  const host = open([], {
    'GET /activity_story/900/': () =>
      sampleStory({ comments: { count: comments.length, replied: false, items: comments } }),
    'GET /activity_story/?reply_type=comment&parent_story_id=900&limit=20': () =>
      sampleStoryList({ comments }),
    'POST /activity_story/': () => {
      const answer = answers.shift();
      if (answer === OFFLINE) comments = [stored];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const field = await screen.findByRole('textbox', { name: 'Write a comment' });
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await userEvent.type(field, 'Well run');
  await send();
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was lost');
  await userEvent.type(field, ', Robin');
  await send();
  expect((await screen.findByRole('alert')).textContent).toContain('An earlier try was saved after all');
  const sent = () => host.calls.filter(({ method }) => method === 'POST');
  expectOneKey(sent());
  // The comment that was stored is there to be seen.
  expect(await screen.findByText('Well run')).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, 'Tomorrow too?');
  await send();
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''));
  const keys = sent().map(({ options }) => options?.headers?.['idempotency-key']);
  expect(keys).toHaveLength(3);
  expect(keys[2]).not.toBe(keys[0]);
});

it('[SOC-02] what one changes in a comment is kept until it is saved or given up, also for the next visit', async () => {
  const mine = sampleComment({ id: 960, text: 'Mine', actor: ME, can: OWN });
  let isUp = false;
  const answers = {
    'PATCH /activity_story/960/': ({ body }: TestCall) => {
      if (!isUp) throw OFFLINE;
      return { ...mine, object: { ...mine.object, text: (body as { text: string }).text } };
    },
  };
  const edit = async () => {
    const row = (await screen.findByText('Mine')).closest('li')!;
    await userEvent.click(within(row).getByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit your comment' });
  };
  const first = open([mine], answers);
  const field = await edit();
  expect(field.value).toBe('Mine');
  await userEvent.type(field, ', at nine');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was lost');
  first.unmount();
  isUp = true;
  open([mine], answers);
  expect((await edit()).value).toBe('Mine, at nine');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect((await edit()).value).toBe('Mine');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  expect(localStorage.getItem('waymark.draft.7.edit.960')).toBeNull();
});

it('[SOC-02] a change of a comment that was begun before another device saved one does not replace that', async () => {
  const mine = (text: string) => sampleComment({ id: 962, text, actor: ME, can: OWN });
  const edit = async (text: string) => {
    const row = (await screen.findByText(text)).closest('li')!;
    await userEvent.click(within(row).getByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit your comment' });
  };
  const first = open([mine('At eight')]);
  await userEvent.type(await edit('At eight'), '!');
  first.unmount();
  open([mine('At ten')]);
  expect((await edit('At ten')).value).toBe('At ten');
});

it('[SOC-02] a new comment and a reply survive a reload', async () => {
  const first = open([sampleComment()], {}, {}, { userId: 20 });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Write a comment' }), 'See you there');
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Reply to Ben Moor' }), 'Bring lights');
  first.unmount();
  reloadDrafts({ from: 20, to: 21 });
  open([sampleComment()], {}, {}, { userId: 21 });
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' });
  expect(field.value).toBe('See you there');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
  const reply = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Ben Moor' });
  expect(reply.value).toBe('Bring lights');
});

it('[SOC-02] a deleted comment with answers says who deleted it', async () => {
  const gone = (id: number, deleted_by: StoryComment['deleted_by']) =>
    sampleComment({ id, text: '', actor: null, deleted_by, answer_count: 1 });
  open([gone(951, 'author'), gone(952, 'owner'), gone(953, 'moderator')], {
    'GET /activity_story/': sampleStoryList({ comments: [] }),
  });
  for (const text of ['Deleted by its author', 'Deleted by Ana Ridge', 'Removed by a moderator'])
    expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Story of Ana Ridge' })).toBeTruthy();
});

it('[SOC-02] who wrote a comment is blocked from it, and all that they wrote and liked goes at once', async () => {
  const ben = sampleActor({ id: 13, title: 'Ben Moor', username: 'ben' });
  const comments = [
    sampleComment({ id: 950, text: 'Me too', actor: sampleActor({ id: 14, title: 'Cy' }) }),
    sampleComment({ id: 951, text: 'Count me in', actor: ben }),
    sampleComment({ id: 952, text: 'At nine', actor: ben }),
  ];
  const likes = { count: 2, replied: false, reply_id: null, items: [{ id: 13, actor: ben, reply_id: 400 }] };
  let isBlocked = false;
  const host = open(comments, {
    'POST /user_block/': () => {
      isBlocked = true;
    },
    // What the server says afterwards does not come: the page shows the block all the same.
    'GET /activity_story/900/': () => {
      if (isBlocked) throw OFFLINE;
      return sampleStory({ likes, comments: { count: 3, replied: false, items: comments.slice(-2) } });
    },
    'GET /activity_story/?reply_type=comment&parent_story_id=900&limit=20': () => {
      if (isBlocked) throw OFFLINE;
      return sampleStoryList({ comments });
    },
  });
  const row = (await screen.findByText('Count me in')).closest('li')!;
  await userEvent.click(within(row).getByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Block Ben Moor' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Block Ben Moor?' }));
  expect(host.calls.some(({ method }) => method === 'POST')).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Block' }));
  await waitFor(() => expect(screen.queryByText('Count me in')).toBeNull());
  expect(screen.queryByText('At nine')).toBeNull();
  expect(screen.getByText('Me too')).toBeTruthy();
  expect(screen.getByRole('button', { name: '1 comment' })).toBeTruthy();
  expect(screen.getByRole('button', { name: '1 like' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(host.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    _links: { user: [{ href: '/v7.1/user/13/', id: '13' }] },
  });
  expect(host.notifications.at(-1)?.text).toBe('Ben Moor is blocked.');
});

it('[SOC-02] who wrote a comment is muted from it; own comments and those of nobody offer neither', async () => {
  const host = open(
    [
      sampleComment({ id: 950, text: 'Count me in' }),
      sampleComment({ id: 951, text: 'Mine', actor: ME, can: OWN }),
      sampleComment({ id: 952, text: 'By nobody', actor: null }),
    ],
    { 'POST /user_mute/': {} },
  );
  const entriesOf = async (text: string) => {
    const row = (await screen.findByText(text)).closest('li')!;
    await userEvent.click(within(row).getByRole('button', { name: 'More actions' }));
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  };
  expect(await entriesOf('Mine')).toEqual(['Edit', 'Delete']);
  await userEvent.keyboard('{Escape}');
  expect(await entriesOf('By nobody')).toEqual(['Report']);
  await userEvent.keyboard('{Escape}');
  expect(await entriesOf('Count me in')).toEqual([
    'Mute Ben Moor for a week',
    'Mute Ben Moor for 30 days',
    'Mute Ben Moor',
    'Block Ben Moor',
    'Report',
  ]);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Mute Ben Moor' }));
  await waitFor(() => expect(host.notifications).toHaveLength(1));
  expect(host.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    _links: { user: [{ href: '/v7.1/user/13/', id: '13' }] },
  });
});

it('[SOC-02] who is muted is unmuted from any of their comments and answers, and muted again; all their menus follow', async () => {
  let isMuted = true;
  const ben = () => sampleActor({ id: 13, title: 'Ben Moor', ...(isMuted && { is_muted: true }) });
  const comments = () => [
    sampleComment({ id: 950, text: 'Count me in', actor: ben(), answer_count: 1 }),
    sampleComment({ id: 951, text: 'At nine', actor: ben() }),
    sampleComment({ id: 952, text: 'Me too', actor: sampleActor({ id: 14, title: 'Cy' }) }),
  ];
  const replies = 'GET /activity_story/?reply_type=comment&parent_story_id=900';
  const host = open(comments(), {
    'GET /activity_story/900/': () =>
      sampleStory({ comments: { count: 4, replied: false, items: comments().slice(-2) } }),
    [`${replies}&limit=20`]: () => sampleStoryList({ comments: comments() }),
    [`${replies}&parent_reply_id=950&limit=20`]: () =>
      sampleStoryList({ comments: [sampleComment({ id: 960, text: 'By the bridge', actor: ben() })] }),
    'POST /user_mute/': () => {
      isMuted = true;
      return {};
    },
    'DELETE /user_mute/13/': () => {
      isMuted = false;
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show 1 reply' }));
  const openMenu = async (text: string) => {
    const row = (await screen.findByText(text)).closest('li')!;
    await userEvent.click(within(row).getAllByRole('button', { name: 'More actions' }).at(-1)!);
  };
  const expectEntry = async (texts: readonly string[], entry: string, other: string) => {
    for (const text of texts) {
      await openMenu(text);
      expect(await screen.findByRole('menuitem', { name: entry })).toBeTruthy();
      expect(screen.queryByRole('menuitem', { name: other })).toBeNull();
      await userEvent.keyboard('{Escape}');
    }
  };
  const ofBen = ['Count me in', 'At nine', 'By the bridge'];
  const [mute, unmute] = ['Mute Ben Moor', 'Unmute Ben Moor'];
  await expectEntry(ofBen, unmute, mute);
  await expectEntry(['Me too'], 'Mute Cy', 'Unmute Cy');
  await openMenu('By the bridge');
  await userEvent.click(await screen.findByRole('menuitem', { name: unmute }));
  await waitFor(() => expect(host.notifications.at(-1)?.text).toBe('Ben Moor is back in your feed.'));
  await expectEntry(ofBen, mute, unmute);
  await openMenu('At nine');
  await userEvent.click(await screen.findByRole('menuitem', { name: mute }));
  await waitFor(() => expect(host.notifications.at(-1)?.text).toBe('You won’t see Ben Moor in your feed.'));
  await expectEntry(ofBen, unmute, mute);
  act(() => host.notifications.at(-1)!.action!.run());
  await waitFor(() => expect(host.notifications.at(-1)?.text).toBe('Ben Moor is back in your feed.'));
  await expectEntry(ofBen, mute, unmute);
});

it('[SOC-01] who is muted is unmuted from a story of theirs', async () => {
  let isMuted = true;
  open([], {
    'GET /activity_story/900/': () => sampleStory({ actor: sampleActor(isMuted ? { is_muted: true } : {}) }),
    'DELETE /user_mute/12/': () => {
      isMuted = false;
    },
  });
  const menu = async () => userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await menu();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Unmute Ana Ridge' }));
  await waitFor(() => expect(isMuted).toBe(false));
  await menu();
  expect(await screen.findByRole('menuitem', { name: 'Mute Ana Ridge' })).toBeTruthy();
});

it('[SOC-02] visitors read comments without a menu', async () => {
  const can = { edit: false, delete: false, report: false };
  open([sampleComment({ can })], {}, { can: { ...can, like: false, comment: false } }, { isVisitor: true });
  const row = (await screen.findByText('Count me in')).closest('li')!;
  expect(within(row).queryByRole('button', { name: 'More actions' })).toBeNull();
});

it('[SOC-02] [A11Y] the button that counts comments gives the focus to the field each time', async () => {
  open([]);
  const field = await screen.findByRole('textbox', { name: 'Write a comment' });
  const ask = screen.getByRole('button', { name: /comment/i, expanded: true });
  for (const time of ['first', 'second']) {
    ask.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect([time, document.activeElement]).toEqual([time, field]));
  }
});

it('[SOC-02] the list of members goes once a name is written out, and does not cover Send', async () => {
  const user = {
    id: 13,
    username: 'benmoor',
    display_name: 'Ben Moor',
    _links: { image: sampleActor()._links['image']! },
  };
  open([], {
    'GET /activity_story/900/mentionable/': { _embedded: { users: [user] }, total_count: 1 },
  });
  const field = await screen.findByRole('textbox', { name: 'Write a comment' });
  await userEvent.type(field, 'Look @Benmoo');
  await screen.findByRole('option', { name: /Ben Moor/ });
  await userEvent.type(field, 'r');
  expect(screen.queryByRole('listbox')).toBeNull();
  // What was written is kept as a draft.
  await userEvent.clear(field);
});

it('[SOC-02] a mention is chosen with the keyboard among those who may see the story', async () => {
  const user = {
    id: 13,
    username: 'benmoor',
    display_name: 'Ben Moor',
    _links: { image: sampleActor()._links['image']! },
  };
  const host = open([], {
    'GET /activity_story/900/mentionable/': { _embedded: { users: [user] }, total_count: 1 },
    'POST /activity_story/': sampleComment({ id: 970, text: 'Look @benmoor', actor: ME }),
  });
  const field = await screen.findByRole('textbox', { name: 'Write a comment' });
  await userEvent.type(field, 'Look @be');
  await screen.findByRole('option', { name: /Ben Moor/ });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe('Look @benmoor '));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(host.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      verb: 'comment',
      object: { text: 'Look @benmoor' },
    }),
  );
});
