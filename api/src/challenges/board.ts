import { type RawBuilder, sql } from 'kysely';
import type { Db, Trx } from '../kernel/database/tables.ts';
import type { ChallengeMemberTable } from './tables.ts';

/**
 * Leaderboards. Members are in the order of an index: best score first, then who reached it first. Chunks of neighbours,
 * and groups of neighbouring chunks, with the number of their members tell how many stand before a place without counting
 * them one by one: a rank or a page of a million members reads about a hundred groups, a hundred chunks and a hundred
 * members (`board_place` and `board_page` in `board-functions.ts`). Chunks and groups are split where they grow, whatever
 * the scores look like: also where a hundred thousand members are equal.
 */

/** A place in the order of a board. */
export interface Place {
  negativeScore: number;
  reachedAt: Date | '-infinity';
  userId: number;
}

/** A chunk that holds more members is split. */
const CHUNK_MAX = 256;
const CHUNK_SIZE = 128;
/** A group that holds more chunks is split. */
const GROUP_MAX = 128;
const GROUP_SIZE = 64;
/** What a row counts instead of a chunk: all of its group, or at the position before all groups who joined. */
const WHOLE_GROUP = 0;
const JOINED = 0;
const FIRST_PLACE: Place = { negativeScore: -Number.MAX_SAFE_INTEGER, reachedAt: '-infinity', userId: 0 };

const FIRST = sql.raw('first_negative_score, first_reached_at, first_user_id');
const KEY = sql.raw('-score, reached_at, user_id');
const isOnBoard = sql.raw('is_shown and score > 0');
/** How many members stand before a place. */
const countBefore = (
  challengeId: number,
  { negativeScore, reachedAt, userId }: Place,
): RawBuilder<number> => sql`
  board_place(${challengeId}, ${negativeScore}, ${reachedAt}, ${userId})`;

/** Challenges whose counts changed in this process since they were folded. Others are found by the hourly upkeep. */
const changedBoards = new Set<number>();
export function takeChangedBoards(): number[] {
  const ids = [...changedBoards];
  changedBoards.clear();
  return ids;
}

/**
 * Keeps the chunks of boards from being split, and the boards from being frozen, until the transaction ends. Everybody
 * who changes members of a challenge calls it first. Changes of different members do not wait for each other.
 */
