import type { User } from '@waymark/api-contract';
import { userCalls } from '@waymark/api-contract/client';
import { useCall, useSession } from '@waymark/remote';

/** The signed-in member: as the page came with them, or asked for where it came without. */
export function useMember() {
  const { user } = useSession();
  const self = useCall(userCalls.self, {}, { enabled: user === null });
  const member: User | null = user ?? self.data ?? null;
  return { member, error: member ? null : self.error, retry: self.refetch, isFetching: self.isFetching };
}
