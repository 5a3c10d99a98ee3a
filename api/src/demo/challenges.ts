import { type ChallengeDetails, type ChallengeInput, SERVICE_BASES } from '@waymark/api-contract';
import { addDays } from '../kernel/local-day.ts';
import type { FriendName } from './friends.ts';
import type { DemoMember } from './routes.ts';

interface DemoChallenge {
  by: FriendName;
  joined: readonly (FriendName | 'robin')[];
  /** Days from today. */
  from: number;
  to: number;
  input: Pick<ChallengeInput, 'title' | 'description' | 'kind' | 'target' | 'activity_groups'>;
}

/**
 * Two that the demo member has joined, one of which is over after tomorrow in every zone, and one to join: nobody joins
 * what is over.
 */
const CHALLENGES: readonly DemoChallenge[] = [
  {
    by: 'maya',
    joined: ['maya', 'jonas', 'sam', 'robin'],
    from: -13,
    to: 14,
    input: {
      title: 'Four weeks, 100 km',
      description: 'On foot or by bike, everything counts. Loser brings the cake.',
      kind: 'distance',
      target: 100_000,
      activity_groups: [],
    },
  },
  {
    by: 'lea',
    joined: ['lea', 'maya'],
    from: -2,
    to: 18,
    input: {
      title: 'Twelve active days',
      description: 'Out of the door twelve times in three weeks, however short.',
      kind: 'active_days',
      target: 12,
      activity_groups: [],
    },
  },
  {
    by: 'jonas',
    joined: ['jonas', 'sam', 'lea', 'robin'],
    from: -22,
    to: 1,
    input: {
      title: 'The longest one',
      description: 'One workout, as far as you like.',
      kind: 'longest',
      target: null,
      activity_groups: [],
    },
  },
];

/** Challenges of the demo member's friends, through the calls that pages use. */
export async function addDemoChallenges(
  robin: DemoMember,
  friends: Readonly<Record<FriendName, DemoMember>>,
): Promise<void> {
  const base = SERVICE_BASES.challenges;
  const today = new Date().toISOString().slice(0, 10);
  for (const { by, joined, from, to, input } of CHALLENGES) {
    const body = { ...input, first_day: addDays(today, from), last_day: addDays(today, to) };
    const { id } = await friends[by].call<ChallengeDetails>('POST', `${base}/v2/challenges`, body);
    for (const name of joined) {
      const member = name === 'robin' ? robin : friends[name];
      await member.call('POST', `${base}/challenges/${id}/users`, {});
    }
  }
}