export async function shareBoards(trx: Trx, challengeIds: readonly number[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock_shared(id)
    from (select id from unnest(${challengeIds}::bigint[]) as id order by id) as ordered`.execute(trx);
}

/** Keeps everybody else from changing a board. @returns false where somebody is changing it: try again later */
export async function tryExclusiveBoard(trx: Trx, challengeId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${challengeId}::bigint) as locked`.execute(trx);
  return rows[0]!.locked;
}

/** The first chunk of a new challenge. */
export async function createBoard(db: Db, challengeId: number): Promise<void> {
  await sql`
    insert into challenge_chunks (challenge_id, id, ${FIRST})
    values (${challengeId}, 1, ${FIRST_PLACE.negativeScore}, ${FIRST_PLACE.reachedAt}, ${FIRST_PLACE.userId})`.execute(
    db,
  );
}

type Row = Pick<ChallengeMemberTable, 'user_id' | 'challenge_id' | 'score' | 'reached_at' | 'is_shown'>;

/** What a change of members' rows does to the counts. */
export interface BoardMove {
  before: Row | null;
  after: Row | null;
}

const isRanked = (row: Row | null): row is Row => row !== null && row.is_shown && row.score > 0;

/** Counts members where they are now, after `shareBoards`, in the transaction that changes their rows. */
export async function moveOnBoards(trx: Trx, moves: readonly BoardMove[]): Promise<void> {
  const joined = moves.flatMap(({ before, after }) =>
    before && after ? [] : [{ challengeId: (before ?? after)!.challenge_id, n: before ? -1 : 1 }],
  );
  const placed = moves.flatMap(({ before, after }) =>
    (
      [
        [before, -1],
        [after, 1],
      ] as const
    ).flatMap(([row, n]) => (isRanked(row) ? [{ row, n }] : [])),
  );
  for (const { before, after } of moves) changedBoards.add((before ?? after)!.challenge_id);
  if (joined.length > 0)
    await trx
      .insertInto('challenge_counts')
      .values(
        joined.map(({ challengeId, n }) => ({
          challenge_id: challengeId,
          group_position: JOINED,
          chunk_id: WHOLE_GROUP,
          n,
        })),
      )
      .execute();
  if (placed.length > 0)
    await sql`
      insert into challenge_counts (challenge_id, group_position, chunk_id, n)
      select m.challenge_id, chunk.group_position, counted.id, sum(m.n)
      from unnest(
        ${placed.map(({ row }) => row.challenge_id)}::bigint[],
        ${placed.map(({ row }) => -row.score)}::bigint[],
        ${placed.map(({ row }) => row.reached_at.toISOString())}::timestamptz[],
        ${placed.map(({ row }) => row.user_id)}::bigint[],
        ${placed.map(({ n }) => n)}::int[]
      ) as m (challenge_id, negative_score, reached_at, user_id, n)
      cross join lateral (
        select c.id, c.group_position from challenge_chunks c
        where c.challenge_id = m.challenge_id
          and (c.first_negative_score, c.first_reached_at, c.first_user_id)
            <= (m.negative_score, m.reached_at, m.user_id)
        order by c.first_negative_score desc, c.first_reached_at desc, c.first_user_id desc limit 1) as chunk
      cross join lateral (values (chunk.id), (${WHOLE_GROUP})) as counted (id)
      group by m.challenge_id, chunk.group_position, counted.id having sum(m.n) <> 0`.execute(trx);
}

export interface BoardPlace {
  rank: number;
  /** The number of members before this one. */
  offset: number;
}

/** The number of members before this one, and the rank: one more than the number with a better score. */
export async function findRank(
  db: Db,
  challengeId: number,
  { score, reached_at: reachedAt, user_id: userId }: Pick<Row, 'score' | 'reached_at' | 'user_id'>,
): Promise<BoardPlace> {
  const negativeScore = -score;
  const { rows } = await sql<BoardPlace>`
    select ${countBefore(challengeId, { negativeScore, reachedAt: '-infinity', userId: 0 })} + 1 as rank,
      ${countBefore(challengeId, { negativeScore, reachedAt, userId })} as "offset"`.execute(db);
  return rows[0]!;
}

export interface RankedRow {
  user_id: number;
  score: number;
  reached_at: Date;
  rank: number;
}

/** The ranks of neighbours in order, from the rank of the first, which has `offset` members before it. */
function withRanks(rows: readonly Omit<RankedRow, 'rank'>[], firstRank: number, offset: number): RankedRow[] {
  let rank = firstRank;
  return rows.map((row, i) => {
    if (i > 0 && row.score !== rows[i - 1]!.score) rank = offset + i + 1;
    return { ...row, rank };
  });
}

export interface Board {
  rows: RankedRow[];
  /** Of the page. */
  offset: number;
  /** Where the viewer stands; null where they do not. */
  own: (RankedRow & BoardPlace) | null;
  ranked: number;
  joined: number;
}

interface BoardRow {
  page_offset: number;
  ranked: number;
  joined: number;
  own_score: number | null;
  own_reached_at: Date;
  own_rank: number;
  own_offset: number;
  user_id: number | null;
  score: number;
  reached_at: Date;
  better: number | null;
}

/**
 * A page of a board and what is said beside it, in one statement: each costs more than what it reads. The page is empty
 * beyond the end of the board.
 */
export async function readBoard(
  db: Db,
  challengeId: number,
  {
    limit,
    offset,
    viewerId,
    isAround = false,
  }: {
    limit: number;
    offset: number;
    /** 0 for a visitor. */
    viewerId: number;
    /** The page on which the viewer stands, where they do. */
    isAround?: boolean;
  },
): Promise<Board> {
  const { rows } = await sql<BoardRow>`
    /* prepared */
    with own as materialized (
      select score as own_score, reached_at as own_reached_at,
        board_place(challenge_id, -score, '-infinity', 0) + 1 as own_rank,
        board_place(challenge_id, -score, reached_at, user_id) as own_offset
      from challenge_members where user_id = ${viewerId} and challenge_id = ${challengeId} and ${isOnBoard}
    ), start as materialized (
      select coalesce(
        (select own_offset / ${limit}::bigint * ${limit}::bigint from own where ${isAround}), ${offset}::bigint) as page_offset)
    select start.*, own.*, page.*, (
        select coalesce(sum(n), 0)::bigint from challenge_counts
        where challenge_id = ${challengeId} and chunk_id = ${sql.lit(WHOLE_GROUP)} and group_position <> ${JOINED}) as ranked, (
        select coalesce(sum(n), 0)::bigint from challenge_counts
        where challenge_id = ${challengeId} and chunk_id = ${sql.lit(WHOLE_GROUP)} and group_position = ${JOINED}) as joined,
      case when row_number() over w = 1 then board_place(${challengeId}, -score, '-infinity', 0) end as better
    from start left join own on true left join lateral board_page(${challengeId}, page_offset, ${limit}) as page on true
    window w as (order by ${KEY}) order by ${KEY}`.execute(db);
  const first = rows[0]!;
  const { page_offset: start, own_score: score } = first;
  const members = rows.flatMap((row) =>
    row.user_id === null ? [] : { user_id: row.user_id, score: row.score, reached_at: row.reached_at },
  );
  return {
    rows: withRanks(members, (first.better ?? 0) + 1, start),
    offset: start,
    own:
      score === null
        ? null
        : {
            user_id: viewerId,
            score,
            reached_at: first.own_reached_at,
            rank: first.own_rank,
            offset: first.own_offset,
          },
    ranked: first.ranked,
    joined: first.joined,
  };
}

/** A page of a board; empty beyond its end. */
export const readPage = async (
  db: Db,
  challengeId: number,
  page: { limit: number; offset: number },
): Promise<RankedRow[]> => (await readBoard(db, challengeId, { ...page, viewerId: 0 })).rows;

/** Some members among themselves, best first. */
export async function rankMembers(
  db: Db,
  challengeId: number,
  userIds: readonly number[],
): Promise<RankedRow[]> {
  const { rows } = await sql<Omit<RankedRow, 'rank'>>`
    select user_id, score, reached_at from challenge_members
    where user_id = any(${[...userIds]}::bigint[]) and challenge_id = ${challengeId} and ${isOnBoard}
    order by -score, reached_at, user_id`.execute(db);
  return withRanks(rows, 1, 0);
}

/** Members of a challenge who share a team, a country or an age class. */
export interface MemberClass {
  column: 'team_id' | 'country' | 'age_class';
  value: number | string;
}

const inClass = (challengeId: number, { column, value }: MemberClass) =>
  sql`challenge_id = ${challengeId} and ${isOnBoard} and ${sql.ref(column)} = ${value}`;

/** A page of the board of a class, by an index of its own. */
export async function readClassPage(
  db: Db,
  challengeId: number,
  of: MemberClass,
  { limit, offset }: { limit: number; offset: number },
): Promise<RankedRow[]> {
  const { rows } = await sql<Omit<RankedRow, 'rank'>>`
    select user_id, score, reached_at from challenge_members where ${inClass(challengeId, of)}
    order by -score, reached_at, user_id limit ${limit} offset ${offset}`.execute(db);
  const [first] = rows;
  if (!first) return [];
  const { rank } = await findClassRank(db, challengeId, of, first);
  return withRanks(rows, rank, offset);
}

/** As `findRank`, within a class. */
export async function findClassRank(
  db: Db,
  challengeId: number,
  of: MemberClass,
  { score, reached_at, user_id }: Pick<Row, 'score' | 'reached_at' | 'user_id'>,
): Promise<{ rank: number; offset: number }> {
  const place = sql`(${-score}::bigint, ${reached_at}::timestamptz, ${user_id}::bigint)`;
  const { rows } = await sql<{ better: number; before: number }>`
    select count(*) filter (where -score < ${-score}::bigint) as better, count(*) as before
    from challenge_members where ${inClass(challengeId, of)} and (${KEY}) < ${place}`.execute(db);
  return { rank: rows[0]!.better + 1, offset: rows[0]!.before };
}

export async function countClass(db: Db, challengeId: number, of: MemberClass): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from challenge_members where ${inClass(challengeId, of)}`.execute(db);
  return rows[0]!.n;
}

/** How many joined each of some challenges. */
export async function countMembers(db: Db, challengeIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ challenge_id: number; n: number }>`
    select challenge_id, sum(n)::bigint as n from challenge_counts
    where challenge_id = any(${[...challengeIds]}::bigint[]) and chunk_id = ${sql.lit(WHOLE_GROUP)}
      and group_position = ${JOINED}
    group by challenge_id`.execute(db);
  return new Map(rows.map(({ challenge_id, n }) => [challenge_id, n]));
}

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

/** Folds the counts of a board and splits chunks and groups that have grown. Done often: it has little to do each time. */
export async function tidyBoard(db: Db, challengeId: number): Promise<void> {
  await db.transaction().execute((trx) => foldCounts(trx, challengeId));
  const { rows } = await sql`
    (select 1 from challenge_counts where challenge_id = ${challengeId} and chunk_id <> ${WHOLE_GROUP}
      group by chunk_id having sum(n) > ${CHUNK_MAX} limit 1)
    union all (select 1 from (${grownGroups(challengeId)}) as grown limit 1)`.execute(db);
  if (rows.length === 0) return;
  const isDone = await db.transaction().execute(async (trx) => {
    if (!(await tryExclusiveBoard(trx, challengeId))) return false;
    await splitChunks(trx, challengeId);
    await splitGroups(trx, challengeId);
    return true;
  });
  if (!isDone) changedBoards.add(challengeId);
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
