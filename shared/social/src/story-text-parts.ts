import type { StoryActor } from '@waymark/api-contract';

/** Words of a text, and where they lead: to a member's page, or out of the site. */
export interface StoryTextPart {
  text: string;
  href?: string;
  isMember?: boolean;
}

/** A web address, or a member's name after an @. What follows an address in a sentence does not belong to it. */
const PARTS = /(https?:\/\/[^\s<>"']{1,2000}|@[\w.-]{1,60})/g;
const PUNCTUATION = '.,;:!?)]';

function splitPunctuation(part: string): [name: string, trailing: string] {
  let end = part.length;
  while (end > 0 && PUNCTUATION.includes(part.charAt(end - 1))) end--;
  return [part.slice(0, end), part.slice(end)];
}

/** What a member wrote, cut where addresses and mentioned members become links. */
export const storyTextParts = (text: string, mentions: readonly StoryActor[]): StoryTextPart[] =>
  text
    .split(PARTS)
    .flatMap((part, index) => (index % 2 === 1 ? linked(part, mentions) : { text: part }))
    .filter((part) => part.text !== '');

function linked(part: string, mentions: readonly StoryActor[]): StoryTextPart[] {
  const [name, trailing] = splitPunctuation(part);
  if (!name.startsWith('@')) return [{ text: name, href: name }, { text: trailing }];
  const member = mentions.find(({ username }) => username.toLowerCase() === name.slice(1).toLowerCase());
  if (!member) return [{ text: part }];
  return [{ text: member.title, href: `/profile/${member.id}`, isMember: true }, { text: trailing }];
}
