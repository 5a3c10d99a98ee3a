import { msg } from '@lingui/core/macro';
import type { StoryList } from '@waymark/api-contract';
import { addSheet, drawEarly, el, type EarlyPage } from '@waymark/remote/early';
import { CARD_CSS } from '@waymark/ui/card-css';
import { canDrawStory, earlyStory } from './early-story.ts';
import { readFeedPlace } from './feed-address.ts';
import './early.css';
import './look.css';

addSheet(CARD_CSS);

/** An address that may ask for other stories (`feedFilterOf`). */
const FILTERED = /[?&](view|activity)=/;

// The first stories of the feed as the page itself draws them (story-card): a test holds the two together.
drawEarly<StoryList>(({ _embedded: { stories } }, page) => {
  // The answer is that of the whole feed from its top.
  if (FILTERED.test(location.search) || readFeedPlace()) return null;
  // Below one that this version cannot draw the page has others in other places.
  const unknown = stories.findIndex((story) => !canDrawStory(story));
  const drawn = unknown < 0 ? stories : stories.slice(0, unknown);
  // What an empty feed offers is for the page to say.
  if (drawn.length === 0) return null;
  document.title = `${page.text(msg`Activity Feed`)} · Waymark`;
  return el(
    'div',
    { class: 'wm-f-feed' },
    el('h1', {}, page.text(msg`Activity Feed`)),
    postCard(page),
    filters(page),
    el('div', { class: 'wm-f-stories', role: 'feed' }, ...drawn.map((story) => earlyStory(story, page))),
  );
});

/** Shows what comes here; writing begins with the page. */
const postCard = ({ text }: EarlyPage) =>
  el(
    'div',
    { class: 'wm-card wm-f-post', 'data-part': 'post', 'aria-hidden': 'true' },
    el('div', { class: 'wm-picture' }),
    el('div', { class: 'wm-f-field' }, text(msg`How is training going?`)),
  );

const filters = ({ text }: EarlyPage) =>
  el(
    'div',
    { class: 'wm-f-filters', 'data-part': 'filters', 'aria-hidden': 'true' },
    el(
      'div',
      { class: 'wm-f-segments' },
      ...[msg`All`, msg`Friends`, msg`You`].map((label) => el('span', {}, text(label))),
    ),
    el('div', { class: 'wm-f-select' }, text(msg`All activities`)),
  );
