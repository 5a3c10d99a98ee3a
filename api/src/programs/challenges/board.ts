import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { membersOffBoards } from '../../members/visibility/relation.ts';
import type { ChallengeMemberTable } from './tables.ts';

/**
 * Leaderboards. Members are in the order of an index: best score first, then who reached it first. Chunks of neighbours,
 * and groups of neighbouring chunks, with the number of their members tell how many stand before a place without counting
 * them one by one: a rank or a page of a million members reads about a hundred groups, a hundred chunks and a hundred
 * members (`board_standing` and `board_page` in `board-functions.ts`). Chunks and groups are split where they grow, whatever
 * the scores look like: also where a hundred thousand members are equal.
 *
 * Chunks count everybody. Whoever stands on no board for a viewer is subtracted when the viewer reads: ranks, places and
 * totals are those of a board without them, as likes and comments are counted.
 */

/** A place in the order of a board. */
export interface Place {
  negativeScore: number;
  reachedAt: Date | '-infinity';
  userId: number;
}

/** What a row counts instead of a chunk: all of its group, or at the position before all groups who joined. */
export const WHOLE_GROUP = 0;
export const JOINED = 0;
const FIRST_PLACE: Place = { negativeScore: -Number.MAX_SAFE_INTEGER, reachedAt: '-infinity', userId: 0 };

export const FIRST = sql.raw('first_negative_score, first_reached_at, first_user_id');
export const KEY = sql.raw('-score, reached_at, user_id');
/**
 * Of `challenge_members m` in `challenges c` whose results are final: a place without a name. Its member took the name off,
 * or refuses the use of health data, on which energy may rest.
 */
export const hasNoName = sql<boolean>`(m.is_anonymous or (c.kind = 'energy' and exists (
  select from users where users.id = m.user_id and users.hides_health_data)))`;

export const isOnBoard = sql.raw('is_shown and score > 0');

/** Challenges whose counts changed in this process since they were folded. Others are found by the hourly upkeep. */
const changedBoards = new Set<number>();
/** Has a board looked at again. */
export const noteChangedBoard = (id: number): void => void changedBoards.add(id);
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
  /** One more than the number of members with a better score. */
  rank: number;
  /** The number of members before this one. */
  offset: number;
}

const countJoined = (challengeId: number | RawBuilder<unknown>) => sql`
  select coalesce(sum(n), 0)::bigint from challenge_counts
  where challenge_id = ${challengeId} and chunk_id = ${sql.lit(WHOLE_GROUP)} and group_position = ${JOINED}`;

/** Members of some challenges who stand on no board for a viewer. Each is looked up by an index: a large site has thousands. */
const hiddenMembers = (viewerId: number, challengeIds: RawBuilder<unknown>) => sql`
  select m.* from (${membersOffBoards(viewerId)}) as hidden_one
  cross join lateral (
    select challenge_id, user_id, score, reached_at, ${isOnBoard} as is_ranked from challenge_members
    where user_id = hidden_one.user_id and challenge_id = any(${challengeIds}::bigint[]) offset 0) as m`;

const selectRanks = prepared(
  (userId: number, challengeIds: number[], negativeScores: number[], reachedAt: string[]) => sql<
    BoardPlace & { challenge_id: number }
  >`
    with hidden as materialized (${hiddenMembers(userId, sql`${challengeIds}`)})
    select own.challenge_id, better + 1 - (
        select count(*) from hidden h
        where h.is_ranked and h.challenge_id = own.challenge_id and -h.score < own.negative_score) as rank,
      before - (
        select count(*) from hidden h
        where h.is_ranked and h.challenge_id = own.challenge_id
          and (-h.score, h.reached_at, h.user_id) < (own.negative_score, own.reached_at, ${userId})) as "offset"
    from unnest(${challengeIds}::bigint[], ${negativeScores}::bigint[], ${reachedAt}::timestamptz[])
      as own (challenge_id, negative_score, reached_at)
    cross join lateral board_standing(own.challenge_id, own.negative_score, own.reached_at, ${userId})`,
);

