import { sql } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import {
  FIRST,
  isOnBoard,
  JOINED,
  KEY,
  noteChangedBoard,
  shareBoards,
  tryExclusiveBoard,
  WHOLE_GROUP,
} from './board.ts';

/** A chunk that holds more members is split. */
const CHUNK_MAX = 256;
const CHUNK_SIZE = 128;
/** A group that holds more chunks is split. */
const GROUP_MAX = 128;
const GROUP_SIZE = 64;

/** Folds the rows that count a board's chunks and groups into one each. What is being added meanwhile stays beside them. */
async function foldCounts(trx: Trx, challengeId: number): Promise<void> {
  await shareBoards(trx, [challengeId]);
  await sql`
    with taken as (
      delete from challenge_counts where ctid = any(array(
        select ctid from challenge_counts where challenge_id = ${challengeId} for update skip locked))
      returning group_position, chunk_id, n)
    insert into challenge_counts (challenge_id, group_position, chunk_id, n)
    select ${challengeId}, group_position, chunk_id, sum(n) from taken
    group by group_position, chunk_id having sum(n) <> 0`.execute(trx);
}

/** Divides the members of a chunk that has grown among new ones. Under the exclusive lock. */
async function splitChunks(trx: Trx, challengeId: number): Promise<void> {
  await sql`
    with ordered as (
      select c.*, lead(c.first_negative_score) over w as next_negative_score,
        lead(c.first_reached_at) over w as next_reached_at, lead(c.first_user_id) over w as next_user_id
      from challenge_chunks c where challenge_id = ${challengeId}
      window w as (order by ${FIRST})
    ), grown as (
      select * from ordered where id in (
        select chunk_id from challenge_counts
        where challenge_id = ${challengeId} and chunk_id <> ${WHOLE_GROUP}
        group by chunk_id having sum(n) > ${CHUNK_MAX})
    ), numbered as (
      select g.id as chunk_id, g.group_position, m.*,
        row_number() over (partition by g.id order by -m.score, m.reached_at, m.user_id) - 1 as place
      from grown g cross join lateral (
        select score, reached_at, user_id from challenge_members
        where challenge_id = ${challengeId} and ${isOnBoard}
          and (${KEY}) >= (g.first_negative_score, g.first_reached_at, g.first_user_id)
          and (g.next_user_id is null
            or (${KEY}) < (g.next_negative_score, g.next_reached_at, g.next_user_id))) as m
    ), parts as (
      select chunk_id, group_position, place / ${sql.lit(CHUNK_SIZE)} as part, count(*) as n,
        (array_agg(-score order by place))[1] as first_negative_score,
        (array_agg(user_id order by place))[1] as first_user_id,
        (array_agg(reached_at order by place))[1] as first_reached_at
      from numbered group by chunk_id, group_position, place / ${sql.lit(CHUNK_SIZE)}
    ), named as (
      select parts.*, case when part = 0 then chunk_id else
          (select max(id) from challenge_chunks where challenge_id = ${challengeId})
            + row_number() over (partition by part = 0 order by chunk_id, part) end as new_id
      from parts
    ), added as (
      insert into challenge_chunks (challenge_id, id, group_position, ${FIRST})
      select ${challengeId}, new_id, group_position, ${FIRST} from named where part > 0
    ), dropped as (
      delete from challenge_counts
      where challenge_id = ${challengeId} and chunk_id in (select id from grown))
    insert into challenge_counts (challenge_id, group_position, chunk_id, n)
    select ${challengeId}, group_position, new_id, n from named`.execute(trx);
}

const grownGroups = (challengeId: number) => sql`
  select group_position from challenge_chunks where challenge_id = ${challengeId}
  group by group_position having count(*) > ${GROUP_MAX}`;

/**
 * Divides the chunks of a group that has grown among new ones, whose positions lie between it and the next: no other
 * group changes. Under the exclusive lock.
 */
async function splitGroups(trx: Trx, challengeId: number): Promise<void> {
  await sql`
    with positions as (
      select group_position, lead(group_position) over (order by group_position) as next_position
      from challenge_chunks where challenge_id = ${challengeId} group by group_position
    ), numbered as (
      select c.id, c.group_position, p.next_position,
        (row_number() over (partition by c.group_position order by ${FIRST}) - 1) / ${sql.lit(GROUP_SIZE)} as part,
        (count(*) over (partition by c.group_position) - 1) / ${sql.lit(GROUP_SIZE)} + 1 as parts
      from challenge_chunks c join positions p using (group_position)
      where c.challenge_id = ${challengeId} and c.group_position in (${grownGroups(challengeId)})
    ), placed as (
      select id, group_position,
        group_position + part * coalesce((next_position - group_position) / parts, 1) as new_position
      from numbered
    ), moved as (
      update challenge_chunks c set group_position = new_position from placed
      where c.challenge_id = ${challengeId} and c.id = placed.id and new_position <> placed.group_position
    ), moved_counts as (
      update challenge_counts n set group_position = new_position from placed
      where n.challenge_id = ${challengeId} and n.chunk_id = placed.id and new_position <> placed.group_position
    ), dropped as (
      delete from challenge_counts
      where challenge_id = ${challengeId} and chunk_id = ${WHOLE_GROUP}
        and group_position in (select group_position from placed))
    insert into challenge_counts (challenge_id, group_position, chunk_id, n)
    select ${challengeId}, new_position, ${WHOLE_GROUP}, sum(n)
    from challenge_counts n join placed on placed.id = n.chunk_id
    where n.challenge_id = ${challengeId} group by new_position having sum(n) <> 0`.execute(trx);
}

