import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Story, StoryComment } from '@waymark/api-contract';
import { Button, EditIcon, Link, Menu, RelativeTime, TrashIcon, type MenuItem } from '@waymark/ui';
import { useState } from 'react';
import { useDraft, useEditDraft } from '../draft.ts';
import { MemberPicture } from '../member-picture.tsx';
import { StoryText } from '../story-text.tsx';
import { useSafetyMenu } from '../use-safety-menu.tsx';
import { CommentForm } from './comment-form.tsx';
import { useCommentActions, useCommentList } from './use-comments.ts';

interface CommentRowProps {
  story: Story;
  comment: StoryComment;
  linkKey?: string | undefined;
}

/** A comment with its answers, and what the reader may do with it. */
export function CommentRow({ story, comment, linkKey }: CommentRowProps) {
  const [task, setTask] = useState<'answer' | 'edit' | null>(null);
  const [showsAnswers, setShowsAnswers] = useState(false);
  const { t } = useLingui();
  const actions = useCommentActions(story, linkKey);
  const [answer, setAnswer] = useDraft(`answer.${comment.id}`);
  const edited = useEditDraft(`edit.${comment.id}`, comment.object.text);
  const isAnswer = comment.parent_reply_id !== null;
  const done = () => setTask(null);
  const { id, actor, can } = comment;
  const safety = useSafetyMenu({
    member: actor && { id: actor.id, name: actor.title },
    reported: can.report ? { type: 'comment', id } : null,
    isMuted: actor?.is_muted,
  });
  const editIt = () => {
    if (!edited.isCurrent) edited.setText(comment.object.text, comment.object.text);
    setTask('edit');
  };
  const items: MenuItem[] = [
    ...(can.edit ? [{ label: t`Edit`, icon: <EditIcon />, onSelect: editIt }] : []),
    ...(can.delete
      ? [{ label: t`Delete`, icon: <TrashIcon />, danger: true, onSelect: () => void actions.remove(id) }]
      : []),
    ...safety.muteItems,
    ...safety.endItems,
  ];
  if (comment.deleted_by)
    return (
      <li>
        <p className="wm-text wm-comments__note">
          <Tombstone comment={comment} story={story} />
        </p>
        {comment.answer_count > 0 && <Answers story={story} comment={comment} linkKey={linkKey} />}
      </li>
    );
  return (
    <li className="wm-comment">
      {comment.actor && <MemberPicture member={comment.actor} size="sm" />}
      <div className="wm-comment__body">
        <div className="wm-comment__head" data-untranslated="">
          {comment.actor ? (
            <Link href={`/profile/${comment.actor.id}`} variant="quiet" className="wm-member">
              {comment.actor.title}
            </Link>
          ) : (
            <span>
              <Trans>A member</Trans>
            </span>
          )}
          <span>
            <RelativeTime date={comment.published} />
            {comment.edited && (
              <>
                {' · '}
                <Trans>edited</Trans>
              </>
            )}
          </span>
        </div>
        {task === 'edit' ? (
          <CommentForm
            storyId={story.id}
            label={t`Edit your comment`}
            text={edited.text}
            onText={(text) => edited.setText(text)}
            submit={async (text) => {
              const result = await actions.edit(comment.id, text);
              if (result.ok) done();
              return result;
            }}
            onCancel={() => {
              edited.setText('');
              done();
            }}
            action={t`Save`}
            focusRequests={1}
          />
        ) : (
          <StoryText text={comment.object.text} mentions={comment.object.mentions} />
        )}
        <div className="wm-comment__actions">
          {story.can.comment && !isAnswer && task !== 'edit' && (
            <Button size="sm" variant="quiet" color="muted" onClick={() => setTask('answer')}>
              <Trans>Reply</Trans>
            </Button>
          )}
          {comment.answer_count > 0 && !showsAnswers && (
            <Button size="sm" variant="quiet" color="muted" onClick={() => setShowsAnswers(true)}>
              <Plural value={comment.answer_count} one="Show # reply" other="Show # replies" />
            </Button>
          )}
        </div>
        {showsAnswers && <Answers story={story} comment={comment} linkKey={linkKey} />}
        {task === 'answer' && (
          <CommentForm
            storyId={story.id}
            label={t`Reply to ${comment.actor?.title ?? t`this comment`}`}
            text={answer}
            onText={setAnswer}
            submit={async (text) => {
              const result = await actions.send(text, comment.id);
              if (result.ok) {
                setShowsAnswers(true);
                done();
              }
              return result;
            }}
            onCancel={done}
            focusRequests={1}
          />
        )}
        {safety.dialogs}
      </div>
      {items.length > 0 && <Menu label={t`More actions`} icon size="sm" align="end" items={items} />}
    </li>
  );
}

function Answers({ story, comment, linkKey }: CommentRowProps) {
  const list = useCommentList({ storyId: story.id, parentReplyId: comment.id }, true);
  return (
    <ul className="wm-comments__list">
      {list.hasNextPage && (
        <li>
          <Button
            size="sm"
            variant="quiet"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            <Trans>Show earlier replies</Trans>
          </Button>
        </li>
      )}
      {list.comments?.map((answer) => (
        <CommentRow key={answer.id} story={story} comment={answer} linkKey={linkKey} />
      ))}
    </ul>
  );
}

function Tombstone({ comment, story }: { comment: StoryComment; story: Story }) {
  if (comment.deleted_by === 'moderator') return <Trans>Removed by a moderator</Trans>;
  if (comment.deleted_by === 'owner') return <Trans>Deleted by {story.actor.title}</Trans>;
  return <Trans>Deleted by its author</Trans>;
}
