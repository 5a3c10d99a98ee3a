import { sampleActor, sampleStory } from '@waymark/social/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { reloadDrafts } from '../testing/open-page.tsx';
import { FIRST, findStory, openFeed, storyPage } from './test-feed.ts';

beforeEach(() => localStorage.clear());

describe('a post that was begun in a page before', () => {
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a post' });
  const audience = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Who can see it' });
  const begin = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'How is training going?' }));
    return field();
  };
  const choosePhoto = () =>
    fireEvent.change(screen.getByTestId('post-photos'), {
      target: { files: [new File(['x'], 'a.jpg', { type: 'image/jpeg' })] },
    });
  const note = 'Your photos weren’t kept. Add them again to post them.';

  beforeEach(() => {
    URL.createObjectURL = () => 'blob:photo';
    URL.revokeObjectURL = () => {};
  });

  it('[SOC-01] returns after a reload with the audience that was chosen for it', async () => {
    const mine = sampleStory({ id: 950, actor: sampleActor({ id: 21, title: 'Robin Trail' }) });
    const answers = { [FIRST]: storyPage([sampleStory()]), 'POST /activity_story/': mine };
    const first = openFeed(answers, { userId: 20 });
    await userEvent.type(await begin(), 'Just for me');
    await userEvent.selectOptions(audience(), 'Private (only me)');
    first.unmount();
    reloadDrafts({ from: 20, to: 21 });
    const host = openFeed(answers, { userId: 21 });
    expect((await field()).value).toBe('Just for me');
    expect(audience().value).toBe('0');
    await userEvent.click(screen.getByRole('button', { name: 'Post' }));
    await findStory('Robin Trail');
    expect(host.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ privacy: 0 });
    expect(Object.keys(localStorage).filter((key) => key.startsWith('waymark.draft.21.'))).toEqual([]);
  });

  it('[SOC-01] a post that was given up decides nothing about the next one', async () => {
    const first = openFeed({ [FIRST]: storyPage([sampleStory()]) }, { userId: 22 });
    await userEvent.type(await begin(), 'To all');
    await userEvent.selectOptions(audience(), 'Everyone');
    await userEvent.clear(await field());
    first.unmount();
    openFeed({ [FIRST]: storyPage([sampleStory()]) }, { userId: 22 });
    await userEvent.type(await begin(), 'Taper week');
    expect(audience().value).toBe('1');
    expect(localStorage.getItem('waymark.draft.22.post.privacy')).toBe('1');
  });

  it('[SOC-01] an audience that is none reads as Friends', async () => {
    localStorage.setItem('waymark.draft.23.post', 'From last week');
    localStorage.setItem('waymark.draft.23.post.privacy', '6');
    openFeed({ [FIRST]: storyPage([sampleStory()]) }, { userId: 23 });
    expect((await field()).value).toBe('From last week');
    expect(audience().value).toBe('1');
  });

  it('[SOC-01] says after a reload that its photos have to be added again, until they are or are left out', async () => {
    const answers = { [FIRST]: storyPage([sampleStory()]) };
    const first = openFeed(answers, { userId: 27 });
    await userEvent.type(await begin(), 'Look');
    choosePhoto();
    expect(screen.queryByText(note)).toBeNull();
    first.unmount();
    reloadDrafts({ from: 27, to: 24 });
    const second = openFeed(answers, { userId: 24 });
    expect(await screen.findByText(note)).toBeTruthy();
    choosePhoto();
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
    second.unmount();
    const third = openFeed(answers, { userId: 24 });
    await screen.findByText(note);
    await userEvent.click(screen.getByRole('button', { name: 'Leave the photos out' }));
    expect(screen.queryByText(note)).toBeNull();
    third.unmount();
    openFeed(answers, { userId: 24 });
    expect((await field()).value).toBe('Look');
    expect(screen.queryByText(note)).toBeNull();
  });

  it('[SOC-01] photos without a word yet are asked for again as well', async () => {
    const first = openFeed({ [FIRST]: storyPage([sampleStory()]) }, { userId: 25 });
    await begin();
    choosePhoto();
    first.unmount();
    openFeed({ [FIRST]: storyPage([sampleStory()]) }, { userId: 25 });
    expect(await screen.findByText(note)).toBeTruthy();
  });

  it('[SOC-01] without photos nothing is said of any', async () => {
    localStorage.setItem('waymark.draft.26.post', 'From last week');
    openFeed({ [FIRST]: storyPage([sampleStory()]) }, { userId: 26 });
    await field();
    expect(screen.queryByText(note)).toBeNull();
  });
});
