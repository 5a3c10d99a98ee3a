import type { StoryActor } from '@waymark/api-contract';
import { Box, Link } from '@waymark/ui';
import type { ReactNode } from 'react';

interface StoryTextProps {
  text: string;
  /** Members whom the text mentions as `@username`. */
  mentions: readonly StoryActor[];
}

/** A web address, or a member's name after an @. What follows an address in a sentence does not belong to it. */
const PARTS = /(https?:\/\/[^\s<>"']{1,2000}|@[\w.-]{1,60})/g;
const PUNCTUATION = '.,;:!?)]';

function splitPunctuation(part: string): [name: string, trailing: string] {
  let end = part.length;
  while (end > 0 && PUNCTUATION.includes(part.charAt(end - 1))) end--;
  return [part.slice(0, end), part.slice(end)];
}

/** What a member wrote: plain text in which addresses and mentioned members are links. */
export function StoryText({ text, mentions }: StoryTextProps) {
  return (
    <Box className="wm-text" whiteSpace="pre-wrap" overflowWrap="anywhere" data-untranslated="">
      {text.split(PARTS).map((part, index) => (index % 2 === 1 ? linked(part, index, mentions) : part))}
    </Box>
  );
}

function linked(part: string, index: number, mentions: readonly StoryActor[]): ReactNode {
  const [name, trailing] = splitPunctuation(part);
  if (!name.startsWith('@'))
    return (
      <span key={index}>
        <Link href={name} external rel="nofollow ugc noopener noreferrer">
          {name}
        </Link>
        {trailing}
      </span>
    );
  const member = mentions.find(({ username }) => username.toLowerCase() === name.slice(1).toLowerCase());
  if (!member) return part;
  return (
    <span key={index}>
      <Link href={`/profile/${member.id}`} variant="quiet" fontWeight={600}>
        {member.title}
      </Link>
      {trailing}
    </span>
  );
}
