import { challengeCalls, type Leaderboard, type LeaderboardEntry } from '@waymark/api-contract';
import { findCards, presentPerson } from '../friends/member-cards.ts';
import type { Db } from '../kernel/database/tables.ts';
import { type Caller, route } from '../kernel/server/route.ts';
import { countMembers, findRank, rankMembers, type RankedRow, readPage } from './board.ts';
import { getChallenge, type MetChallenge } from './find-challenge.ts';
import { toValue } from './scoring.ts';

interface PageOptions {
  scope: 'everyone' | 'friends';
  around?: 'me' | undefined;
  limit: number;
  offset: number;
}

/** Where the caller stands on the board of everybody; null where they do not. */
async function findOwnPlace(
  db: Db,
  { id, membership }: MetChallenge,
): Promise<(RankedRow & { offset: number }) | null> {
  if (!membership || !membership.is_shown || membership.score <= 0) return null;
  const own = {
    user_id: membership.user_id,
    score: membership.score,
    reached_at: new Date(membership.reached_at),
  };
  return { ...own, ...(await findRank(db, id, own)) };
}

const pageOf = (offset: number, limit: number): number => Math.floor(offset / limit) * limit;

interface PlacedRows {
  rows: readonly RankedRow[];
  offset: number;
  total: number;
  own: (RankedRow & { offset: number }) | null;
}

async function rowsOfEveryone(db: Db, challenge: MetChallenge, options: PageOptions): Promise<PlacedRows> {
  const { id } = challenge;
  const { limit } = options;
  const [own, counts] = await Promise.all([findOwnPlace(db, challenge), countMembers(db, [id])]);
  const offset = options.around && own ? pageOf(own.offset, limit) : options.offset;
  const total = counts.get(id)?.ranked ?? 0;
  return { rows: await readPage(db, id, { limit, offset }), offset, total, own };
}

async function rowsOfFriends(
  db: Db,
  caller: Caller,
  challenge: MetChallenge,
  options: PageOptions,
): Promise<PlacedRows> {
  const friends = await db
    .selectFrom('friendships')
    .select('friend_id')
    .where('user_id', '=', caller.userId)
    .where('status', '=', 'active')
    .execute();
  const all = await rankMembers(db, challenge.id, [
    caller.userId,
    ...friends.map(({ friend_id }) => friend_id),
  ]);
  const at = all.findIndex(({ user_id }) => user_id === caller.userId);
  const own = at < 0 ? null : { ...all[at]!, offset: at };
  const offset = options.around && own ? pageOf(own.offset, options.limit) : options.offset;
  return { rows: all.slice(offset, offset + options.limit), offset, total: all.length, own };
}

/** A page of a leaderboard. Members whom the caller may not meet have a place and no name. */
export async function readLeaderboard(
  db: Db,
  caller: Caller | null,
  challenge: MetChallenge,
  options: PageOptions,
): Promise<Leaderboard> {
  const { rows, offset, total, own } =
    options.scope === 'friends' && caller
      ? await rowsOfFriends(db, caller, challenge, options)
      : await rowsOfEveryone(db, challenge, options);
  const ids = new Set([...rows, ...(own ? [own] : [])].map(({ user_id }) => user_id));
  const people = new Map((await findCards(db, caller, [...ids])).map((person) => [person.id, person]));
  const present = ({ user_id, score, rank }: RankedRow): LeaderboardEntry => {
    const person = people.get(user_id);
    const card = person && presentPerson(person);
    return {
      rank,
      value: toValue(challenge.kind, score),
      is_self: user_id === caller?.userId,
      user: card
        ? {
            id: card.id,
            display_name: card.display_name,
            username: card.username,
            _links: card._links,
          }
        : null,
    };
  };
  const { limit, scope } = options;
  const at = (place: number) => [
    { href: `/widgets/challenges/${challenge.id}/leaderboard?scope=${scope}&limit=${limit}&offset=${place}` },
  ];
  const last = Math.max(0, pageOf(total - 1, limit));
  return {
    _links: {
      self: at(offset),
      ...(offset > 0 && { prev: at(Math.min(last, Math.max(0, offset - limit))) }),
      ...(offset + limit < total && { next: at(offset + limit) }),
    },
    _embedded: { entries: rows.map(present) },
    total_count: total,
    offset,
    own: own && present(own),
    own_offset: own?.offset ?? null,
    is_final: challenge.frozen_at !== null,
  };
}

export const leaderboardRoute = route<typeof challengeCalls.leaderboard>({
  call: challengeCalls.leaderboard,
  access: 'anyone',
  async handler({ context: { db }, caller, params, query }) {
    return readLeaderboard(db, caller, await getChallenge(db, caller, params.id), query);
  },
});
