import {
  type CHALLENGE_BOARDS,
  challengeCalls,
  type Leaderboard,
  type LeaderboardEntry,
} from '@waymark/api-contract';
import { findCards, presentPerson } from '../friends/member-cards.ts';
import type { Db } from '../kernel/database/tables.ts';
import { type Caller, route } from '../kernel/server/route.ts';
import {
  countClass,
  countMembers,
  findClassRank,
  findRank,
  type MemberClass,
  rankMembers,
  type RankedRow,
  readClassPage,
  readPage,
} from './board.ts';
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

/** Where the caller stands on the board of everybody, or of a class; null where they do not. */
async function findOwnPlace(
  db: Db,
  { id, membership }: MetChallenge,
  of?: MemberClass,
): Promise<(RankedRow & { offset: number }) | null> {
  if (!membership || !membership.is_shown || membership.score <= 0) return null;
  if (of && membership[of.column] !== of.value) return null;
  const own = {
    user_id: membership.user_id,
    score: membership.score,
    reached_at: new Date(membership.reached_at),
  };
  return { ...own, ...(await (of ? findClassRank(db, id, of, own) : findRank(db, id, own))) };
}

const TEAMS_MAX = 20;

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

async function rowsOfClass(db: Db, challenge: MetChallenge, options: PageOptions): Promise<PlacedRows> {
  const { id } = challenge;
  const { limit } = options;
  const of = classOf(challenge, options);
  if (!of) return { rows: [], offset: options.offset, total: 0, own: null };
  const [own, total] = await Promise.all([findOwnPlace(db, challenge, of), countClass(db, id, of)]);
  const offset = options.around && own ? pageOf(own.offset, limit) : options.offset;
  return { rows: await readClassPage(db, id, of, { limit, offset }), offset, total, own };
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
  const { limit, scope, of } = options;
  const hasFriends = scope === 'friends' && caller !== null;
  const { rows, offset, total, own } = hasFriends
    ? await rowsOfFriends(db, caller, challenge, options)
    : await (scope === 'everyone' || scope === 'friends' ? rowsOfEveryone : rowsOfClass)(
        db,
        challenge,
        options,
      );
  const ids = new Set([...rows, ...(own ? [own] : [])].map(({ user_id }) => user_id));
  const [cards, teams] = await Promise.all([
    findCards(db, caller, [...ids]),
    findTeamNames(db, challenge, [...ids]),
  ]);
  const people = new Map(cards.map((person) => [person.id, person]));
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

export const leaderboardRoute = route<typeof challengeCalls.leaderboard>({
  call: challengeCalls.leaderboard,
  access: 'anyone',
  async handler({ context: { db }, caller, params, query }) {
    return readLeaderboard(db, caller, await getChallenge(db, caller, params.id), query);
  },
});
