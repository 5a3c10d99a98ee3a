import type { Story, StoryList } from '@waymark/api-contract';
import { sampleStoryList } from '@waymark/social/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPage, type Answers } from '../testing/open-page.tsx';

export const FIRST = 'GET /activity_story/?feed_type=friends&limit=10';
export const NEWER = 'GET /activity_story/newer/';

/** The feed with an API that answers the calls named; it has nothing new but what they say. */
export const openFeed = (
  answers: Answers,
  { at = '/activity_feed', userId = 7 }: { at?: string; userId?: number } = {},
) => openPage(at, { [NEWER]: { count: 0 }, ...answers }, { userId });

export const storyPage = (stories: Story[], next?: string): StoryList =>
  sampleStoryList({ stories }, next ? { next } : {});

/** The card of a story, by the name of the member who shared it. */
export const findStory = async (name: RegExp | string) =>
  within(await screen.findByRole('article', { name }));

export const writePost = async (text: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'How is training going?' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Write a post' }), text);
  await userEvent.click(screen.getByRole('button', { name: 'Post' }));
};
