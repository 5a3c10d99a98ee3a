import type { NotificationKind } from '@waymark/api-contract';
import { type Insertable, sql } from 'kysely';
import type { Trx } from '../kernel/database/tables.ts';
import type { Subscriptions } from '../kernel/server/domain-events.ts';
import { OWN_KINDS } from './read-notifications.ts';
import { queuePushes } from './send-pushes.ts';
import type { NotificationCauseTable } from './tables.ts';

async function notify(
  trx: Trx,
  cause: Omit<Insertable<NotificationCauseTable>, 'read_at' | 'emailed_at' | 'kind'>,
  kind: NotificationKind,
): Promise<void> {
  if (cause.user_id === cause.actor_id && !OWN_KINDS.has(kind)) return;
  // Not kept for later either: what a muted member does would otherwise stand before all else that is looked at.
  const muted = await trx
    .selectFrom('mutes')
    .select('muted_id')
    .where('user_id', '=', cause.user_id)
    .where('muted_id', '=', cause.actor_id)
    .where((q) => q.or([q('until', 'is', null), q('until', '>', cause.created_at)]))
    .executeTakeFirst();
  if (muted) return;
  const { numInsertedOrUpdatedRows: inserted } = await trx
    .insertInto('notification_causes')
    .values({ ...cause, kind, read_at: null, emailed_at: null })
    .onConflict((on) => on.doNothing())
    .executeTakeFirstOrThrow();
  if (inserted) await queuePushes(trx, cause);
}

/** What the two members were told of each other. */
const between = (one: number, other: number) =>
  sql<boolean>`((user_id = ${one} and actor_id = ${other}) or (user_id = ${other} and actor_id = ${one}))`;

/**
 * Members are told of what happens in the transaction in which it does, and no longer once it has ended. What they do
 * not want, or may not see any more, is left out when notifications are read.
 */
export const notificationSubscriptions: Subscriptions = {
  async friendshipChanged(trx, { actorId, otherId, requestedBy, before, after, storyIds, at }) {
    await trx
      .deleteFrom('notification_causes')
      .where('kind', 'in', ['friend_request', 'friend_accepted'])
      .where(between(actorId, otherId))
      .execute();
    const cause = { actor_id: actorId, story_id: null, comment_id: null, created_at: at };
    if (after === 'pending')
      await notify(trx, { ...cause, user_id: otherId, id: storyIds[0] }, 'friend_request');
    // Who asked hears that the other accepted; who gave a link away, that somebody followed it.
    if (after === 'active' && (before === 'pending' ? requestedBy === otherId : true))
      await notify(trx, { ...cause, user_id: otherId, id: storyIds[1] }, 'friend_accepted');
  },
  storyLiked: (trx, { storyId, ownerId, likeId, actorId, at }) =>
    notify(
      trx,
      {
        user_id: ownerId,
        id: likeId,
        actor_id: actorId,
        story_id: storyId,
        comment_id: null,
        created_at: at,
      },
      'like',
    ),
  async storyCommented(
    trx,
    { storyId, ownerId, commentId, actorId, answeredId, mentions, unmentioned, isNew, at },
  ) {
    if (unmentioned.length > 0)
      await trx
        .deleteFrom('notification_causes')
        .where('kind', '=', 'mention')
        .where('id', '=', commentId)
        .where('user_id', 'in', unmentioned)
        .execute();
    // Who would be told for several reasons is told for the one that concerns them most.
    const told = new Map<number, NotificationKind>();
    if (isNew) told.set(ownerId, 'comment');
    if (isNew && answeredId !== null) told.set(answeredId, 'answer');
    for (const member of mentions) told.set(member, 'mention');
    for (const [userId, kind] of told)
      await notify(
        trx,
        {
          user_id: userId,
          id: commentId,
          actor_id: actorId,
          story_id: storyId,
          comment_id: commentId,
          created_at: at,
        },
        kind,
      );
  },
  invited: (trx, { userId, invitedBy, to, causeId, at }) =>
    notify(
      trx,
      {
        user_id: userId,
        id: causeId,
        actor_id: invitedBy,
        story_id: null,
        comment_id: null,
        challenge_id: to.type === 'challenge' ? to.id : null,
        group_id: to.type === 'group' ? to.id : null,
        created_at: at,
      },
      'challenge',
    ),
  contentModerated: (trx, { userId, causeId, storyId, at }) =>
    notify(
      trx,
      {
        user_id: userId,
        id: causeId,
        actor_id: userId,
        story_id: storyId,
        comment_id: null,
        created_at: at,
      },
      'moderation',
    ),
  planAdapted: (trx, { userId, planId, causeId, at }) =>
    notify(
      trx,
      {
        user_id: userId,
        id: causeId,
        actor_id: userId,
        story_id: null,
        comment_id: null,
        started_plan_id: planId,
        created_at: at,
      },
      'training_plan',
    ),
  async startedPlanRemoved(trx, { userId, planId }) {
    await trx
      .deleteFrom('notification_causes')
      .where('user_id', '=', userId)
      .where('started_plan_id', '=', planId)
      .execute();
  },
  async repliesRemoved(trx, { ids }) {
    await sql`delete from notification_causes where id = any(${ids}::bigint[])`.execute(trx);
  },
  async storiesRemoved(trx, { ids }) {
    await sql`delete from notification_causes where story_id = any(${ids}::bigint[])`.execute(trx);
  },
  async memberErased(trx, { userId }) {
    await trx.deleteFrom('notification_causes').where('actor_id', '=', userId).execute();
  },
  async memberBlocked(trx, { userId, blockedId }) {
    await trx.deleteFrom('notification_causes').where(between(userId, blockedId)).execute();
  },
};
