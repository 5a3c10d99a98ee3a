import type { Notification, NotificationCount, NotificationKind, StoryActor } from '@waymark/api-contract';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../kernel/database/prepared.ts';
import { oneLine } from '../kernel/mail/quote.ts';
import type { Db } from '../kernel/database/tables.ts';
import { findActors } from '../stories/actors.ts';
import { existsFor, isListedFor } from '../visibility/relation.ts';
import { readSettings, enabledKinds } from './settings.ts';

/** So far back causes are looked at, the newest so many of them, and the newest so many that are shown. */
export const KEPT_DAYS = 90;
const LOOKED_AT_MAX = 5000;
const CAUSES = 1000;
const UNREAD_MAX = 100;

/** Nobody is named but whom it concerns: of a moderator's decision, and of what happens to a plan by itself. */
export const OWN_KINDS: ReadonlySet<NotificationKind> = new Set(['moderation', 'training_plan']);

export interface Group {
  id: number;
  kind: NotificationKind;
  story_id: number | null;
  comment_id: number | null;
  challenge_id: number | null;
  group_id: number | null;
  started_plan_id: number | null;
  report_id: number | null;
  outcome: Notification['outcome'] | null;
  cause_ids: number[];
  actor_ids: number[];
  actor_count: number;
  is_read: boolean;
  created_at: Date;
}

interface Period {
  now: Date;
  since: Date;
}
const periodUntil = (now: Date): Period => ({
  now,
  since: new Date(now.getTime() - KEPT_DAYS * 86_400_000),
});

/** Causes that the member wants to hear of and may still see. */
function visibleCauses(
  userId: number,
  kinds: readonly NotificationKind[],
  { now, since }: Period,
): RawBuilder<unknown> {
  return sql`
    select c.* from (
      select * from notification_causes
      where user_id = ${userId} and kind = any(${kinds}::text[]) and created_at > ${since}
      order by id desc limit ${LOOKED_AT_MAX}) c
    left join stories on stories.id = c.story_id
    where ${existsFor(userId, 'c.actor_id')}
      and not exists (
        select from mutes where mutes.user_id = ${userId} and muted_id = c.actor_id
          and (until is null or until > ${now}))
      and (c.challenge_id is null or exists (
        select from challenge_invitations i
        where i.user_id = ${userId} and i.challenge_id = c.challenge_id and i.declined_at is null))
      and (c.group_id is null or exists (
        select from group_invitations i
        where i.user_id = ${userId} and i.group_id = c.group_id and i.declined_at is null))
      and (c.story_id is null or stories.removed_at is null and ${isListedFor(userId, 'stories.user_id', 'stories.privacy')})
    order by c.id desc limit ${CAUSES}`;
}

/**
 * What is one notification: of a day the likes of one story, its comments, and members who accepted. An invitation or a
 * training plan is one by what it is about. A request is one by itself, for it asks for an answer, and so is a
 * moderator's decision.
 * @param cause the alias of the table of causes
 */
