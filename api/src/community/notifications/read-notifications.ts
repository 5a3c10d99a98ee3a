import {
  NOTIFICATION_SUBJECTS,
  NOTIFICATION_WORDS,
  type Notification,
  type NotificationCount,
  type NotificationKind,
  type NotificationSubject,
} from '@waymark/api-contract';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
import { oneLine } from '../../kernel/mail/quote.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { findActors } from '../stories/actors.ts';
import { existsFor } from '../../members/visibility/relation.ts';
import { kindsGroupedBy, NOTIFICATION_RULES, SUBJECT_RULES, type SubjectText } from './notification-rules.ts';
import { readSettings, enabledKinds } from './settings.ts';

/** So far back causes are looked at, the newest so many of them, and the newest so many that are shown. */
export const KEPT_DAYS = 90;
const LOOKED_AT_MAX = 5000;
const CAUSES = 1000;
const UNREAD_MAX = 100;

export interface Group {
  id: number;
  kind: NotificationKind;
  subject_type: NotificationSubject | null;
  subject_id: number | null;
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

/** Whether the member may still see what a cause `c` is about. */
const isSubjectVisible = (userId: number): RawBuilder<boolean> => {
  const cases = NOTIFICATION_SUBJECTS.flatMap((type) => {
    const isVisible = SUBJECT_RULES[type].isVisibleTo?.(userId);
    return isVisible ? sql`when ${sql.lit(type)} then ${isVisible}` : [];
  });
  return sql`case c.subject_type ${sql.join(cases, sql` `)} else true end`;
};

/**
 * Causes that the member wants to hear of and may still see. The `limit 1` has stories looked up one by one until there
 * are enough causes; as a plain join the planner reads all stories.
 */
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
    left join lateral (
      select user_id, privacy, removed_at from stories
      where c.subject_type = 'story' and stories.id = c.subject_id limit 1) as stories on true
    where ${existsFor(userId, 'c.actor_id')}
      and not exists (
        select from mutes where mutes.user_id = ${userId} and muted_id = c.actor_id
          and (until is null or until > ${now}))
      and ${isSubjectVisible(userId)}
    order by c.id desc limit ${CAUSES}`;
}

const listOf = (kinds: readonly NotificationKind[]) => sql.join(kinds.map((kind) => sql.lit(kind)));

/**
 * What is one notification, by the rules of its kind.
 * @param cause the alias of the table of causes
 */
function groupKey(cause: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${cause}.${name}`);
  return sql`${column('kind')},
    case when ${column('kind')} in (${listOf(kindsGroupedBy('cause'))}) then ${column('id')}
      when ${column('kind')} in (${listOf(kindsGroupedBy('day'))}) then 0
      else ${column('subject_id')} end,
    date_trunc('day', ${column('created_at')} at time zone 'UTC')`;
}

const groups = (causes: RawBuilder<unknown>) => sql`
  select max(id) as id, kind, max(subject_type) as subject_type, max(subject_id) as subject_id, max(outcome) as outcome,
    array_agg(id) as cause_ids, (array_agg(actor_id order by id desc)) as actor_ids,
    count(distinct actor_id)::int as actor_count, bool_and(read_at is not null) as is_read, max(created_at) as created_at
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

type ObjectType = keyof typeof SUBJECT_RULES;

/** What a group may show, the first that is still there. */
const objectsOf = ({ id, kind, subject_type, subject_id }: Group): { type: ObjectType; id: number }[] => [
  ...(NOTIFICATION_RULES[kind].showsComment ? [{ type: 'comment' as const, id }] : []),
  ...(subject_type && subject_id !== null ? [{ type: subject_type, id: subject_id }] : []),
];

async function readTexts(db: Db, userId: number, rows: readonly Group[]) {
  const idsByType = Map.groupBy(rows.flatMap(objectsOf), ({ type }) => type);
  const texts = new Map<ObjectType, Map<number, SubjectText>>();
  await Promise.all(
    [...idsByType].map(async ([type, objects]) => {
      const ids = [...new Set(objects.map(({ id }) => id))];
      const read = await SUBJECT_RULES[type].readTexts(db, userId, ids);
      texts.set(type, new Map(read.map((text) => [text.id, text])));
    }),
  );
  return texts;
}

/** The first half of a character that takes two code units. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;
function shorten(text: string): string {
  const line = oneLine(text);
  if (line.length <= TEXT_MAX) return line;
  const start = line.slice(0, TEXT_MAX - 1).replace(HALF_CHARACTER, '');
  return `${start.trimEnd()}…`;
}

export async function presentGroups(
  db: Db,
  userId: number,
  rows: readonly Group[],
  now: Date,
): Promise<Notification[]> {
  const lastActors = (group: Group) => [...new Set(group.actor_ids.map(Number))].slice(0, ACTORS);
  const [cards, texts] = await Promise.all([
    findActors(db, { userId }, rows.flatMap(lastActors), now),
    readTexts(db, userId, rows),
  ]);
  return rows.map((group) => {
    const { id, kind, subject_type: subjectType, subject_id: subjectId, outcome } = group;
    const { isAnonymous } = NOTIFICATION_RULES[kind];
    const actors = isAnonymous ? [] : lastActors(group).flatMap((actorId) => cards.get(actorId) ?? []);
    const objects = objectsOf(group).flatMap(({ type, id: objectId }) => {
      const text = texts.get(type)?.get(objectId);
      return text ? { type, id: objectId, text: shorten(text.text) } : [];
    });
    const isWorkout = texts.get('story')?.get(subjectId ?? 0)?.isWorkout ?? false;
    const subject =
      subjectType && subjectId !== null ? { type: subjectType, id: subjectId, isWorkout } : null;
    return {
      id,
      kind,
      actors,
      actor_count: isAnonymous ? 0 : group.actor_count,
      object: objects[0] ?? null,
      ...(outcome && { outcome }),
      is_read: group.is_read,
      created_datetime: group.created_at.toISOString(),
      _links: {
        self: [{ href: `/v7.1/notification/${id}/`, id: String(id) }],
        page: [{ href: NOTIFICATION_WORDS[kind].page({ actorId: actors[0]?.id, subject }) }],
        ...(subject?.type === 'story' && {
          story: [{ href: `/v7.1/activity_story/${subject.id}/`, id: String(subject.id) }],
        }),
      },
    };
  });
}