/** Where a member stands on some boards, by challenge. */
export async function findRanks(
  db: Db,
  userId: number,
  rows: readonly Pick<Row, 'challenge_id' | 'score' | 'reached_at'>[],
): Promise<Map<number, BoardPlace>> {
  if (rows.length === 0) return new Map();
  const places = await selectRanks(
    db,
    userId,
    rows.map(({ challenge_id }) => challenge_id),
    rows.map(({ score }) => -score),
    rows.map(({ reached_at }) => reached_at.toISOString()),
  );
  return new Map(places.map(({ challenge_id, rank, offset }) => [challenge_id, { rank, offset }]));
}

export interface RankedRow {
  user_id: number;
  score: number;
  rank: number;
}

/** The ranks of neighbours in order, from the rank of the first, which has `offset` members before it. */
function withRanks(
  rows: readonly Pick<RankedRow, 'user_id' | 'score'>[],
  firstRank: number,
  offset: number,
): RankedRow[] {
  let rank = firstRank;
  return rows.map(({ user_id, score }, i) => {
    if (i > 0 && score !== rows[i - 1]!.score) rank = offset + i + 1;
    return { user_id, score, rank };
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
  own_rank: number;
  own_offset: number;
  /** Of the page, in order; null where it is empty. */
  members: Pick<RankedRow, 'user_id' | 'score'>[] | null;
  /** The number of members before all who share the first one's score. */
  better: number | null;
}

/**
 * One row, whatever the size of the page: reading rows took longer than finding them. Offsets are those of the board
 * without hidden members, and `board_page` takes those of all: `seek` adds the hidden members up to the first and the last
 * place of the page, and again up to where that leads, until there are no more.
 */
const selectBoard = prepared(
  (id: number, limit: number, offset: number, viewerId: number, isAround: boolean) => sql<BoardRow>`
    with recursive hidden as materialized (${hiddenMembers(viewerId, sql`array[${id}]`)}
    ), ranked as materialized (
      select -score as negative_score, reached_at, user_id from hidden where is_ranked
    ), own as materialized (
      select score as own_score,
        better + 1 - (select count(*) from ranked r where r.negative_score < -m.score) as own_rank,
        before - (
          select count(*) from ranked r
          where (r.negative_score, r.reached_at, r.user_id) < (-m.score, m.reached_at, m.user_id)) as own_offset
      from challenge_members m cross join lateral board_standing(challenge_id, -score, reached_at, user_id)
      where user_id = ${viewerId} and challenge_id = ${id} and ${isOnBoard}
    ), start as materialized (
      select coalesce(
        (select own_offset / ${limit}::bigint * ${limit}::bigint from own where ${isAround}), ${offset}::bigint) as page_offset
    ), seek (place, place_of_all) as (
      select place, place from start cross join lateral (
        values (page_offset), (page_offset + ${limit}::bigint - 1)) as ends (place)
      union
      select place, next from seek
      left join lateral (select * from board_page(${id}, place_of_all, 1) limit 1) as reached on true
      cross join lateral (
        select place + count(*) as next from ranked r
        where reached.user_id is null
          or (r.negative_score, r.reached_at, r.user_id) <= (-reached.score, reached.reached_at, reached.user_id)) as added
      where exists (select from ranked) and next > place_of_all
    ), bounds as materialized (
      select min(place_of_all) as first, max(place_of_all) as last from (
        select max(place_of_all) as place_of_all from seek group by place) as ends
    ), page as materialized (
      select json_agg(json_build_object('user_id', user_id, 'score', score) order by ${KEY}) as members,
        min(-score) as first_negative_score
      from bounds cross join lateral board_page(${id}, first, last - first + 1)
      where user_id not in (select user_id from ranked)
    )
    select start.*, own.*, members, (
        select coalesce(sum(n), 0)::bigint from challenge_counts
        where challenge_id = ${id} and chunk_id = ${sql.lit(WHOLE_GROUP)} and group_position <> ${JOINED}
      ) - (select count(*) from ranked) as ranked,
      (${countJoined(id)}) - (select count(*) from hidden) as joined,
      case when members is not null
        then (board_standing(${id}, first_negative_score, '-infinity', 0)).before
          - (select count(*) from ranked where negative_score < first_negative_score) end as better
    from start cross join page left join own on true`,
);

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
  const [found] = await selectBoard(db, challengeId, limit, offset, viewerId, isAround);
  const { page_offset: start, members, better, ranked, joined, ...own } = found!;
  return {
    rows: withRanks(members ?? [], (better ?? 0) + 1, start),
    offset: start,
    own:
      own.own_score === null
        ? null
        : { user_id: viewerId, score: own.own_score, rank: own.own_rank, offset: own.own_offset },
    ranked,
    joined,
  };
}

/** A page of a board as visitors see it; empty beyond its end. */
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
  const { rows } = await sql<Pick<RankedRow, 'user_id' | 'score'>>`
    select user_id, score from challenge_members
    where user_id = any(${[...userIds]}::bigint[]) and challenge_id = ${challengeId} and ${isOnBoard}
    order by -score, reached_at, user_id`.execute(db);
  return withRanks(rows, 1, 0);
}

