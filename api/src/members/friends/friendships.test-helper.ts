import type { MemberList } from '@waymark/api-contract';
import type { TestApi, TestMember } from '../../testing/api.ts';
import { as, type As } from '../../training/workouts/testing.ts';
import { pairOf } from './testing.ts';

export interface Two {
  ana: TestMember;
  ben: TestMember;
  anaCalls: As;
  benCalls: As;
  pair: string;
}

/** Two members who have nothing to do with each other. */
export async function two(api: TestApi): Promise<Two> {
  const [ana, ben] = await Promise.all([api.signUp(), api.signUp()]);
  return { ana, ben, anaCalls: as(api, ana), benCalls: as(api, ben), pair: pairOf(ana, ben) };
}

export const ACCEPT = { status: 'active' };
/** The numbers of friends and requests that are kept of a member. */
export const countsOf = async (api: TestApi, { userId }: TestMember) => {
  const row = await api.context.db
    .selectFrom('friend_counts')
    .select(['friends', 'requests'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return [row?.friends ?? 0, row?.requests ?? 0];
};
export const friendsOf = async (call: As, { userId }: TestMember) => {
  const { body } = await call<MemberList>('GET', `/user/?friends_with=${userId}&status=active`);
  return { ids: body._embedded.users.map(({ id }) => id), total: body.total_count };
};

export const messageOf = async (call: As, { userId }: TestMember) => {
  const { body } = await call<MemberList>('GET', `/user/?ids=${userId}`);
  return body._embedded.users[0]?.request_message;
};
