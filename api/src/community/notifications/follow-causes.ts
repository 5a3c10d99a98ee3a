import { NOTIFICATION_KINDS, type NotificationKind } from '@waymark/api-contract';
import { sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import type { DomainEvents, Publisher, Subscriptions } from '../../kernel/server/domain-events.ts';
import { NOTIFICATION_RULES, type NewCauses } from './notification-rules.ts';

/**
 * Stores causes and queues them for the browsers of their members. What a muted member does is kept for no later either:
 * it would otherwise stand before all else that is looked at.
 */
const insertCauses = prepared(
  (causes: string) => sql`
    with causes as (
      insert into notification_causes (user_id, id, kind, actor_id, subject_type, subject_id, outcome, created_at)
      select cause.* from jsonb_to_recordset(${causes}::jsonb) as cause (user_id bigint, id bigint, kind text,
        actor_id bigint, subject_type text, subject_id bigint, outcome text, created_at timestamptz)
      where not exists (
        select from mutes where mutes.user_id = cause.user_id and mutes.muted_id = cause.actor_id
          and (mutes.until is null or mutes.until > cause.created_at))
      on conflict do nothing
      returning user_id, id, created_at
    )
    insert into push_queue (user_id, subscription_id, cause_id, attempts, due_at)
    select browser.user_id, browser.id, causes.id, 0, causes.created_at
    from causes join push_subscriptions browser using (user_id)
    on conflict do nothing`,
);

/** Nobody is told of what they did themselves, other than by a kind that names nobody. */
const rowsOf = (kind: NotificationKind, { userId, subject, outcome, at, actions }: NewCauses) =>
  actions
    .filter(({ actorId }) => actorId !== userId || NOTIFICATION_RULES[kind].isAnonymous)
    .map(({ id, actorId }) => ({
      user_id: userId,
      id,
      kind,
      actor_id: actorId,
      subject_type: subject?.type,
      subject_id: subject?.id,
      outcome,
      created_at: at,
    }));

async function storeCauses<Name extends keyof DomainEvents>(
  trx: Trx,
  name: Name,
  event: DomainEvents[Name],
): Promise<void> {
  const rows = NOTIFICATION_KINDS.flatMap((kind) =>
    (NOTIFICATION_RULES[kind].causes[name]?.(event) ?? []).flatMap((causes) => rowsOf(kind, causes)),
  );
  if (rows.length > 0) await insertCauses(trx, JSON.stringify(rows));
}

/** What the two members were told of each other. */
const between = (one: number, other: number) =>
  sql<boolean>`((user_id = ${one} and actor_id = ${other}) or (user_id = ${other} and actor_id = ${one}))`;

/** What is told no longer, for what it was about has ended. */
const endings: Subscriptions = {
  async friendshipChanged(trx, { actorId, otherId }) {
    await trx
      .deleteFrom('notification_causes')
      .where('kind', 'in', ['friend_request', 'friend_accepted'])
      .where(between(actorId, otherId))
      .execute();
  },
  async storyCommented(trx, { commentId, unmentioned }) {
    if (unmentioned.length === 0) return;
    await trx
      .deleteFrom('notification_causes')
      .where('kind', '=', 'mention')
      .where('id', '=', commentId)
      .where('user_id', 'in', unmentioned)
      .execute();
  },
  async startedPlanRemoved(trx, { userId, planId }) {
    await trx
      .deleteFrom('notification_causes')
      .where('user_id', '=', userId)
      .where('subject_type', '=', 'training_plan')
      .where('subject_id', '=', planId)
      .execute();
  },
  async repliesRemoved(trx, { ids }) {
    await sql`delete from notification_causes where id = any(${ids}::bigint[])`.execute(trx);
  },
  async storiesRemoved(trx, { ids }) {
    await sql`
      delete from notification_causes where subject_type = 'story' and subject_id = any(${ids}::bigint[])`.execute(
      trx,
    );
  },
  async memberErased(trx, { userId }) {
    await trx.deleteFrom('notification_causes').where('actor_id', '=', userId).execute();
  },
  async memberBlocked(trx, { userId, blockedId }) {
    await trx.deleteFrom('notification_causes').where(between(userId, blockedId)).execute();
  },
};

const subscriptionOf =
  <Name extends keyof DomainEvents>(name: Name) =>
  async (trx: Trx, event: DomainEvents[Name], publisher: Publisher): Promise<void> => {
    await endings[name]?.(trx, event, publisher);
    await storeCauses(trx, name, event);
  };

const eventNames = new Set(
  [endings, ...NOTIFICATION_KINDS.map((kind) => NOTIFICATION_RULES[kind].causes)].flatMap(
    (events) => Object.keys(events) as (keyof DomainEvents)[],
  ),
);

/**
 * Members are told of what happens in the transaction in which it does, and no longer once it has ended. What they do
 * not want, or may not see any more, is left out when notifications are read.
 */
export const notificationSubscriptions: Subscriptions = Object.fromEntries(
  [...eventNames].map((name) => [name, subscriptionOf(name)]),
);
