import {
  type CHALLENGE_BOARDS,
  challengeCalls,
  type Leaderboard,
  type LeaderboardEntry,
} from '@waymark/api-contract';
import { findCards, presentPerson } from '../../members/friends/member-cards.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import {
  type Board,
  type BoardPlace,
  countClass,
  findClassRank,
  hasNoName,
  type MemberClass,
  rankMembers,
  type RankedRow,
  readBoard,
  readClassPage,
} from './board.ts';
import { existsFor } from '../../members/visibility/relation.ts';
import { getChallenge, type MetChallenge } from './find-challenge.ts';
import { toValue } from './scoring.ts';

type CountedClass = (typeof CHALLENGE_BOARDS)[number];

interface PageOptions {
  scope: 'everyone' | 'friends' | 'team' | CountedClass;
  /** The team, country or age class; the caller's own unless given. */
  of?: string | undefined;
  around?: 'me' | undefined;
  limit: number;
  offset: number;
}

type PlacedRow = RankedRow & BoardPlace;

/** Where the caller stands on the board of a class; null where they do not. */
async function findOwnClassPlace(
  db: Db,
  { id, membership }: MetChallenge,
  of: MemberClass,
): Promise<PlacedRow | null> {
  if (!membership || !membership.is_shown || membership.score <= 0) return null;
  if (membership[of.column] !== of.value) return null;
  const { user_id, score, reached_at } = membership;
  const place = await findClassRank(
    db,
    id,
    of,
    { user_id, score, reached_at: new Date(reached_at) },
    user_id,
  );
  return { user_id, score, ...place };
}

const TEAMS_MAX = 20;

const pageOf = (offset: number, limit: number): number => Math.floor(offset / limit) * limit;

interface PlacedRows {
  rows: readonly RankedRow[];
  offset: number;
  total: number;
  own: PlacedRow | null;
}

/** The board of everybody. */
export const readEveryone = (
  db: Db,
  caller: Caller | null,
  id: number,
  { limit, offset, around }: PageOptions,
) => readBoard(db, id, { limit, offset, viewerId: caller?.userId ?? 0, isAround: around !== undefined });

/** The class that a board is asked for; null where there is none, or the caller is in none. */
function classOf(
  { team_score, boards, membership }: MetChallenge,
  { scope, of }: PageOptions,
): MemberClass | null {
  if (scope === 'team') {
    const id = of === undefined ? membership?.team_id : Number(of);
    return team_score !== null && id && Number.isInteger(id) && id <= TEAMS_MAX
      ? { column: 'team_id', value: id }
      : null;
  }
  if ((scope !== 'country' && scope !== 'age_class') || !boards.includes(scope)) return null;
  const value = of ?? membership?.[scope];
  return value ? { column: scope, value } : null;
}

async function rowsOfClass(
  db: Db,
  caller: Caller | null,
  challenge: MetChallenge,
  options: PageOptions,
): Promise<PlacedRows> {
  const { id } = challenge;
  const { limit } = options;
  const of = classOf(challenge, options);
  if (!of) return { rows: [], offset: options.offset, total: 0, own: null };
  const viewerId = caller?.userId ?? 0;
  const [own, total] = await Promise.all([
    findOwnClassPlace(db, challenge, of),
    countClass(db, id, of, viewerId),
  ]);
  const offset = options.around && own ? pageOf(own.offset, limit) : options.offset;
  return { rows: await readClassPage(db, id, of, { limit, offset, viewerId }), offset, total, own };
}

