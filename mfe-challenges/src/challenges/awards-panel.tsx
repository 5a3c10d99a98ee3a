import type { ChallengeAward, ChallengeDetails } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { AwardMedal } from '@waymark/social/award-medal';
import { Box, Button, Panel, Stack, Text } from '@waymark/ui';
import { lazy, Suspense, useState } from 'react';
import { useAwardName } from './use-award-name.ts';

const AwardDialog = lazy(() => import(/* webpackChunkName: "award" */ './award-dialog.tsx'));

const RANKS = ['rank_1', 'rank_2', 'rank_3'] as const;

/** What can be won here, and what the member has won. */
export function AwardsPanel({ challenge }: { challenge: ChallengeDetails }) {
  const { t } = useLingui();
  const awardName = useAwardName();
  const [shown, setShown] = useState<ChallengeAward | null>(null);
  const { target, userAwards, kind } = challenge;
  const kinds: ChallengeAward['kind'][] = [...(target === null ? [] : (['completed'] as const)), ...RANKS];
  return (
    <Panel title={<Trans>Awards</Trans>}>
      <Box
        as="ul"
        listStyleType="none"
        p={0}
        m={0}
        display="grid"
        gap={3}
        gridTemplateColumns="repeat(auto-fill, minmax(max(76px, 5rem), 1fr))"
      >
        {kinds.map((one) => {
          const earned = userAwards.find((award) => award.kind === one);
          const name = awardName(one);
          return (
            <Stack as="li" key={one} gap={1} align="center" textAlign="center">
              <AwardMedal kind={one} size={64} isEarned={earned !== undefined} />
              <Text as="span" size="sm" muted={!earned}>
                {name}
              </Text>
              {earned && (
                <Button size="sm" aria-label={t`Share ${name}`} onClick={() => setShown(earned)}>
                  <Trans>Share</Trans>
                </Button>
              )}
            </Stack>
          );
        })}
      </Box>
      <Text muted size="sm" mt={3}>
        <Trans>Ranks are awarded when the results are final. What you have won stays yours.</Trans>
      </Text>
      {shown && (
        <Suspense fallback={null}>
          <AwardDialog award={shown} kind={kind} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </Panel>
  );
}
