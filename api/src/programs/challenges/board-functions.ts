import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

const FIRST = sql.raw('first_negative_score, first_reached_at, first_user_id');
const KEY = sql.raw('-score, reached_at, user_id');

/**
 * The number of members before a place of a board, and of those with a better score than it. Counted are the groups before
 * its group, the chunks before its chunk in the group, and the members of the chunk; where this begins with a better score
 * those who are equal stand in it alone. As functions of the database, which keeps their plans: planning takes as long as
 * reading. The settings are for their plans alone: a chunk is estimated as a large share of a board.
 */
const boardStanding = sql`
  create or replace function board_standing(
    board bigint, negative_score bigint, reached timestamptz, member bigint, out better bigint, out before bigint)
  language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off as $$
  declare
    chunk record;
    before_chunk bigint;
  begin
    select id, group_position, ${FIRST} into chunk from challenge_chunks
    where challenge_id = board and (${FIRST}) <= (negative_score, reached, member)
    order by first_negative_score desc, first_reached_at desc, first_user_id desc limit 1;
    before_chunk := (
        select coalesce(sum(n), 0) from challenge_counts
        where challenge_id = board and chunk_id = 0 and group_position > 0
          and group_position < chunk.group_position)
      + (
        select coalesce(sum(n), 0) from challenge_counts
        where challenge_id = board and group_position = chunk.group_position and chunk_id <> 0
          and chunk_id in (
          select id from challenge_chunks
          where challenge_id = board and group_position = chunk.group_position
            and (${FIRST}) < (chunk.first_negative_score, chunk.first_reached_at, chunk.first_user_id)));
    select before_chunk + count(*) filter (where -score < negative_score), before_chunk + count(*)
      into better, before
    from challenge_members
    where challenge_id = board and is_shown and score > 0
      and (${KEY}) >= (chunk.first_negative_score, chunk.first_reached_at, chunk.first_user_id)
      and (${KEY}) < (negative_score, reached, member);
    if reached = '-infinity' then
      better := before;
    elsif chunk.first_negative_score >= negative_score then
      better := (board_standing(board, negative_score, '-infinity', 0)).before;
    end if;
  end $$`;

/** Members of a board from a place on, best first; none beyond its end. */
const boardPage = sql`
  create or replace function board_page(board bigint, page_offset bigint, page_size bigint)
  returns table (user_id bigint, score bigint, reached_at timestamptz)
  language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off as $$
  #variable_conflict use_column
  declare
    found_group record;
    chunk record;
  begin
    select * into found_group from (
      select group_position, sum(n)::bigint as size,
        (sum(sum(n)) over (order by group_position) - sum(n))::bigint as before
      from challenge_counts where challenge_id = board and chunk_id = 0 and group_position > 0
      group by group_position) as groups
    where before <= page_offset and before + size > page_offset;
    if not found then return; end if;
    select * into chunk from (
      select ${FIRST}, size, (found_group.before + sum(size) over (order by ${FIRST}) - size)::bigint as before
      from challenge_chunks join (
        select chunk_id, sum(n)::bigint as size from challenge_counts
        where challenge_id = board and group_position = found_group.group_position and chunk_id <> 0
        group by chunk_id) as counted on chunk_id = challenge_chunks.id
      where challenge_id = board and group_position = found_group.group_position) as chunks
    where before <= page_offset and before + size > page_offset;
    if not found then return; end if;
    return query
      select user_id, score, reached_at from challenge_members
      where challenge_id = board and is_shown and score > 0
        and (${KEY}) >= (chunk.first_negative_score, chunk.first_reached_at, chunk.first_user_id)
      order by ${KEY} offset page_offset - chunk.before limit page_size;
  end $$`;

export const boardFunctions: readonly RawBuilder<unknown>[] = [boardStanding, boardPage];