/** The condition that a member of `challenge_members` stands on boards for a viewer, where most rows of a board are read. */
export const isNotHiddenFrom = (viewerId: number) =>
  sql<boolean>`user_id not in (${membersOffBoards(viewerId)})`;

/** Members of a challenge who share a team, a country or an age class. */
export interface MemberClass {
  column: 'team_id' | 'country' | 'age_class';
  value: number | string;
}

const inClass = (challengeId: number, { column, value }: MemberClass, viewerId: number) =>
  sql`challenge_id = ${challengeId} and ${isOnBoard} and ${sql.ref(column)} = ${value}
    and ${isNotHiddenFrom(viewerId)}`;

/** A page of the board of a class, by an index of its own. */
export async function readClassPage(
  db: Db,
  challengeId: number,
  of: MemberClass,
  { limit, offset, viewerId }: { limit: number; offset: number; viewerId: number },
): Promise<RankedRow[]> {
  const { rows } = await sql<Pick<Row, 'user_id' | 'score' | 'reached_at'>>`
    select user_id, score, reached_at from challenge_members where ${inClass(challengeId, of, viewerId)}
    order by -score, reached_at, user_id limit ${limit} offset ${offset}`.execute(db);
  const [first] = rows;
  if (!first) return [];
  const { rank } = await findClassRank(db, challengeId, of, first, viewerId);
  return withRanks(rows, rank, offset);
}

/** As `findRank`, within a class. */
export async function findClassRank(
  db: Db,
  challengeId: number,
  of: MemberClass,
  { score, reached_at, user_id }: Pick<Row, 'score' | 'reached_at' | 'user_id'>,
  viewerId: number,
): Promise<{ rank: number; offset: number }> {
  const place = sql`(${-score}::bigint, ${reached_at}::timestamptz, ${user_id}::bigint)`;
  const { rows } = await sql<{ better: number; before: number }>`
    select count(*) filter (where -score < ${-score}::bigint) as better, count(*) as before
    from challenge_members where ${inClass(challengeId, of, viewerId)} and (${KEY}) < ${place}`.execute(db);
  return { rank: rows[0]!.better + 1, offset: rows[0]!.before };
}

export async function countClass(
  db: Db,
  challengeId: number,
  of: MemberClass,
  viewerId: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from challenge_members where ${inClass(challengeId, of, viewerId)}`.execute(db);
  return rows[0]!.n;
}

/** How many joined each of some challenges, as far as they may stand on boards for a viewer. */
export async function countMembers(
  db: Db,
  challengeIds: readonly number[],
  viewerId: number,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ challenge_id: number; n: number }>`
    with hidden as materialized (${hiddenMembers(viewerId, sql`${[...challengeIds]}`)})
    select c.id as challenge_id,
      (${countJoined(sql.ref('c.id'))}) - (select count(*) from hidden where hidden.challenge_id = c.id) as n
    from unnest(${[...challengeIds]}::bigint[]) as c (id)`.execute(db);
  return new Map(rows.map(({ challenge_id, n }) => [challenge_id, n]));
}
