import type { ChallengeDetails } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall } from '@waymark/remote';
import { Link, Panel, Text } from '@waymark/ui';
import { BoardRows } from './board-rows.tsx';

const NEIGHBOURS = 5;

/** The head of the leaderboard and, further down, the member among their neighbours. */
export function BoardPanel({ challenge }: { challenge: ChallengeDetails }) {
  const { t } = useLingui();
  const { id, kind, leaderboard } = challenge;
  const { entries } = leaderboard._embedded;
  const isBelow = leaderboard.own_offset !== null && leaderboard.own_offset >= entries.length;
  const { data: around } = useCall(
    challengeCalls.leaderboard,
    { params: { id }, query: { around: 'me', limit: NEIGHBOURS } },
    { enabled: isBelow },
  );
  // A page of neighbours that reaches into the head repeats some of it.
  const repeated = around ? Math.max(0, entries.length - around.offset) : 0;
  const neighbours = around?._embedded.entries.slice(repeated) ?? [];
  const shown = neighbours.length > 0 || !leaderboard.own ? neighbours : [leaderboard.own];
  return (
    <Panel
      title={<Trans>Leaderboard</Trans>}
      action={
        leaderboard.total_count > 0 && (
          <Link href={`/challenges/${id}/leaderboard`}>
            <Trans>Full leaderboard</Trans>
          </Link>
        )
      }
    >
      {entries.length === 0 ? (
        <Text muted>
          <Trans>Nobody is on the board yet. The first workout takes the lead.</Trans>
        </Text>
      ) : (
        <BoardRows label={t`Leaderboard`} kind={kind} entries={entries} offset={0} />
      )}
      {isBelow && (
        <>
          <div className="board__gap" aria-hidden>
            …
          </div>
          <BoardRows
            label={t`Around you`}
            kind={kind}
            entries={shown}
            offset={(around?.offset ?? leaderboard.own_offset ?? 0) + repeated}
          />
        </>
      )}
    </Panel>
  );
}
