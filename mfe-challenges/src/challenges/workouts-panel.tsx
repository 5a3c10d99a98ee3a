import type { ChallengeDetails, Contribution } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useFormatLocale } from '@waymark/remote';
import { useExclusionReason } from '@waymark/remote/exclusions';
import { Badge, Box, Button, Flex, Link, LoadFailed, LockIcon, Panel, Text, WarningIcon } from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { lazy, Suspense, useState } from 'react';
import { useChallengeWords } from './use-challenge-words.ts';

const ExplainDialog = lazy(() => import(/* webpackChunkName: "explain-workout" */ './explain-dialog.tsx'));

const SHOWN_AT_FIRST = 10;

/** The member's workouts of the window: what each counts, and why one does not. */
export function WorkoutsPanel({ challenge: { id, kind, membership } }: { challenge: ChallengeDetails }) {
  const { t } = useLingui();
  const [isAll, setIsAll] = useState(false);
  const [explained, setExplained] = useState<Contribution | null>(null);
  const { data, error, refetch, isFetching } = useCall(challengeCalls.workouts, { params: { id } });
  const all = data?._embedded.contributions ?? [];
  const shown = isAll ? all : all.slice(0, SHOWN_AT_FIRST);
  return (
    <Panel title={<Trans>Your workouts</Trans>} id="workouts">
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load your workouts.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {data && all.length === 0 && (
        <Text muted>
          <Trans>None yet. Workouts you log or import from the first day on count automatically.</Trans>
        </Text>
      )}
      {all.length > 0 && (
        <Box as="ul" aria-label={t`Your workouts`} listStyleType="none" p={0} m={0}>
          {shown.map((contribution) => (
            <ContributionRow
              key={contribution.workout_id}
              contribution={contribution}
              kind={kind}
              countsPrivate={membership?.counts_private ?? true}
              onExplain={() => setExplained(contribution)}
            />
          ))}
        </Box>
      )}
      {shown.length < all.length && (
        <Button mt={4} onClick={() => setIsAll(true)}>
          <Trans>Show all</Trans>
        </Button>
      )}
      {explained?.exclusion && (
        <Suspense fallback={null}>
          <ExplainDialog
            workout={explained}
            exclusions={[explained.exclusion, ...explained.further_exclusions]}
            onClose={() => setExplained(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

interface ContributionRowProps {
  contribution: Contribution;
  kind: ChallengeDetails['kind'];
  countsPrivate: boolean;
  onExplain: () => void;
}

function ContributionRow({ contribution, kind, countsPrivate, onExplain }: ContributionRowProps) {
  const { t } = useLingui();
  const words = useChallengeWords();
  const exclusionReason = useExclusionReason();
  const locale = useFormatLocale();
  const {
    workout_id: workoutId,
    name,
    day,
    value,
    exclusion,
    further_exclusions: furtherExclusions,
    is_private: isPrivate,
    review,
    can,
  } = contribution;
  return (
    <Box as="li" borderTop="hairline" py={3}>
      <Flex justify="space-between" gap={3} align="baseline">
        <Box minW={0}>
          <Link href={`/workout/${workoutId}`} variant="quiet" fontWeight={600} data-untranslated="">
            {name || t`Workout`}
          </Link>
          <Text as="span" muted size="sm">
            {' · '}
            {formatDate(day, { locale })}
          </Text>
        </Box>
        <Text as={exclusion ? 's' : 'span'} muted={exclusion !== null} whiteSpace="nowrap">
          {words.text(words.result(kind, value))}
        </Text>
      </Flex>
      {isPrivate && exclusion === null && (
        <Text size="sm" mt={1}>
          <Badge>
            <LockIcon size={12} />{' '}
            {countsPrivate ? <Trans>Counts for you only</Trans> : <Trans>Private: doesn’t count</Trans>}
          </Badge>
        </Text>
      )}
      {exclusion && (
        <Flex gap={3} mt={1} align="center" justify="space-between" wrap="wrap">
          <Flex gap={2} flex="1 1 240px" minW={0}>
            <Box as="span" color="danger" flex="none" mt="2px" aria-hidden>
              <WarningIcon size={16} />
            </Box>
            <Text size="sm">
              <Trans>Doesn’t count.</Trans>{' '}
              {[exclusion, ...furtherExclusions]
                .map((reason) =>
                  reason === 'manual_entry'
                    ? t`Only recorded workouts count in this challenge.`
                    : exclusionReason(reason),
                )
                .join(' ')}{' '}
              <ReviewText review={review} />
            </Text>
          </Flex>
          {can.explain && (
            <Button size="sm" onClick={onExplain} aria-label={t`Explain ${name}`}>
              <Trans>Explain</Trans>
            </Button>
          )}
        </Flex>
      )}
    </Box>
  );
}

function ReviewText({ review }: Pick<Contribution, 'review'>) {
  if (!review || review.state === 'accepted') return null;
  if (review.state === 'open') return <Trans>You explained it; a moderator will look at it.</Trans>;
  return (
    <>
      <Trans>A moderator decided that it doesn’t count.</Trans>{' '}
      {review.note && <span data-untranslated="">{review.note}</span>}
    </>
  );
}
