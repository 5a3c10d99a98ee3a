import { msg } from '@lingui/core/macro';
import type { Story, StoryActor, WorkoutSummary } from '@waymark/api-contract';
import { activityIcon, addSheet, el, figure, lineIcon, svg, type EarlyPage } from '@waymark/remote/early';
import { BADGE_CSS } from '@waymark/ui/badge-css';
import { PRIVACY_NAMES } from '@waymark/ui/privacy-names';
import { recordName } from '@waymark/ui/record-name';
import { FLAG, GLOBE, LOCK, TROPHY, USERS } from '@waymark/ui/feed-icon-paths';
import { courseSketch, SKETCH_HEIGHT, SKETCH_WIDTH } from './course-sketch.ts';
import { memberLink, memberPicture, relativeTime, storyText } from './early-member.ts';
import { earlyReplies } from './early-replies.ts';
import { photoPlaces } from './photo-layout.ts';
import { storyFigures } from './story-figures.ts';

addSheet(BADGE_CSS);

const PRIVACY_ICONS = { 0: LOCK, 1: USERS, 3: GLOBE, 6: GLOBE } as const;

/** Whether the story is of a kind that is known here. A newer API may have others. */
export const canDrawStory = ({ verb, object }: Story): boolean =>
  ({ do: object.workout !== null, post: true, befriend: object.friend !== null, join: true, finish: true })[
    verb
  ] ?? false;

/** `StoryCard` without what can be done with it. */
export function earlyStory(story: Story, page: EarlyPage): HTMLElement {
  const { actor, object } = story;
  const { workout, friend, photos } = object;
  return el(
    'article',
    { class: 'wm-card wm-f-story', 'aria-label': actor.title },
    el(
      'div',
      { class: 'wm-f-head' },
      memberPicture(actor),
      el(
        'div',
        { class: 'wm-f-who' },
        el('div', {}, memberLink(actor), ' ', whatHappened(story, page)),
        el('div', { class: 'wm-f-when' }, storyTime(story, page), privacyIcon(story, page)),
      ),
      el('div', { class: 'wm-f-menu' }),
    ),
    ...(workout ? workoutParts(story, workout, page) : []),
    object.type === 'status' && storyText(object),
    object.type === 'challenge' && challengeBox(story),
    friend && friendRow(friend),
    photos.length > 0 && photoRoom(story),
    earlyReplies(story, page),
  );
}

function whatHappened({ verb, object }: Story, { text }: EarlyPage): HTMLElement | null {
  const name = object.friend?.title ?? '';
  const words = {
    do: null,
    post: null,
    befriend: msg`and ${name} are now friends`,
    join: msg`joined a challenge`,
    finish: msg`finished a challenge`,
  }[verb];
  return words && el('span', { class: 'wm-f-muted' }, text(words));
}

function storyTime(story: Story, { text }: EarlyPage): HTMLElement {
  const { workout } = story.object;
  const href = workout ? `/workout/${workout.id}` : `/activity_feed/story/${story.id}`;
  return el(
    'a',
    { class: 'wm-link', 'data-variant': 'quiet', href },
    relativeTime(workout?.start_datetime ?? story.published),
    story.edited && ` · ${text(msg`edited`)}`,
  );
}

const privacyIcon = ({ privacy }: Story, { text }: EarlyPage) =>
  lineIcon(PRIVACY_ICONS[privacy], 14, text(PRIVACY_NAMES[privacy]));

function workoutParts(story: Story, workout: WorkoutSummary, page: EarlyPage) {
  const { text } = page;
  const { records, photos } = story.object;
  const link = { class: 'wm-link', 'data-variant': 'quiet', href: `/workout/${workout.id}` };
  const figures = storyFigures(workout, page);
  const sketch = photos.length === 0 && workout.preview.polyline && courseSketch(workout.preview.polyline);
  return [
    el(
      'div',
      { class: 'wm-f-name' },
      activityIcon(workout.activity_group, 24, workout.activity_name),
      el('div', {}, el('a', link, workout.name)),
    ),
    figures.length > 0 &&
      el(
        'dl',
        { class: 'wm-f-figures' },
        ...figures.map(({ label, value, unit }) =>
          el('div', {}, el('dd', {}, figure(value, unit, 'md')), el('dt', {}, label)),
        ),
      ),
    records.length > 0 &&
      el(
        'div',
        { class: 'wm-f-records' },
        ...records.map((record) => {
          const name = recordName(record, text);
          const words = text(msg`Record: ${name}`);
          return el('span', { class: 'wm-badge' }, lineIcon(TROPHY, 14), ' ', words);
        }),
      ),
    sketch &&
      el(
        'a',
        { ...link, tabindex: '-1', 'aria-hidden': 'true' },
        el(
          'div',
          { class: 'wm-f-sketch' },
          svg(
            'svg',
            { viewBox: `0 0 ${SKETCH_WIDTH} ${SKETCH_HEIGHT}`, width: '100%', 'aria-hidden': 'true' },
            svg('path', { d: sketch.path }),
            svg('circle', { cx: sketch.start[0], cy: sketch.start[1], r: '7' }),
            svg('circle', { cx: sketch.end[0], cy: sketch.end[1], r: '6' }),
          ),
        ),
      ),
  ];
}

const challengeBox = ({ object }: Story) =>
  el(
    'div',
    { class: 'wm-f-challenge' },
    lineIcon(object.event === 'finished' ? TROPHY : FLAG, 28),
    el(
      'a',
      { class: 'wm-link wm-member', 'data-variant': 'quiet', href: `/challenges/${object.id}` },
      object.text,
    ),
  );

const friendRow = (friend: StoryActor) =>
  el('div', { class: 'wm-f-head' }, memberPicture(friend), memberLink(friend));

const photoRoom = ({ object }: Story) =>
  el(
    'div',
    { class: 'wm-f-photos' },
    ...photoPlaces(object.photos).map(({ ratio, isWide }) => {
      const room = el('div', { 'data-wide': isWide ? '' : undefined });
      room.style.aspectRatio = String(ratio);
      return room;
    }),
  );
