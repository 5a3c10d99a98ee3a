import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import type { Report, ReportList } from '@waymark/api-contract';
import { safetyCalls } from '@waymark/api-contract/client';
import { call, type ApiError } from '@waymark/contract';
import { callKey, useFailureText, usePageTitle, useSend, useSession } from '@waymark/remote';
import { DECISION_NAMES, REASON_NAMES, REPORTED_NAMES } from '@waymark/social/report-names';
import {
  Badge,
  Box,
  Button,
  Card,
  EmptyState,
  Field,
  Flex,
  FormError,
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
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

type QueueState = 'open' | 'resolved';

/** What members reported, for moderators: the oldest open case first. */
export default function ModerationPage() {
  const { t } = useLingui();
  usePageTitle(t`Moderation`);
  const [params, setParams] = useSearchParams();
  const state: QueueState = params.get('state') === 'resolved' ? 'resolved' : 'open';
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useReports(state);
  const reports = data?.pages.flatMap((page) => page._embedded.reports);
  if (error?.status === 404 || error?.status === 403)
    return (
      <EmptyState level={1} title={<Trans>This page is for moderators</Trans>}>
        <Trans>If you should have access, ask the people who run this site.</Trans>
      </EmptyState>
    );
  return (
    <Box w="100%" maxW="760px" mx="auto">
      <Stack gap={4} align="stretch">
        <Flex justify="space-between" align="baseline" gap={3} wrap="wrap">
          <Heading level={1}>
            <Trans>Moderation</Trans>
          </Heading>
          <Link href="/moderation/workouts">
            <Trans>Workouts to decide</Trans>
          </Link>
        </Flex>
        <Box>
          <SegmentedControl
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
          <LoadFailed title={<Trans>We couldn’t load the cases.</Trans>} error={error} retry={refetch} />
        )}
        {!data && !error && <SkeletonText lines={6} />}
        {reports?.length === 0 && <EmptyState title={<Trans>No open cases</Trans>} />}
        {reports?.map((report) => (
          <ReportCase key={report.id} report={report} />
        ))}
        {hasNextPage && (
          <Button
            variant="quiet"
            alignSelf="center"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            <Trans>Show more</Trans>
          </Button>
        )}
      </Stack>
    </Box>
  );
}

/** The cases of the queue, page after page. What is decided leaves the open ones with the next answer. */
function useReports(state: QueueState) {
  const isKnown = useSession().status !== 'loading';
  return useInfiniteQuery<
    ReportList,
    ApiError,
    InfiniteData<ReportList>,
    readonly unknown[],
    number | undefined
  >({
    queryKey: [...callKey(safetyCalls.queue, { query: { state } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(safetyCalls.queue, { query: { state, ...(pageParam && { after: pageParam }) }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => (last._links.next ? last._embedded.reports.at(-1)?.id : undefined),
    meta: { reads: ['reports'] },
    enabled: isKnown,
  });
}

/** One case: what was reported, why, and the decision. */
function ReportCase({ report }: { report: Report }) {
  const { t, i18n } = useLingui();
  const failureText = useFailureText();
  const [note, setNote] = useState('');
  const resolve = useSend(safetyCalls.resolve);
  const unsuspend = useSend(safetyCalls.unsuspend);
  const failure = resolve.error ?? unsuspend.error;
  const { member, state } = report;
  const decide = (action: 'dismiss' | 'remove' | 'suspend') =>
    resolve.mutate({ params: { id: report.id }, body: { action, note } });
  return (
    <Card as="article" aria-labelledby={`report-${report.id}`}>
      <Stack gap={3}>
        <Flex gap={2} wrap="wrap" align="center">
          <Heading level={2} size="lg" id={`report-${report.id}`} data-untranslated="">
            <Link href={`/profile/${member.id}`} variant="quiet">
              {member.display_name}
            </Link>
          </Heading>
          <Badge hue="sun">{i18n._(REASON_NAMES[report.reason])}</Badge>
          <Badge>{i18n._(REPORTED_NAMES[report.object_type])}</Badge>
          {report.report_count > 1 && <Badge hue="danger">{t`${report.report_count} reports`}</Badge>}
          {state !== 'open' && <Badge hue="moss">{i18n._(DECISION_NAMES[state])}</Badge>}
          <Text as="span" muted size="sm">
            <RelativeTime date={report.created_datetime} />
          </Text>
        </Flex>
        {report.snapshot && (
          <Box
            as="blockquote"
            borderInlineStart="3px solid"
            borderColor="hairline"
            ps={3}
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
            data-untranslated=""
          >
            {report.snapshot}
          </Box>
        )}
        {report.note && (
          <Text muted data-untranslated="">
            {report.note}
          </Text>
        )}
        {state !== 'open' && failure && (
          <FormError>{failureText(failure, t`That didn’t work. Try again.`)}</FormError>
        )}
        {state === 'open' ? (
          <>
            <Field label={<Trans>Note on the decision</Trans>} optional>
              <Textarea
                rows={2}
                maxLength={1000}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
            <FormError>{failure && failureText(failure, t`The decision wasn’t saved. Try again.`)}</FormError>
            <Flex gap={2} wrap="wrap" justify="flex-end">
              <Button disabled={resolve.isPending} onClick={() => decide('dismiss')}>
                <Trans>No violation</Trans>
              </Button>
              {report.object_type !== 'user' && (
                <Button disabled={resolve.isPending} onClick={() => decide('remove')}>
                  <Trans>Remove it</Trans>
                </Button>
              )}
              <Button variant="danger" disabled={resolve.isPending} onClick={() => decide('suspend')}>
                <Trans>Suspend member</Trans>
              </Button>
            </Flex>
          </>
        ) : (
          <Flex gap={2} justify="space-between" align="center">
            <Text muted size="sm" data-untranslated="">
              {report.resolution_note}
            </Text>
            {report.is_suspended && (
              <Button
                size="sm"
                loading={unsuspend.isPending}
                onClick={() => unsuspend.mutate({ params: { id: member.id } })}
              >
                <Trans>End suspension</Trans>
              </Button>
            )}
          </Flex>
        )}
      </Stack>
    </Card>
  );
}
