import type { ChallengeDetails } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useSession } from '@waymark/remote';
import { Box, Link, Panel } from '@waymark/ui';
import { AwardsPanel } from './awards-panel.tsx';
import { BoardRows } from './board-rows.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { MakerPanel } from './maker-panel.tsx';
import { FinalNamePanel, MembershipPanel } from './membership-panel.tsx';
import { PrizesPanel, RulesPanel } from './rules-panel.tsx';

export { WorkoutsPanel } from './workouts-panel.tsx';

const FRIENDS_SHOWN = 5;

/** The member among their friends; nothing where no friend takes part. */
export function FriendsPanel({ challenge }: { challenge: ChallengeDetails }) {
  const { t } = useLingui();
  const { id, kind } = challenge;
  const isMember = useSession().userId !== null;
  const { data } = useCall(
    challengeCalls.leaderboard,
    { params: { id }, query: { scope: 'friends', limit: FRIENDS_SHOWN } },
    { enabled: isMember },
  );
  const entries = data?._embedded.entries ?? [];
  if (!entries.some((entry) => !entry.is_self)) return null;
  return (
    <Panel
      title={<Trans>Friends</Trans>}
      action={
        <Link href={`/challenges/${id}/leaderboard?scope=friends`}>
          <Trans>All friends</Trans>
        </Link>
      }
    >
      <BoardRows label={t`Friends`} kind={kind} entries={entries} offset={0} />
    </Panel>
  );
}

/** What belongs to the challenge besides its results. */
export const SidePanels = ({ challenge }: { challenge: ChallengeDetails }) => (
  <Box minW={0}>
    {challenge.can.invite && <InvitePanel challenge={challenge} />}
    {challenge.can.edit && <MakerPanel challenge={challenge} />}
    <AwardsPanel challenge={challenge} />
    {(challenge.prizes.length > 0 || challenge.partner) && (
      <PrizesPanel prizes={challenge.prizes} partner={challenge.partner} />
    )}
    <RulesPanel challenge={challenge} />
    {challenge.membership && !challenge.is_final && (
      <MembershipPanel challenge={challenge} membership={challenge.membership} />
    )}
    {challenge.membership && challenge.is_final && typeof challenge.progress?.rank === 'number' && (
      <FinalNamePanel challenge={challenge} membership={challenge.membership} />
    )}
  </Box>
);