function groupKey(cause: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${cause}.${name}`);
  return sql`${column('kind')},
    case ${column('kind')} when 'friend_request' then ${column('id')} when 'moderation' then ${column('id')}
      when 'friend_accepted' then 0
      else coalesce(${column('story_id')}, ${column('challenge_id')}, ${column('group_id')}, ${column('started_plan_id')}) end,
    date_trunc('day', ${column('created_at')} at time zone 'UTC')`;
}

const groups = (causes: RawBuilder<unknown>) => sql`
  select max(id) as id, kind, max(story_id) as story_id, max(comment_id) as comment_id,
    max(challenge_id) as challenge_id, max(group_id) as group_id,
    max(started_plan_id) as started_plan_id, max(report_id) as report_id, max(outcome) as outcome, array_agg(id) as cause_ids, (array_agg(actor_id order by id desc)) as actor_ids, count(distinct actor_id)::int as actor_count,
    bool_and(read_at is not null) as is_read, max(created_at) as created_at
  from (${causes}) as cause
  group by ${groupKey('cause')}`;

/** Removes a group as it is shown, with those of its causes that there was no room to look at. */
export async function removeGroup(db: Db, userId: number, { id, kind }: Group): Promise<void> {
  await sql`
    delete from notification_causes as cause using notification_causes as newest
    where newest.user_id = ${userId} and newest.id = ${id}
      and cause.user_id = ${userId} and cause.kind = ${kind} and cause.id <= ${id}
      and (${groupKey('cause')}) is not distinct from (${groupKey('newest')})`.execute(db);
}

const selectGroups = prepared(
  (
    userId: number,
    kinds: readonly NotificationKind[],
    now: Date,
    since: Date,
    before: number,
    limit: number,
  ) => sql<Group & { total: number; unread: number; latest: number }>`
    with grouped as (${groups(visibleCauses(userId, kinds, { now, since }))})
    select *, (select count(*)::int from grouped) as total,
      (select count(*)::int from grouped where not is_read) as unread, (select max(id) from grouped) as latest
    from grouped where id < ${before} order by id desc limit ${limit}`,
);

export async function readGroups(
  db: Db,
  userId: number,
  { before, limit }: { before: number | null; limit: number },
  now: Date,
): Promise<{ rows: Group[]; total: number; unread: number; latest: number }> {
  const kinds = enabledKinds(await readSettings(db, userId));
  const { since } = periodUntil(now);
  const rows = await selectGroups(db, userId, kinds, now, since, before ?? Number.MAX_SAFE_INTEGER, limit);
  const first = rows[0];
  return {
    rows,
    total: first?.total ?? 0,
    unread: Math.min(UNREAD_MAX, first?.unread ?? 0),
    latest: first?.latest ?? 0,
  };
}

/** What no digest has told yet and the member has not read, of the kinds that they want by mail. */
export async function readUnmailedGroups(db: Db, userId: number, now: Date): Promise<Group[]> {
  const settings = await readSettings(db, userId);
  const kinds = enabledKinds(settings).filter((kind) => settings.kinds[kind].email);
  const { rows } = await sql<Group>`
    select * from (${groups(sql`
      select * from (${visibleCauses(userId, kinds, periodUntil(now))}) as visible
      where read_at is null and emailed_at is null`)}) as grouped
    order by id desc`.execute(db);
  return rows;
}

/** Of these causes what the member has not read, of the kinds that they want in their browsers. */
export async function readPushGroups(
  db: Db,
  userId: number,
  causeIds: readonly number[],
  now: Date,
): Promise<Group[]> {
  const settings = await readSettings(db, userId);
  const kinds = enabledKinds(settings).filter((kind) => settings.kinds[kind].push);
  const { rows } = await sql<Group>`
    select * from (${groups(sql`
      select * from (${visibleCauses(userId, kinds, periodUntil(now))}) as visible
      where read_at is null and id = any(${causeIds}::bigint[])`)}) as grouped
    order by id`.execute(db);
  return rows;
}

export async function readCount(db: Db, userId: number, now: Date): Promise<NotificationCount> {
  const { unread, latest } = await readGroups(db, userId, { before: null, limit: 1 }, now);
  return { unread_count: unread, latest };
}

const TEXT_MAX = 120;
const ACTORS = 3;

interface Texts {
  story_id: number;
  kind: string;
  owner_id: number;
  text: string;
}

async function readTexts(db: Db, userId: number, rows: readonly Group[]) {
  const storyIds = rows.flatMap(({ story_id }) => story_id ?? []);
  const commentIds = rows.flatMap(({ comment_id }) => comment_id ?? []);
  const challengeIds = rows.flatMap(({ challenge_id }) => challenge_id ?? []);
  const groupIds = rows.flatMap(({ group_id }) => group_id ?? []);
  const planIds = rows.flatMap(({ started_plan_id }) => started_plan_id ?? []);
  const reportIds = rows.flatMap(({ report_id }) => report_id ?? []);
  const [stories, comments, challenges, invitedTo, plans, reports] = await Promise.all([
    storyIds.length === 0
      ? []
      : sql<Texts>`
          select stories.id as story_id, stories.kind, stories.user_id as owner_id,
            coalesce(workouts.name, stories.text) as text
          from stories
          left join workouts on stories.kind = 'workout' and workouts.user_id = stories.user_id
            and workouts.id = stories.object_id
          where stories.id = any(${storyIds}::bigint[])`
          .execute(db)
          .then(({ rows: found }) => found),
    commentIds.length === 0
      ? []
      : db.selectFrom('story_comments').select(['id', 'text']).where('id', 'in', commentIds).execute(),
    challengeIds.length === 0
      ? []
      : db.selectFrom('challenges').select(['id', 'title']).where('id', 'in', challengeIds).execute(),
    groupIds.length === 0
      ? []
      : db.selectFrom('groups').select(['id', 'name']).where('id', 'in', groupIds).execute(),
    planIds.length === 0
      ? []
      : db
          .selectFrom('started_plans')
          .select(['id', 'title'])
          .where('user_id', '=', userId)
          .where('id', 'in', planIds)
          .execute(),
    reportIds.length === 0
      ? []
      : db
          .selectFrom('reports')
          .select(['id', 'snapshot'])
          .where('user_id', '=', userId)
          .where('id', 'in', reportIds)
          // What was reported of a member as such is for moderators.
          .where('object_type', '<>', 'user')
          .execute(),
  ]);
  return {
    stories: new Map(stories.map((story) => [story.story_id, story])),
    comments: new Map(comments.map(({ id, text }) => [id, text])),
    challenges: new Map(challenges.map((challenge) => [challenge.id, challenge])),
    groups: new Map(invitedTo.map((group) => [group.id, group])),
    plans: new Map(plans.map((plan) => [plan.id, plan])),
    reports: new Map(reports.map((report) => [report.id, report])),
  };
}

/** The first half of a character that takes two code units. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;
function shorten(text: string): string {
  const line = oneLine(text);
  if (line.length <= TEXT_MAX) return line;
  const start = line.slice(0, TEXT_MAX - 1).replace(HALF_CHARACTER, '');
  return `${start.trimEnd()}…`;
}

/** The page that a notification leads to. */
function pageOf(
  kind: NotificationKind,
  {
    story,
    actor,
    isComment,
    challengeId,
    groupId,
    planId,
    reportId,
  }: {
    story: Texts | undefined;
    actor: StoryActor | undefined;
    isComment: boolean;
    challengeId: number | null;
    groupId: number | null;
    planId: number | null;
    reportId: number | null;
  },
): string {
  if (kind === 'friend_request') return '/people/friends?tab=requests';
  if (groupId !== null) return `/groups/${groupId}`;
  if (challengeId !== null) return `/challenges/${challengeId}`;
  if (planId !== null) return `/training-plans/started/${planId}`;
  if (reportId !== null) return '/moderation/decisions';
  if (!story) return actor ? `/profile/${actor.id}` : '/activity_feed';
  if (story.kind !== 'workout') return `/activity_feed/story/${story.story_id}`;
  return `/workout/${story.story_id}${isComment ? '#comments' : ''}`;
}

export async function presentGroups(
  db: Db,
  userId: number,
  rows: readonly Group[],
  now: Date,
): Promise<Notification[]> {
  const lastActors = (group: Group) => [...new Set(group.actor_ids.map(Number))].slice(0, ACTORS);
  const [actors, texts] = await Promise.all([
    findActors(db, { userId }, rows.flatMap(lastActors), now),
    readTexts(db, userId, rows),
  ]);
  return rows.map((group) => {
    const {
      id,
      kind,
      story_id: storyId,
      comment_id: commentId,
      challenge_id: challengeId,
      group_id: groupId,
      started_plan_id: planId,
      report_id: reportId,
      outcome,
    } = group;
    const invitedTo = groupId === null ? undefined : texts.groups.get(groupId);
    const challenge = challengeId === null ? undefined : texts.challenges.get(challengeId);
    const plan = planId === null ? undefined : texts.plans.get(planId);
    const report = reportId === null ? undefined : texts.reports.get(reportId);
    const isOwn = OWN_KINDS.has(kind);
    const shown = isOwn ? [] : lastActors(group).flatMap((actor) => actors.get(actor) ?? []);
    const story = storyId === null ? undefined : texts.stories.get(storyId);
    const isComment = commentId !== null && texts.comments.has(commentId);
    return {
      id,
      kind,
      actors: shown,
      actor_count: isOwn ? 0 : group.actor_count,
      object: story
        ? {
            type: isComment ? 'comment' : 'story',
            id: isComment ? commentId : story.story_id,
            text: shorten(isComment ? texts.comments.get(commentId)! : story.text),
          }
        : challenge
          ? { type: 'challenge', id: challenge.id, text: shorten(challenge.title) }
          : invitedTo
            ? { type: 'group', id: invitedTo.id, text: shorten(invitedTo.name) }
            : plan
              ? { type: 'training_plan', id: plan.id, text: shorten(plan.title) }
              : report
                ? { type: 'decision', id: report.id, text: shorten(report.snapshot) }
                : null,
      ...(outcome && { outcome }),
      is_read: group.is_read,
      created_datetime: group.created_at.toISOString(),
      _links: {
        self: [{ href: `/v7.1/notification/${id}/`, id: String(id) }],
        page: [
          {
            href: pageOf(kind, { story, actor: shown[0], isComment, challengeId, groupId, planId, reportId }),
          },
        ],
        ...(storyId !== null && {
          story: [{ href: `/v7.1/activity_story/${storyId}/`, id: String(storyId) }],
        }),
      },
    };
  });
}
