import type { StoryActor } from '@waymark/api-contract';
import { sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Db } from '../../kernel/database/tables.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { findCards, isMutedAt, type Person, presentPerson } from '../../members/friends/member-cards.ts';

/** A member as the one who did something. Their gender is told to themselves alone, a mute to who made it. */
export function presentActor(person: Person, viewerId: number, isMuted = false): StoryActor {
  const { id, username, display_name: title, _links } = presentPerson(person);
  return {
    id,
    type: 'user',
    title,
    username,
    gender: id === viewerId ? person.gender : null,
    ...(isMuted && { is_muted: true }),
    _links: { self: _links['self']!, image: _links['image']! },
  };
}

/** Members by id, as far as they exist for the caller: what they wrote or did names them. */
export async function findActors(
  db: Db,
  caller: Caller | null,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, StoryActor>> {
  const people = await findCards(db, caller, [...new Set(ids)], { isNamed: true });
  return new Map(
    people.map((person) => [person.id, presentActor(person, caller?.userId ?? 0, isMutedAt(now, person))]),
  );
}

const selectSelves = prepared(
  (ids: number[]) => sql<
    Omit<Person, 'status' | 'requested_by' | 'sees_profile' | 'has_mute' | 'muted_until'>
  >`
    select id, username, display_name, title, locality, region, country, created_at, introduction, picture_version, gender
    from users where id = any(${ids}::bigint[])`,
);

/** Members by id, each as they see themselves. */
export async function findSelves(db: Db, ids: readonly number[]): Promise<Map<number, StoryActor>> {
  const rows = await selectSelves(db, [...ids]);
  const own = { status: null, requested_by: null, sees_profile: true, has_mute: false, muted_until: null };
  return new Map(rows.map((row) => [row.id, presentActor({ ...row, ...own }, row.id)]));
}
