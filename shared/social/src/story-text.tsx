import type { StoryActor } from '@waymark/api-contract';
import { Link } from '@waymark/ui';
import { createElement, type ReactNode } from 'react';
import { storyTextParts, type StoryTextPart } from './story-text-parts.ts';
import './story.css';

interface StoryTextProps {
  text: string;
  /** Members whom the text mentions as `@username`. */
  mentions: readonly StoryActor[];
}

/** What a member wrote: plain text in which addresses and mentioned members are links. */
export const StoryText = ({ text, mentions }: StoryTextProps) =>
  createElement(
    'div',
    { className: 'wm-text wm-story-text', 'data-untranslated': '' },
    ...storyTextParts(text, mentions).map(linked),
  );

function linked({ text, href, isMember }: StoryTextPart): ReactNode {
  if (href === undefined) return text;
  if (isMember)
    return (
      <Link href={href} variant="quiet" className="wm-member">
        {text}
      </Link>
    );
  return (
    <Link href={href} external rel="nofollow ugc noopener noreferrer">
      {text}
    </Link>
  );
}
