import type { NotificationKind } from '@waymark/api-contract';
import { type Insertable, sql } from 'kysely';
import { prepared } from '../kernel/database/prepared.ts';
import type { Trx } from '../kernel/database/tables.ts';
import type { Subscriptions } from '../kernel/server/domain-events.ts';
import { OWN_KINDS } from './read-notifications.ts';
import type { NotificationCauseTable } from './tables.ts';

type Cause = Omit<Insertable<NotificationCauseTable>, 'read_at' | 'emailed_at' | 'kind'>;

/**
 * Stores causes that differ in id and actor only, and queues them for the browsers of their member. What a muted member
 * does is not kept for later either: it would otherwise stand before all else that is looked at.
 */
const insertCauses = prepared(
  (
    userId: number,
    ids: number[],
    actorIds: number[],
    kind: NotificationKind,
    storyId: number | null,
    commentId: number | null,
    challengeId: number | null,
    groupId: number | null,
    planId: number | null,
    reportId: number | null,
    outcome: string | null,
    at: Date,
  ) => sql`
    with causes as (
      insert into notification_causes (user_id, id, kind, actor_id, story_id, comment_id, challenge_id, group_id,
        started_plan_id, report_id, outcome, created_at)
      select ${userId}::bigint, cause.id, ${kind}::text, cause.actor_id, ${storyId}::bigint, ${commentId}::bigint,
        ${challengeId}::bigint, ${groupId}::bigint, ${planId}::bigint, ${reportId}::bigint, ${outcome}::text, ${at}::timestamptz
      from unnest(${ids}::bigint[], ${actorIds}::bigint[]) as cause (id, actor_id)
      where not exists (
        select from mutes where mutes.user_id = ${userId} and mutes.muted_id = cause.actor_id
          and (mutes.until is null or mutes.until > ${at}))
      on conflict do nothing
      returning id
    )
    insert into push_queue (user_id, subscription_id, cause_id, attempts, due_at)
    select browser.user_id, browser.id, causes.id, 0, ${at}
    from causes cross join push_subscriptions browser where browser.user_id = ${userId}
    on conflict do nothing`,
);

async function notifyOfAll(
  trx: Trx,
  cause: Omit<Cause, 'id' | 'actor_id'>,
  actions: readonly { id: number; actorId: number }[],
  kind: NotificationKind,
): Promise<void> {
  const ofOthers = actions.filter(({ actorId }) => actorId !== cause.user_id || OWN_KINDS.has(kind));
  if (ofOthers.length === 0) return;
  await insertCauses(
    trx,
    cause.user_id,
    ofOthers.map(({ id }) => id),
    ofOthers.map(({ actorId }) => actorId),
    kind,
    cause.story_id ?? null,
    cause.comment_id ?? null,
    cause.challenge_id ?? null,
    cause.group_id ?? null,
    cause.started_plan_id ?? null,
    cause.report_id ?? null,
    cause.outcome ?? null,
    cause.created_at,
  );
}

const notify = (
  trx: Trx,
  { id, actor_id: actorId, ...cause }: Cause,
  kind: NotificationKind,
): Promise<void> => notifyOfAll(trx, cause, [{ id, actorId }], kind);

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
  storyLiked: (trx, { storyId, ownerId, likes, at }) =>
    notifyOfAll(
      trx,
      { user_id: ownerId, story_id: storyId, comment_id: null, created_at: at },
      likes,
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
  memberModerated: (trx, { userId, causeId, reportId, outcome, at }) =>
    notify(
      trx,
      {
        user_id: userId,
        id: causeId,
        actor_id: userId,
        story_id: null,
        comment_id: null,
        report_id: reportId,
        outcome,
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
