import type { Story, StoryActor } from '@waymark/api-contract';
import { el } from '@waymark/remote/early';
import { pictureAddress, type PicturedMember } from '@waymark/social/picture-address';
import { storyTextParts } from '@waymark/social/story-text-parts';
import '@waymark/social/story.css';
import { relativeInEnglish } from '@waymark/ui/relative-in-english';

/** `MemberPicture` of the social package. */
export function memberPicture(member: PicturedMember, pixels: 32 | 44 = 44): HTMLElement {
  const size = String(pixels);
  const src = pictureAddress(member, 'Small');
  const image = el('img', { src, alt: '', width: size, height: size, loading: 'lazy', decoding: 'async' });
  image.addEventListener('error', () => image.remove());
  return pictureRoom(pixels, image);
}

/** The circle of a picture. */
export const pictureRoom = (pixels: 32 | 44, image?: HTMLElement): HTMLElement =>
  el('div', { class: 'wm-picture', 'data-size': pixels === 32 ? 'sm' : 'md' }, image);

export const memberLink = ({ id, title }: StoryActor): HTMLElement =>
  el('a', { class: 'wm-link wm-member', 'data-variant': 'quiet', href: `/profile/${id}` }, title);

/** `RelativeTime` of the design system, without its tooltip. */
export const relativeTime = (moment: string): HTMLElement =>
  el('time', { datetime: moment }, relativeInEnglish(moment));

/** `StoryText` of the social package. */
export const storyText = ({ text, mentions }: Pick<Story['object'], 'text' | 'mentions'>): HTMLElement =>
  el(
    'div',
    { class: 'wm-text wm-story-text' },
    ...storyTextParts(text, mentions).map(({ text: words, href, isMember }) => {
      if (href === undefined) return words;
      const look = isMember
        ? { class: 'wm-link wm-member', 'data-variant': 'quiet' }
        : { class: 'wm-link', target: '_blank', rel: 'nofollow ugc noopener noreferrer' };
      return el('a', { ...look, href }, words);
    }),
  );
