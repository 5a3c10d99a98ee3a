import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Story } from '@waymark/api-contract';
import { useSession } from '@waymark/remote';
import { Button, Link, LoadFailed, SkeletonText } from '@waymark/ui';
import { useState } from 'react';
import { useDraft } from '../draft.ts';
import { actorOf } from '../likes.ts';
import { MemberPicture } from '../member-picture.tsx';
import { useRestoredFocus } from '../use-restored-focus.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentRow } from './comment-row.tsx';
import { useCommentActions, useCommentList } from './use-comments.ts';

interface CommentsProps {
  story: Story;
  /** How often the member asked to write: the field takes the focus each time. */
  writeRequests: number;
  /** All comments from the start; otherwise the last ones, and the others on request. */
  isOpen: boolean;
  linkKey?: string | undefined;
}

/** The comments of a story: the last two at once, all of them on request, and a field for one's own. */
export default function Comments({ story, writeRequests, isOpen, linkKey }: CommentsProps) {
  const { t } = useLingui();
  useRestoredFocus();
  const { user } = useSession();
  const [showsAll, setShowsAll] = useState(isOpen);
  const list = useCommentList({ storyId: story.id }, showsAll);
  const actions = useCommentActions(story, linkKey);
  const [text, setText] = useDraft(`comment.${story.id}`);
  const { count, items } = story.comments;
  const shown = (list.comments ?? items).filter(({ parent_reply_id }) => parent_reply_id === null);
  const answers = shown.reduce((sum, { answer_count }) => sum + answer_count, 0);
  const older = showsAll ? 0 : count - shown.length - answers;
  return (
    <div className="wm-comments">
      {older > 0 && (
        <Button size="sm" variant="quiet" color="muted" onClick={() => setShowsAll(true)}>
          <Plural value={older} one="Show # earlier comment" other="Show # earlier comments" />
        </Button>
      )}
      {list.hasNextPage && (
        <Button
          size="sm"
          variant="quiet"
          color="muted"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          <Trans>Show earlier comments</Trans>
        </Button>
      )}
      {list.error && !list.data && (
        <LoadFailed
          title={<Trans>We couldn’t load the comments.</Trans>}
          error={list.error}
          retry={list.refetch}
        />
      )}
      {showsAll && list.isPending && items.length === 0 && count > 0 && <SkeletonText lines={3} />}
      <ul className="wm-comments__list">
        {shown.map((comment) => (
          <CommentRow key={comment.id} story={story} comment={comment} linkKey={linkKey} />
        ))}
      </ul>
      {story.can.comment && user && (
        <div className="wm-comments__form" data-print="hide">
          <MemberPicture member={actorOf(user)} size="sm" />
          <CommentForm
            storyId={story.id}
            label={t`Write a comment`}
            text={text}
            onText={setText}
            submit={(written) => actions.send(written)}
            focusRequests={writeRequests}
          />
        </div>
      )}
      {!story.settings.has_comments && (
        <p className="wm-text wm-comments__note">
          <Trans>Comments are turned off.</Trans>
        </p>
      )}
      {!user && story.settings.has_comments && (
        <p className="wm-text wm-comments__note">
          <Trans>
            <Link href="/auth/login">Log in</Link> to comment.
          </Trans>
        </p>
      )}
    </div>
  );
}
