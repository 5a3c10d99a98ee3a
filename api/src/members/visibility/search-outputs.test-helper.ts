import type { MemberList, Privacy } from '@waymark/api-contract';
import { LEVELS, type Owner, type World } from '../../testing/hostile/world.ts';
import { isListed, type Standing, type Viewer, type Witness } from './standing.test-helper.ts';

interface SearchQuestion {
  about: string;
  path(this: void, owner: Owner, viewer: Viewer, witness: Witness): string;
  isTold(this: void, standing: Standing, level: Privacy): boolean;
  /** The total is of what was asked for, not of what was found. */
  isTotalOfAsked?: boolean;
}

/** Friends and those between whom a request waits know each other by name. */
const isMet = (standing: Standing, level: Privacy): boolean =>
  standing === 'friend' || standing === 'pending' || isListed(standing, level);
const find = (text: string): string => `/user/?q=${encodeURIComponent(text)}`;

/** Every list of members that others are found in. Who waits for an answer is in the list of requests alone. */
const SEARCH_QUESTIONS: SearchQuestion[] = [
  {
    about: 'search by name',
    path: ({ marker }) => find(marker),
    isTold: (standing, level) => standing !== 'pending' && isListed(standing, level),
  },
  {
    about: 'search by user name',
    path: ({ username }) => find(`@${username}`),
    isTold: (standing, level) => standing !== 'pending' && isListed(standing, level),
  },
  {
    about: 'search by e-mail address',
    path: ({ member }) => find(member.email),
    // Whoever knows the address finds who allows it.
    isTold: (standing) => standing !== 'pending' && standing !== 'blocked',
  },
  {
    about: 'suggestions',
    path: (_owner, { userId }) => `/user/?suggested_friends_for=${userId}&limit=100`,
    isTold: (standing, level) => standing === 'other' && isListed(standing, level),
  },
  {
    about: 'requests',
    path: (_owner, { userId }) => `/user/?requested_friendship_with=${userId}`,
    isTold: (standing) => standing === 'pending',
  },
  {
    about: 'members by id',
    path: ({ member }) => `/user/?ids=${member.userId}`,
    isTold: isMet,
    isTotalOfAsked: true,
  },
  {
    about: 'the friends of a friend of theirs',
    path: (_owner, _viewer, { userId }) => `/user/?friends_with=${userId}`,
    isTold: isListed,
  },
  {
    about: 'who can be mentioned at a story of a friend of theirs',
    path: ({ marker }, _viewer, { post }) => `/activity_story/${post}/mentionable/?q=${marker}`,
    isTold: isMet,
  },
];

/** Which owners member search, suggestions and lists of members show, against the policy. */
export async function problemsOfSearch(
  { owners }: World,
  viewer: Viewer,
  witness: Witness,
  standing: Standing,
  step: string,
): Promise<string[]> {
  const problems: string[] = [];
  for (const level of LEVELS) {
    const owner = owners[level];
    for (const { about, path, isTold, isTotalOfAsked } of SEARCH_QUESTIONS) {
      const { status, body } = await viewer.call<MemberList>('GET', path(owner, viewer, witness));
      if (status !== 200) {
        problems.push(`${step}, level ${level}: ${about} ${status}`);
        continue;
      }
      const { users } = body._embedded;
      const expected = isTold(standing, level);
      if (
        users.some(({ id }) => id === owner.member.userId) !== expected ||
        (!expected && JSON.stringify(users).includes(owner.marker))
      )
        problems.push(`${step}, level ${level}: ${about} ${expected ? 'keeps back' : 'tells'}`);
      if (!isTotalOfAsked && body.total_count !== users.length)
        problems.push(`${step}, level ${level}: ${about} counts ${body.total_count} of ${users.length}`);
    }
  }
  const common = LEVELS.filter((level) => standing === 'friend' && isListed(standing, level)).length;
  const { body } = await viewer.call<MemberList>('GET', `/user/?ids=${witness.userId}`);
  const counted = body._embedded.users[0]?.mutual_friends_count;
  if (counted !== common) problems.push(`${step}: ${counted} friends in common instead of ${common}`);
  return problems;
}
