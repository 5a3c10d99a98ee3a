import type { ChallengeDetails, TeamStanding } from '@waymark/api-contract';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Badge, Box, Link, Panel, Text } from '@waymark/ui';
import { useChallengeWords } from './use-challenge-words.ts';
import './board-rows.css';

/** The board of teams, with the member's own. */
export function TeamPanel({ challenge }: { challenge: ChallengeDetails }) {
  const { t } = useLingui();
  const { teams, team_board: board } = challenge;
  if (!teams) return null;
  return (
    <Panel title={<Trans>Teams</Trans>}>
      <ol className="board" aria-label={t`Teams`}>
        {board.map((team) => (
          <TeamRow key={team.id} challenge={challenge} team={team} />
        ))}
      </ol>
      <Text muted size="sm" mt={3}>
        {teams.score === 'sum' ? (
          <Trans>A team’s score is the total of its members.</Trans>
        ) : (
          <Trans>A team’s score is the average of its members.</Trans>
        )}{' '}
        <Trans>Members who are not shown on the leaderboard don’t count for their team.</Trans>
      </Text>
    </Panel>
  );
}

function TeamRow({ challenge, team }: { challenge: ChallengeDetails; team: TeamStanding }) {
  const words = useChallengeWords();
  const { id, kind } = challenge;
  const { rank, value, name, member_count: count, is_own: isOwn } = team;
  return (
    <li className="board__row" data-self={isOwn ? '' : undefined}>
      <span className="board__rank" data-podium={rank !== null && rank <= 3 ? rank : undefined}>
        <span className="visually-hidden">
          <Trans>Rank</Trans>{' '}
        </span>
        {rank ?? '–'}
      </span>
      <Box flex={1} minW={0} className="board__name">
        <Link
          href={`/challenges/${id}/leaderboard?scope=team&of=${team.id}`}
          variant="quiet"
          data-untranslated=""
        >
          {name}
        </Link>
        {isOwn && (
          <>
            {' '}
            <Badge hue="blaze">
              <Trans>Your team</Trans>
            </Badge>
          </>
        )}
        <Text as="span" display="block" muted size="sm">
          <Plural value={count} one="# member" other="# members" />
        </Text>
      </Box>
      <span className="board__value">{rank === null ? '–' : words.text(words.result(kind, value))}</span>
    </li>
  );
}
