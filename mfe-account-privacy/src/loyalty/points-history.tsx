import type { ExcludedWorkout, LoyaltyPoints, PointsEntry } from '@waymark/api-contract';
import { loyaltyCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useCall, useFormatLocale } from '@waymark/remote';
import { useExclusionReason } from '@waymark/remote/exclusions';
import {
  Box,
  EmptyState,
  Flex,
  Link,
  LoadFailed,
  Pagination,
  Panel,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { formatDate, formatNumber } from '@waymark/units';
import { useState } from 'react';
import { useRuleName } from './use-loyalty-words.ts';

const PAGE_SIZE = 20;

/** What the first page of the history is read with. */
export const firstHistoryPage = (userId: number) => ({
  params: { id: userId },
  query: { limit: PAGE_SIZE, offset: 0 },
});

/** The ledger of points, newest lines first, under the balance that they sum up to. */
export function PointsHistory({ userId }: { userId: number }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isFetching, isPlaceholderData } = useCall(
    loyaltyCalls.points,
    { params: { id: userId }, query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } },
    { placeholderData: (before) => before },
  );
  return (
    <>
      <Panel title={<Trans>History</Trans>}>
        {error && !data && (
          <LoadFailed
            title={<Trans>We couldn’t load your history.</Trans>}
            error={error}
            retry={refetch}
            busy={isFetching}
          />
        )}
        {!data && !error && (
          <Stack gap={3}>
            <Skeleton height="56px" />
            <Skeleton height="56px" />
          </Stack>
        )}
        {data && data.total_count === 0 && (
          <EmptyState title={<Trans>No points yet</Trans>}>
            <Trans>Ten minutes of any activity earn your first ones.</Trans>
          </EmptyState>
        )}
        {data && data.total_count > 0 && (
          <Box aria-busy={isPlaceholderData}>
            <Text>
              <Trans>
                All your points: <b>{formatNumber(data.pointsBalance, { locale, digits: 0 })}</b>
              </Trans>
            </Text>
            <Stack as="ul" aria-label={t`History of points`} gap={0} listStyleType="none" p={0} m={0} mt={3}>
              {data._embedded.entries.map((entry) => (
                <Line key={`${entry.day} ${entry.rule} ${entry.cause_id} ${entry.revision}`} entry={entry} />
              ))}
            </Stack>
            <Pagination count={data.total_count} limit={PAGE_SIZE} page={page} onPage={setPage} />
          </Box>
        )}
      </Panel>
      {data && data.excluded_count > 0 && <ExcludedPanel points={data} />}
    </>
  );
}

/** Workouts that earn nothing because they count nowhere. */
function ExcludedPanel({ points: { _embedded, excluded_count: count } }: { points: LoyaltyPoints }) {
  const { t } = useLingui();
  const workouts = _embedded.excluded_workouts;
  return (
    <Panel title={<Trans>Workouts without points</Trans>}>
      <Text muted>
        <Trans>
          They don’t count for goals, points, records or challenges. Open one to explain it to a moderator.
        </Trans>
      </Text>
      <Stack as="ul" aria-label={t`Workouts without points`} gap={0} listStyleType="none" p={0} m={0} mt={3}>
        {workouts.map((workout) => (
          <ExcludedLine key={workout.workout_id} workout={workout} />
        ))}
      </Stack>
      {count > workouts.length && (
        <Text muted mt={3}>
          <Plural value={count - workouts.length} one="# earlier one" other="# earlier ones" />
        </Text>
      )}
    </Panel>
  );
}

/** Every reason against a workout, one sentence after the other. */
function useExclusionReasons() {
  const exclusionReason = useExclusionReason();
  return ({
    exclusion,
    further_exclusions: further,
  }: Pick<ExcludedWorkout, 'exclusion' | 'further_exclusions'>): string =>
    [exclusion, ...further].map((reason) => exclusionReason(reason)).join(' ');
}

function ExcludedLine({ workout }: { workout: ExcludedWorkout }) {
  const { workout_id: id, name, day } = workout;
  const { t } = useLingui();
  const locale = useFormatLocale();
  const exclusionReasons = useExclusionReasons();
  return (
    <Box as="li" borderTop="hairline" paddingBlock={3}>
      <Link
        href={`/workout/${id}`}
        variant="quiet"
        fontWeight={600}
        overflowWrap="anywhere"
        data-untranslated=""
      >
        {name || t`Workout`}
      </Link>
      <Text muted size="sm">
        {formatDate(day, { locale })} · {exclusionReasons(workout)}
      </Text>
    </Box>
  );
}

function Line({ entry }: { entry: PointsEntry }) {
  const { day, rule, cause_id: causeId, revision, amount, name, exclusion } = entry;
  const locale = useFormatLocale();
  const exclusionReasons = useExclusionReasons();
  const ruleName = useRuleName();
  const isOfWorkout = rule === 'workout' || rule === 'active_time';
  const sign = amount > 0 ? '+' : '−';
  return (
    <Flex as="li" justify="space-between" align="center" gap={4} borderTop="hairline" paddingBlock={3}>
      <Box minWidth={0}>
        {name === null ? (
          <Text fontWeight={600}>
            <Trans>Deleted workout</Trans>
          </Text>
        ) : (
          <Link
            href={isOfWorkout ? `/workout/${causeId}` : `/challenges/${causeId}`}
            variant="quiet"
            fontWeight={600}
            overflowWrap="anywhere"
            data-untranslated=""
          >
            {name}
          </Link>
        )}
        <Text muted size="sm">
          {ruleName(rule)} · {formatDate(day, { locale })}
          {revision > 0 && (
            <>
              {' · '}
              <Trans>corrected</Trans>
            </>
          )}
        </Text>
        {exclusion && (
          <Text size="sm">
            <Trans>Doesn’t count.</Trans> {exclusionReasons({ ...entry, exclusion })}
          </Text>
        )}
      </Box>
      <Text as="span" fontWeight={600} whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        {sign}
        {formatNumber(Math.abs(amount), { locale, digits: 0 })}
      </Text>
    </Flex>
  );
}
