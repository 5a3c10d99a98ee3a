import type { ContributionExclusion, WorkoutReview } from '@waymark/api-contract';
import { challengeCalls } from '@waymark/api-contract/client';
import { groupOfId } from '@waymark/activities';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  useCall,
  useFailureText,
  useFormatLocale,
  useMeasurementSystem,
  usePageTitle,
  useSend,
} from '@waymark/remote';
import {
  Badge,
  Box,
  Button,
  Card,
  EmptyState,
  Field,
  Flex,
  FormError,
  groupName,
  Heading,
  Link,
  LoadFailed,
  RelativeTime,
  SegmentedControl,
  SkeletonText,
  Stack,
  Text,
  Textarea,
} from '@waymark/ui';
import { formatDistance, formatDuration, formatElevation } from '@waymark/units';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

type QueueState = 'open' | 'resolved';
/** What is decided leaves the open ones, and the next ones follow. */
const CASES_SHOWN = 50;

/** Workouts that count nowhere until a moderator believes what their owner says: the oldest first. */
export default function WorkoutReviewsPage() {
  const { t } = useLingui();
  usePageTitle(t`Workouts to decide`);
  const [params, setParams] = useSearchParams();
  const state: QueueState = params.get('state') === 'resolved' ? 'resolved' : 'open';
  const { data, error, refetch, isFetching } = useCall(challengeCalls.reviews, {
    query: { state, limit: CASES_SHOWN },
  });
  if (error?.status === 404 || error?.status === 403)
    return (
      <EmptyState level={1} title={<Trans>This page is for moderators</Trans>}>
        <Trans>If you should have access, ask the people who run this site.</Trans>
      </EmptyState>
    );
  const reviews = data?._embedded.reviews;
  return (
    <Box w="100%" maxW="760px" mx="auto">
      <Stack gap={4} align="stretch">
        <Flex justify="space-between" align="baseline" gap={3} wrap="wrap">
          <Heading level={1}>
            <Trans>Workouts to decide</Trans>
          </Heading>
          <Link href="/moderation">
            <Trans>Reports of members</Trans>
          </Link>
        </Flex>
        <Box>
          <SegmentedControl<QueueState>
            label={t`Cases`}
            options={[
              { value: 'open', label: t`Open` },
              { value: 'resolved', label: t`Decided` },
            ]}
            value={state}
            onChange={(next) => setParams(next === 'open' ? {} : { state: next }, { replace: true })}
          />
        </Box>
        {error && !data && (
          <LoadFailed
            title={<Trans>We couldn’t load the cases.</Trans>}
            error={error}
            retry={refetch}
            busy={isFetching}
          />
        )}
        {!data && !error && <SkeletonText lines={6} />}
        {reviews?.length === 0 && <EmptyState title={<Trans>No open cases</Trans>} />}
        {reviews?.map((review) => (
          <ReviewCase key={`${review.workout_id} ${review.exclusion}`} review={review} />
        ))}
        {data && data.total_count > CASES_SHOWN && (
          <Text muted>
            <Trans>{data.total_count - CASES_SHOWN} more are waiting.</Trans>
          </Text>
        )}
      </Stack>
    </Box>
  );
}

function useReason(): (exclusion: ContributionExclusion) => string {
  const { t } = useLingui();
  return (exclusion) =>
    ({
      manual_entry: t`Manual entry`,
      too_fast: t`Too fast`,
      too_steep: t`Climbs too fast`,
      too_long: t`Longer than 24 hours`,
      too_powerful: t`Too much power`,
      vehicle: t`Partly as fast as a vehicle`,
      overlap: t`Overlaps another recording`,
    })[exclusion];
}

/** The figures that made the workout suspicious, in one line. */
function useFigures(): (review: WorkoutReview) => string {
  const { i18n } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  return ({ activity_type_id: typeId, distance, duration, ascent }) => {
    const far = distance === null ? null : formatDistance(distance, system, { locale });
    const high = ascent === null ? null : formatElevation(ascent, system, { locale });
    return [
      i18n._(groupName(groupOfId(typeId))),
      far && `${far.value}\u00A0${far.unit}`,
      duration !== null && formatDuration(duration),
      high && `↑\u00A0${high.value}\u00A0${high.unit}`,
    ]
      .filter(Boolean)
      .join(' · ');
  };
}

function ReviewCase({ review }: { review: WorkoutReview }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const reason = useReason();
  const figures = useFigures();
  const [note, setNote] = useState('');
  const decide = useSend(challengeCalls.decide);
  const { workout_id: id, exclusion, other_exclusions: others, member, name, state } = review;
  const titleId = `review-${id}-${exclusion}`;
  const send = (decision: 'accepted' | 'rejected') =>
    decide.mutate({ params: { id }, body: { exclusion, decision, note } });
  return (
    <Card as="article" aria-labelledby={titleId}>
      <Stack gap={3}>
        <Flex gap={2} wrap="wrap" align="center">
          <Heading level={2} size="lg" id={titleId} data-untranslated="">
            {name || t`Workout`}
          </Heading>
          <Badge hue="sun">{reason(exclusion)}</Badge>
          {state === 'accepted' && (
            <Badge hue="moss">
              <Trans>Accepted</Trans>
            </Badge>
          )}
          {state === 'rejected' && (
            <Badge>
              <Trans>Doesn’t count</Trans>
            </Badge>
          )}
        </Flex>
        <Text muted size="sm">
          <Link href={`/profile/${member.id}`} data-untranslated="">
            {member.display_name}
          </Link>
          {' · '}
          {figures(review)}
          {' · '}
          <RelativeTime date={review.explained_datetime} />
        </Text>
        <Box
          as="blockquote"
          borderInlineStart="3px solid"
          borderColor="hairline"
          ps={3}
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
          data-untranslated=""
        >
          {review.explanation}
        </Box>
        {others.length > 0 && state !== 'rejected' && (
          <Text size="sm">
            <Trans>Other reasons against it: {others.map(reason).join(', ')}</Trans>
          </Text>
        )}
        {state === 'open' ? (
          <>
            <Field label={<Trans>Note to the member</Trans>} optional>
              <Textarea
                rows={2}
                maxLength={1000}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
            <FormError>{decide.error && failureText(decide.error)}</FormError>
            <Flex gap={2} wrap="wrap" justify="flex-end">
              <Button disabled={decide.isPending} onClick={() => send('rejected')}>
                <Trans>Doesn’t count</Trans>
              </Button>
              <Button variant="primary" disabled={decide.isPending} onClick={() => send('accepted')}>
                <Trans>Let it count</Trans>
              </Button>
            </Flex>
          </>
        ) : (
          review.note && (
            <Text muted size="sm">
              <Trans>Note to the member</Trans>: <span data-untranslated="">{review.note}</span>
            </Text>
          )
        )}
      </Stack>
    </Card>
  );
}
