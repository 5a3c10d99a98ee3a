import type { ChallengeKind, LeaderboardEntry } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { MemberPicture } from '@waymark/social';
import { Badge, Box, Flex, Link, UserIcon } from '@waymark/ui';
import type { CSSProperties } from 'react';
import { useChallengeWords } from './use-challenge-words.ts';
import './board-rows.css';

interface BoardRowsProps {
  label: string;
  kind: ChallengeKind;
  entries: readonly LeaderboardEntry[];
  /** Of the first entry on the whole board: keeps rows of hidden members apart. */
  offset: number;
}

/** Members with their rank and result; equal results share a rank. */
export function BoardRows({ label, kind, entries, offset }: BoardRowsProps) {
  const words = useChallengeWords();
  const highestRank = Math.max(...entries.map(({ rank }) => rank));
  const digits = { '--rank-digits': String(highestRank).length } as CSSProperties;
  return (
    <ol className="board" aria-label={label} style={digits}>
      {entries.map(({ rank, value, is_self: isSelf, user, team }, index) => (
        <li
          key={user?.id ?? `hidden ${offset + index}`}
          className="board__row"
          data-self={isSelf ? '' : undefined}
        >
          <span className="board__rank" data-podium={rank <= 3 ? rank : undefined}>
            <span className="visually-hidden">
              <Trans>Rank</Trans>{' '}
            </span>
            {rank}
          </span>
          {user ? (
            <MemberPicture member={user} size="sm" />
          ) : (
            <Flex className="board__hidden" aria-hidden>
              <UserIcon size={18} />
            </Flex>
          )}
          <Box flex={1} minW={0} className="board__name">
            {user ? (
              <Link href={`/profile/${user.id}`} variant="quiet" data-untranslated="">
                {user.display_name}
              </Link>
            ) : (
              <Box as="span" color="muted">
                <Trans>Anonymous athlete</Trans>
              </Box>
            )}
            {isSelf && (
              <>
                {' '}
                <Badge hue="blaze">
                  <Trans>You</Trans>
                </Badge>
              </>
            )}
            {team !== null && (
              <Box as="span" display="block" color="muted" fontSize="sm" data-untranslated="">
                {team}
              </Box>
            )}
          </Box>
          <span className="board__value">{words.text(words.result(kind, value))}</span>
        </li>
      ))}
    </ol>
  );
}
