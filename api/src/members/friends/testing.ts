import type { Friendship } from '@waymark/api-contract';
import type { TestApi, TestMember } from '../../testing/api.ts';
import { as } from '../../training/workouts/testing.ts';

export const toUser = (id: number) => ({
  _links: { to_user: [{ href: `/v7.1/user/${id}/`, id: String(id) }] },
});

export const named = (id: number) => ({
  _links: { user: [{ href: `/v7.1/user/${id}/`, id: String(id) }] },
});

export const pairOf = (one: TestMember, other: TestMember): string => `${one.userId}_${other.userId}`;

/** One member asks, the other accepts. */
export async function befriend(api: TestApi, one: TestMember, other: TestMember): Promise<Friendship> {
  const asked = await as(api, one)('POST', '/friendship/', toUser(other.userId));
  if (asked.status !== 201) throw new Error(`friendship: ${asked.status} ${asked.text}`);
  const { body } = await as(api, other)<Friendship>('PATCH', `/friendship/${pairOf(one, other)}/`, {
    status: 'active',
  });
  return body;
}
