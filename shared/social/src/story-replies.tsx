import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Story } from '@waymark/api-contract';
import { EarlyPart } from '@waymark/remote/early/early-part';
import { Box, Button, CommentIcon, LikeIcon } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';
import { useLike } from './likes.ts';
import './story.css';

const loadComments = () => import(/* webpackChunkName: "comments" */ './comments/comments.tsx');
const Comments = lazy(loadComments);
const loadLikers = () => import(/* webpackChunkName: "dialogs" */ './likers-dialog.tsx');
const LikersDialog = lazy(loadLikers);

interface StoryRepliesProps {
  story: Story;
  /** Shows the comments from the start, as on the page of a story. */
  isOpen?: boolean;
  /** Key of the workout's link, where one opened it by that. */
  linkKey?: string;
}

/** Likes and comments of a story, the same in feeds, on the story's page and on the page of its workout. */
export function StoryReplies({ story, isOpen = false, linkKey }: StoryRepliesProps) {
  const { t } = useLingui();
  const toggleLike = useLike(story, linkKey);
  const [isListing, setIsListing] = useState(false);
  const [writeRequests, setWriteRequests] = useState(0);
  const { likes, comments, settings, can } = story;
  const hasComments = comments.count > 0 || writeRequests > 0 || isOpen;
  const prepare = () => void loadComments();
  return (
    <div>
      <div className="wm-replies">
        {can.like && (
          <Button
            variant="quiet"
            size="sm"
            icon={<LikeIcon fill={likes.replied ? 'currentColor' : 'none'} fillOpacity={0.25} />}
            aria-pressed={likes.replied}
            color={likes.replied ? 'blaze.fg' : undefined}
            onClick={toggleLike}
          >
            {likes.replied ? <Trans>Liked</Trans> : <Trans>Like</Trans>}
          </Button>
        )}
        {(settings.has_comments || comments.count > 0) && (
          <Button
            variant="quiet"
            size="sm"
            icon={<CommentIcon />}
            aria-expanded={hasComments}
            onClick={() => setWriteRequests((before) => before + 1)}
            onPointerEnter={prepare}
            onFocus={prepare}
          >
            {comments.count > 0 ? (
              <Plural value={comments.count} one="# comment" other="# comments" />
            ) : (
              <Trans>Comment</Trans>
            )}
          </Button>
        )}
        {likes.count > 0 && (
          <Button
            variant="quiet"
            size="sm"
            className="wm-replies__who"
            aria-haspopup="dialog"
            onPointerEnter={() => void loadLikers()}
            onClick={() => setIsListing(true)}
          >
            <LikersText likes={likes} />
          </Button>
        )}
      </div>
      {hasComments && (
        <Suspense
          fallback={
            <EarlyPart name={`comments-${story.id}`}>
              <Box minH={isOpen ? '120px' : '44px'} aria-busy="true" />
            </EarlyPart>
          }
        >
          <Comments story={story} writeRequests={writeRequests} isOpen={isOpen} linkKey={linkKey} />
        </Suspense>
      )}
      {isListing && (
        <Suspense>
          <LikersDialog story={story} onClose={() => setIsListing(false)} title={t`Liked by`} />
        </Suspense>
      )}
    </div>
  );
}

/** Who liked it: names as far as one line has room, and how many more. */
function LikersText({ likes }: Pick<Story, 'likes'>) {
  const { t } = useLingui();
  const [first] = likes.items;
  const others = likes.count - 1;
  if (!first) return <Plural value={likes.count} one="# like" other="# likes" />;
  const name = likes.replied ? t`You` : first.actor.title;
  if (others === 0) return <span data-untranslated="">{name}</span>;
  return (
    <span data-untranslated="">
      <Plural value={others} one={`${name} and # other`} other={`${name} and # others`} />
    </span>
  );
}
