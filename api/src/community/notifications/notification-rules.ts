import {
  NOTIFICATION_KINDS,
  type ModerationOutcome,
  type NotificationKind,
  type NotificationSubject,
} from '@waymark/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import type { DomainEvents } from '../../kernel/server/domain-events.ts';
import { isListedFor } from '../../members/visibility/relation.ts';
import { invitedChallengeIds } from '../../programs/challenges/find-challenge.ts';
import { invitedGroupIds } from '../../programs/challenges/read-groups.ts';
import type { Channels } from './tables.ts';

/** Of what one or several members did a member is told. */
export interface NewCauses {
  userId: number;
  subject: { type: NotificationSubject; id: number } | null;
  outcome?: ModerationOutcome;
  at: Date;
  /** The id is that of the like or comment, or a new one. */
  actions: readonly { id: number; actorId: number }[];
}

interface NotificationRules {
  /** Causes of one kind and day are one notification: each by itself, those of one subject, or all of them. */
  grouping: 'cause' | 'subject' | 'day';
  /** Names nobody: it is of the member's own things, or of a moderator. */
  isAnonymous?: true;
  /** Its causes have the ids of comments; the newest one is shown in place of the subject. */
  showsComment?: true;
  /** What differs from all channels, until the member chooses. */
  channels?: Partial<Channels>;
  causes: { [Name in keyof DomainEvents]?: (event: DomainEvents[Name]) => readonly NewCauses[] };
}

type CommentKind = 'comment' | 'answer' | 'mention';

/** Who would be told of a comment for several reasons is told for the one that concerns them most. */
function kindsOfComment({ ownerId, answeredId, mentions, isNew }: DomainEvents['storyCommented']) {
  const kinds = new Map<number, CommentKind>();
  if (isNew) kinds.set(ownerId, 'comment');
  if (isNew && answeredId !== null) kinds.set(answeredId, 'answer');
  for (const userId of mentions) kinds.set(userId, 'mention');
  return kinds;
}

const commentRules = (kind: CommentKind): NotificationRules => ({
  grouping: 'subject',
  showsComment: true,
  causes: {
    storyCommented: (event) =>
      [...kindsOfComment(event)]
        .filter(([, memberKind]) => memberKind === kind)
        .map(([userId]) => ({
          userId,
          subject: { type: 'story', id: event.storyId },
          at: event.at,
          actions: [{ id: event.commentId, actorId: event.actorId }],
        })),
  },
});

/** Each kind of notification; its words are in `NOTIFICATION_WORDS`. */
export const NOTIFICATION_RULES: Readonly<Record<NotificationKind, NotificationRules>> = {
  friend_request: {
    // Each asks for an answer.
    grouping: 'cause',
    causes: {
      friendshipChanged: ({ actorId, otherId, after, storyIds, at }) =>
        after === 'pending'
          ? [{ userId: otherId, subject: null, at, actions: [{ id: storyIds[0], actorId }] }]
          : [],
    },
  },
  friend_accepted: {
    grouping: 'day',
    causes: {
      // Who asked hears that the other accepted; who gave a link away, that somebody followed it.
      friendshipChanged: ({ actorId, otherId, requestedBy, before, after, storyIds, at }) =>
        after === 'active' && (before !== 'pending' || requestedBy === otherId)
          ? [{ userId: otherId, subject: null, at, actions: [{ id: storyIds[1], actorId }] }]
          : [],
    },
  },
  like: {
    grouping: 'subject',
    // Likes come often and ask for nothing.
    channels: { email: false, push: false },
    causes: {
      storyLiked: ({ storyId, ownerId, likes, at }) => [
        { userId: ownerId, subject: { type: 'story', id: storyId }, at, actions: likes },
      ],
    },
  },
  comment: commentRules('comment'),
  answer: commentRules('answer'),
  mention: commentRules('mention'),
  challenge: {
    grouping: 'subject',
    causes: {
      invited: ({ userId, invitedBy, to, causeId, at }) => [
        { userId, subject: to, at, actions: [{ id: causeId, actorId: invitedBy }] },
      ],
    },
  },
  training_plan: {
    grouping: 'subject',
    isAnonymous: true,
    causes: {
      planAdapted: ({ userId, planId, causeId, at }) => [
        {
          userId,
          subject: { type: 'training_plan', id: planId },
          at,
          actions: [{ id: causeId, actorId: userId }],
        },
      ],
    },
  },
  moderation: {
    grouping: 'cause',
    isAnonymous: true,
    causes: {
      memberModerated: ({ userId, causeId, reportId, outcome, at }) => [
        {
          userId,
          subject: reportId === null ? null : { type: 'decision', id: reportId },
          outcome,
          at,
          actions: [{ id: causeId, actorId: userId }],
        },
      ],
    },
  },
};

export const kindsGroupedBy = (grouping: NotificationRules['grouping']): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => NOTIFICATION_RULES[kind].grouping === grouping);

export interface SubjectText {
  id: number;
  text: string;
  isWorkout?: boolean;
}

interface SubjectRules {
  /** Whether the member may still see the subject of the cause `c`; `stories` is the story that it may be about. */
  isVisibleTo?: (userId: number) => RawBuilder<boolean>;
  readTexts: (db: Db, userId: number, ids: readonly number[]) => Promise<SubjectText[]>;
}

export const SUBJECT_RULES: Readonly<Record<NotificationSubject | 'comment', SubjectRules>> = {
  story: {
    isVisibleTo: (userId) =>
      sql`(stories.removed_at is null and ${isListedFor(userId, 'stories.user_id', 'stories.privacy')})`,
    readTexts: async (db, _userId, ids) =>
      (
        await sql<SubjectText>`
          select stories.id, coalesce(workouts.name, stories.text) as text, stories.kind = 'workout' as "isWorkout"
          from stories
          left join workouts on stories.kind = 'workout' and workouts.user_id = stories.user_id
            and workouts.id = stories.object_id
          where stories.id = any(${ids}::bigint[])`.execute(db)
      ).rows,
  },
  comment: {
    readTexts: (db, _userId, ids) =>
      db.selectFrom('story_comments').select(['id', 'text']).where('id', 'in', ids).execute(),
  },
  challenge: {
    isVisibleTo: (userId) => sql`c.subject_id in (${invitedChallengeIds(userId)})`,
    readTexts: (db, _userId, ids) =>
      db.selectFrom('challenges').select(['id', 'title as text']).where('id', 'in', ids).execute(),
  },
  group: {
    isVisibleTo: (userId) => sql`c.subject_id in (${invitedGroupIds(userId)})`,
    readTexts: (db, _userId, ids) =>
      db.selectFrom('groups').select(['id', 'name as text']).where('id', 'in', ids).execute(),
  },
  training_plan: {
    readTexts: (db, userId, ids) =>
      db
        .selectFrom('started_plans')
        .select(['id', 'title as text'])
        .where('user_id', '=', userId)
        .where('id', 'in', ids)
        .execute(),
  },
  decision: {
    readTexts: (db, userId, ids) =>
      db
        .selectFrom('reports')
        .select(['id', 'snapshot as text'])
        .where('user_id', '=', userId)
        .where('id', 'in', ids)
        // What was reported of a member as such is for moderators.
        .where('object_type', '<>', 'user')
        .execute(),
  },
};
