import type { ChallengeAward } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useFormatLocale, useSession } from '@waymark/remote';
import { AwardMedal } from '@waymark/social/award-medal';
import { Box, Button, Heading, Link, Stack, Text } from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { useState } from 'react';

const SHOWN_AT_FIRST = 6;
/** What one answer holds. */
const SHOWN_MAX = 100;

/** What the member has won in challenges, newest first; nothing where there is no award, or the answer fails. */
export default function AwardsShelf({ userId }: { userId: number }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const timeZone = useSession().user?.time_zone ?? 'UTC';
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  const { data, isFetching } = useCall(
    challengeCalls.memberAwards,
    { params: { id: userId }, query: { limit } },
    { placeholderData: (before) => before },
  );
  const awards = data?._embedded.awards ?? [];
  if (!data || awards.length === 0) return null;
  const names: Record<ChallengeAward['kind'], string> = {
    completed: t`Completed`,
    rank_1: t`First place`,
    rank_2: t`Second place`,
    rank_3: t`Third place`,
  };
  return (
    <Stack as="section" gap={3} aria-labelledby="awards">
      <Heading level={2} size="lg" id="awards">
        <Trans>Awards</Trans>
      </Heading>
      <Box
        as="ul"
        aria-label={t`Awards`}
        listStyleType="none"
        p={0}
        m={0}
        display="grid"
        gap={4}
        gridTemplateColumns="repeat(auto-fill, minmax(104px, 1fr))"
      >
        {awards.map(({ challenge_id: challengeId, kind, title, awarded_datetime: at }) => (
          <Stack as="li" key={`${challengeId} ${kind}`} gap={1} align="center" textAlign="center">
            <AwardMedal kind={kind} size={64} isEarned />
            <Link
              href={`/challenges/${challengeId}`}
              variant="quiet"
              fontWeight={600}
              fontSize="sm"
              overflowWrap="anywhere"
              data-untranslated=""
            >
              {title}
            </Link>
            <Text as="span" muted size="sm">
              {names[kind]}, {formatDate(at, { locale, timeZone })}
            </Text>
          </Stack>
        ))}
      </Box>
      {limit === SHOWN_AT_FIRST && data.total_count > SHOWN_AT_FIRST && (
        <Box>
          <Button size="sm" loading={isFetching} onClick={() => setLimit(SHOWN_MAX)}>
            <Trans>Show all {data.total_count}</Trans>
          </Button>
        </Box>
      )}
    </Stack>
  );
}