/** The members that each chunk and group of a board has, and who joined, counted one by one. */
const countedMembers = (challengeId: number) => sql`
  with chunks as (
    select group_position, id as chunk_id, (
        select count(*) from challenge_members
        where challenge_id = ${challengeId} and ${isOnBoard}
          and (${KEY}) >= (first_negative_score, first_reached_at, first_user_id)
          and (next_user_id is null or (${KEY}) < (next_negative_score, next_reached_at, next_user_id))) as n
    from (
      select c.*, lead(first_negative_score) over w as next_negative_score,
        lead(first_reached_at) over w as next_reached_at, lead(first_user_id) over w as next_user_id
      from challenge_chunks c where challenge_id = ${challengeId} window w as (order by ${FIRST})) as ordered)
  select * from chunks
  union all select group_position, ${WHOLE_GROUP}, sum(n)::bigint from chunks group by group_position
  union all select ${JOINED}, ${WHOLE_GROUP}, count(*) from challenge_members where challenge_id = ${challengeId}`;

/**
 * Counts the members of a board one by one where its counts are not theirs.
 * @returns whether they were wrong; they stay so until the next time while somebody is changing the board
 */
export async function correctCounts(db: Db, challengeId: number): Promise<boolean> {
  // One statement sees rows and counts at one moment: nobody has to wait.
  const { rows } = await sql`
    with kept as (
      select group_position, chunk_id, sum(n) as n from challenge_counts where challenge_id = ${challengeId}
      group by group_position, chunk_id
    ), counted as (${countedMembers(challengeId)})
    select from kept full join counted using (group_position, chunk_id)
    where coalesce(kept.n, 0) <> coalesce(counted.n, 0) limit 1`.execute(db);
  if (rows.length === 0) return false;
  await db.transaction().execute(async (trx) => {
    if (!(await tryExclusiveBoard(trx, challengeId))) return;
    await trx.deleteFrom('challenge_counts').where('challenge_id', '=', challengeId).execute();
    await sql`
      insert into challenge_counts (challenge_id, group_position, chunk_id, n)
      select ${challengeId}, group_position, chunk_id, n from (${countedMembers(challengeId)}) as counted where n <> 0`.execute(
      trx,
    );
  });
  return true;
}

/**
 * Folds the counts of a board and splits chunks and groups that have grown. Done often: it has little to do each time.
 * @returns whether nothing is left to split; while somebody else changes the board it stays for the next time
 */
export async function tidyBoard(db: Db, challengeId: number): Promise<boolean> {
  await db.transaction().execute((trx) => foldCounts(trx, challengeId));
  const { rows } = await sql`
    (select 1 from challenge_counts where challenge_id = ${challengeId} and chunk_id <> ${WHOLE_GROUP}
      group by chunk_id having sum(n) > ${CHUNK_MAX} limit 1)
    union all (select 1 from (${grownGroups(challengeId)}) as grown limit 1)`.execute(db);
  if (rows.length === 0) return true;
  const isDone = await db.transaction().execute(async (trx) => {
    if (!(await tryExclusiveBoard(trx, challengeId))) return false;
    await splitChunks(trx, challengeId);
    await splitGroups(trx, challengeId);
    return true;
  });
  if (!isDone) noteChangedBoard(challengeId);
  return isDone;
}

/** Boards with a chunk that begins at a member. */
export async function findBoardsStartingAt(db: Db, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct challenge_id as id from challenge_chunks where first_user_id = ${userId} order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Joins each chunk that begins at a member to the one before it, so that no border names them. Under the exclusive lock.
 * The first chunk of a board begins at nobody.
 */
export async function removeBordersAt(trx: Trx, challengeId: number, userId: number): Promise<void> {
  await sql`
    with removed as (
      delete from challenge_chunks where challenge_id = ${challengeId} and first_user_id = ${userId}
      returning id, group_position, ${FIRST}
    ), joined as (
      select removed.id, removed.group_position, previous.id as new_id, previous.group_position as new_position
      from removed cross join lateral (
        select c.id, c.group_position from challenge_chunks c
        where c.challenge_id = ${challengeId} and c.first_user_id <> ${userId}
          and (c.first_negative_score, c.first_reached_at, c.first_user_id)
            < (removed.first_negative_score, removed.first_reached_at, removed.first_user_id)
        order by c.first_negative_score desc, c.first_reached_at desc, c.first_user_id desc limit 1) as previous
    ), moved as (
      update challenge_counts n set chunk_id = new_id, group_position = new_position from joined
      where n.challenge_id = ${challengeId} and n.chunk_id = joined.id
      returning joined.group_position as old_position, new_position, n.n)
    insert into challenge_counts (challenge_id, group_position, chunk_id, n)
    select ${challengeId}, position, ${WHOLE_GROUP}, sum(change)
    from moved cross join lateral (values (old_position, -n), (new_position, n)) as changes (position, change)
    group by position having sum(change) <> 0`.execute(trx);
}
