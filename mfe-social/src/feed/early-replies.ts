import { msg, plural } from '@lingui/core/macro';
import type { Story, StoryComment } from '@waymark/api-contract';
import { buttonRoom, el, lineIcon, type EarlyPage } from '@waymark/remote/early';
import { COMMENT } from '@waymark/ui/feed-icon-paths';
import { memberLink, memberPicture, pictureRoom, relativeTime, storyText } from './early-member.ts';

/** Likes and comments of a story as `StoryReplies` shows them first; its buttons come with the page. */
export const earlyReplies = (story: Story, page: EarlyPage): HTMLElement =>
  el(
    'div',
    { 'data-part': `replies-${story.id}` },
    counts(story, page),
    story.comments.count > 0 && comments(story, page),
  );

/** Of a button that stands alone in its line: only its height matters. */
const NO_WORDS = '\u00a0';

const button = (className: string, ...children: (Node | string)[]): HTMLElement =>
  el('span', { class: `wm-button ${className}`, 'data-size': 'sm' }, ...children);

function counts({ likes, comments: { count }, settings, can }: Story, { text }: EarlyPage): HTMLElement {
  const [first] = likes.items;
  const others = likes.count - 1;
  const name = first && (likes.replied ? text(msg`You`) : first.actor.title);
  const who = !name
    ? msg`${plural(likes.count, { one: '# like', other: '# likes' })}`
    : others > 0 && msg`${plural(others, { one: `${name} and # other`, other: `${name} and # others` })}`;
  return el(
    'div',
    { class: 'wm-replies' },
    can.like && buttonRoom(likes.replied ? text(msg`Liked`) : text(msg`Like`)),
    count > 0
      ? button(
          '',
          lineIcon(COMMENT, 17.5),
          text(msg`${plural(count, { one: '# comment', other: '# comments' })}`),
        )
      : settings.has_comments && buttonRoom(text(msg`Comment`)),
    likes.count > 0 && button('wm-replies__who', who ? text(who) : (name ?? '')),
  );
}

/** The last comments, in the place of which the page's own come (`EarlyPart`). */
function comments(story: Story, page: EarlyPage): HTMLElement {
  const { text } = page;
  const { count, items } = story.comments;
  const shown = items.filter(({ parent_reply_id }) => parent_reply_id === null);
  const older = count - shown.length - shown.reduce((sum, { answer_count }) => sum + answer_count, 0);
  return el(
    'div',
    { class: 'wm-comments', 'data-part': `comments-${story.id}` },
    older > 0 && buttonRoom(NO_WORDS, { hasIcon: false }),
    el('ul', { class: 'wm-comments__list' }, ...shown.map((comment) => commentRow(comment, story, page))),
    story.can.comment &&
      el(
        'div',
        { class: 'wm-comments__form', 'aria-hidden': 'true' },
        pictureRoom(32),
        el('div', { class: 'wm-f-field wm-f-comment' }, text(msg`Write a comment`)),
      ),
    !story.settings.has_comments &&
      el('p', { class: 'wm-text wm-comments__note' }, text(msg`Comments are turned off.`)),
  );
}

function commentRow(comment: StoryComment, story: Story, page: EarlyPage): HTMLElement {
  const { text } = page;
  const { actor, object, can } = comment;
  if (comment.deleted_by) return el('li', {}, tombstone(comment, story, page));
  return el(
    'li',
    { class: 'wm-comment' },
    actor && memberPicture(actor, 32),
    el(
      'div',
      { class: 'wm-comment__body' },
      el(
        'div',
        { class: 'wm-comment__head' },
        actor ? memberLink(actor) : el('span', {}, text(msg`A member`)),
        el('span', {}, relativeTime(comment.published), comment.edited && ` · ${text(msg`edited`)}`),
      ),
      storyText(object),
      el(
        'div',
        { class: 'wm-comment__actions' },
        (story.can.comment || comment.answer_count > 0) && buttonRoom(NO_WORDS, { hasIcon: false }),
      ),
    ),
    (can.edit || can.delete || can.report) && el('div', { class: 'wm-f-menu' }),
  );
}

function tombstone({ deleted_by: by }: StoryComment, { actor }: Story, { text }: EarlyPage): HTMLElement {
  const owner = actor.title;
  const words =
    by === 'moderator'
      ? msg`Removed by a moderator`
      : by === 'owner'
        ? msg`Deleted by ${owner}`
        : msg`Deleted by its author`;
  return el('p', { class: 'wm-text wm-comments__note' }, text(words));
}