/** Names of the teams that members are in. */
async function findTeamNames(
  db: Db,
  { id, team_score }: MetChallenge,
  userIds: readonly number[],
): Promise<Map<number, string>> {
  if (team_score === null || userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('challenge_members as m')
    .innerJoin('challenge_teams as t', (on) =>
      on.onRef('t.challenge_id', '=', 'm.challenge_id').onRef('t.id', '=', 'm.team_id'),
    )
    .select(['m.user_id', 't.name'])
    .where('m.user_id', 'in', [...userIds])
    .where('m.challenge_id', '=', id)
    .execute();
  return new Map(rows.map(({ user_id, name }) => [user_id, name]));
}

/** Members whose name is off a final board. */
async function findAnonymous(
  db: Db,
  { id, frozen_at }: MetChallenge,
  userIds: readonly number[],
): Promise<Set<number>> {
  if (frozen_at === null || userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('challenge_members as m')
    .innerJoin('challenges as c', 'c.id', 'm.challenge_id')
    .select('m.user_id')
    .where('m.user_id', 'in', [...userIds])
    .where('m.challenge_id', '=', id)
    .where(hasNoName)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
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
    .where(existsFor(caller.userId, 'friendships.friend_id'))
    .execute();
  const ids = friends.map(({ friend_id }) => friend_id);
  // Among friends a place without a name tells whose it is.
  const anonymous = await findAnonymous(db, challenge, ids);
  const all = await rankMembers(db, challenge.id, [
    caller.userId,
    ...ids.filter((friendId) => !anonymous.has(friendId)),
  ]);
  const at = all.findIndex(({ user_id }) => user_id === caller.userId);
  const own = at < 0 ? null : { ...all[at]!, offset: at };
  const offset = options.around && own ? pageOf(own.offset, options.limit) : options.offset;
  return { rows: all.slice(offset, offset + options.limit), offset, total: all.length, own };
}

interface BoardReading {
  /** The challenge, or the one that is still being looked for. */
  challenge: MetChallenge | Promise<MetChallenge>;
  /** The board of everybody, where it is the one that is asked for: it needs no challenge, so it is read meanwhile. */
  everyone?: Promise<Board> | undefined;
}

/**
 * A page of a leaderboard. Members whose profile the caller may not see, or who took their name off, have a place
 * and no name; who does not exist for the caller, or is protected from them, has none.
 */
export async function readLeaderboard(
  db: Db,
  caller: Caller | null,
  reading: BoardReading,
  options: PageOptions,
): Promise<Leaderboard> {
  const { limit, scope, of } = options;
  const [challenge, everyone] = await Promise.all([reading.challenge, reading.everyone]);
  const { rows, offset, total, own } = everyone
    ? { ...everyone, total: everyone.ranked }
    : scope === 'friends' && caller
      ? await rowsOfFriends(db, caller, challenge, options)
      : await rowsOfClass(db, caller, challenge, options);
  const ids = new Set([...rows, ...(own ? [own] : [])].map(({ user_id }) => user_id));
  const [cards, teams, anonymous] = await Promise.all([
    findCards(db, caller, [...ids]),
    findTeamNames(db, challenge, [...ids]),
    findAnonymous(db, challenge, [...ids]),
  ]);
  const people = new Map(cards.map((person) => [person.id, person]));
  const present = ({ user_id, score, rank }: RankedRow): LeaderboardEntry => {
    const isSelf = user_id === caller?.userId;
    const person = isSelf || !anonymous.has(user_id) ? people.get(user_id) : undefined;
    const card = person && presentPerson(person);
    return {
      rank,
      value: toValue(challenge.kind, score),
      is_self: isSelf,
      user: card
        ? {
            id: card.id,
            display_name: card.display_name,
            username: card.username,
            _links: card._links,
          }
        : null,
      team: teams.get(user_id) ?? null,
    };
  };
  const at = (place: number) => [
    {
      href: `/widgets/challenges/${challenge.id}/leaderboard?scope=${scope}${of === undefined ? '' : `&of=${encodeURIComponent(of)}`}&limit=${limit}&offset=${place}`,
    },
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

/** Partners show boards of challenges for everyone on pages of their own: other sites read what visitors see. */
export const leaderboardHandler = route<typeof challengeCalls.leaderboard>({
  call: challengeCalls.leaderboard,
  access: 'anyone',
  isCrossOrigin: true,
  async handler({ context: { db }, caller, params, query }) {
    const { id } = params;
    const challenge = getChallenge(db, caller, id);
    const isOfEveryone = query.scope === 'everyone' || (query.scope === 'friends' && !caller);
    const everyone = isOfEveryone ? readEveryone(db, caller, id, query) : undefined;
    return readLeaderboard(db, caller, { challenge, everyone }, query);
  },
});
