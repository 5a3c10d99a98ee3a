import type { User } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { LoadFailed, Skeleton, Stack, useDelayed } from '@waymark/ui';
import type { ReactNode } from 'react';
import { userCalls } from '@waymark/api-contract/client';
import { useCall, useSession } from '@waymark/remote';

/** The signed-in member: as the page came with them, or asked for where it came without. */
function useMember() {
  const { user } = useSession();
  const self = useCall(userCalls.self, {}, { enabled: user === null });
  const member: User | null = user ?? self.data ?? null;
  return { member, error: member ? null : self.error, retry: self.refetch, isFetching: self.isFetching };
}

/** What stands on a page once the member is known, and what stands there until then. */
export function MemberGate({ children }: { children: (member: User) => ReactNode }) {
  const { member, error, retry, isFetching } = useMember();
  const isLate = useDelayed(150);
  if (member) return children(member);
  if (error)
    return (
      <LoadFailed
        title={<Trans>We couldn’t load your account.</Trans>}
        error={error}
        retry={retry}
        busy={isFetching}
      />
    );
  return (
    <Stack gap={5} aria-busy="true">
      {isLate && [0, 1, 2, 3].map((row) => <Skeleton key={row} height="64px" />)}
    </Stack>
  );
}
