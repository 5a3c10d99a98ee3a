import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import type { Report, ReportList } from '@waymark/api-contract';
import { safetyCalls } from '@waymark/api-contract/client';
import { call, type ApiError } from '@waymark/contract';
import { callKey, useFailureText, usePageTitle, useSend, useSession } from '@waymark/remote';
import {
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
  SegmentedControl,
  SkeletonText,
  Stack,
  Textarea,
  ShowMore,
} from '@waymark/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CaseEvidence, CaseHeading, LabelledText, ModeratorsOnly } from './case-parts.tsx';

type QueueState = 'open' | 'resolved';

/** What members reported, for moderators: the oldest open case first. */
export default function ModerationPage() {
  const { t } = useLingui();
  usePageTitle(t`Moderation`);
  const [params, setParams] = useSearchParams();
  const state: QueueState = params.get('state') === 'resolved' ? 'resolved' : 'open';
  const list = useReports(state);
  const { data, error, refetch } = list;
  const reports = data?.pages.flatMap((page) => page._embedded.reports);
  const openAppealCount = data?.pages[0]?.open_appeal_count ?? 0;
  if (error?.status === 404 || error?.status === 403) return <ModeratorsOnly />;
  return (
    <Box w="100%" maxW="760px" mx="auto">
      <Stack gap={4} align="stretch">
        <Flex justify="space-between" align="baseline" gap={3} wrap="wrap">
          <Heading level={1}>
            <Trans>Moderation</Trans>
          </Heading>
          <Flex gap={4} wrap="wrap">
            <Link href="/moderation/appeals">
              {openAppealCount > 0 ? <Trans>Appeals ({openAppealCount})</Trans> : <Trans>Appeals</Trans>}
            </Link>
            <Link href="/moderation/workouts">
              <Trans>Workouts to decide</Trans>
            </Link>
          </Flex>
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
        <Box textAlign="center">
          <ShowMore list={list} />
        </Box>
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
  const { t } = useLingui();
  const failureText = useFailureText();
  const [note, setNote] = useState('');
  const [statement, setStatement] = useState('');
  const resolve = useSend(safetyCalls.resolve);
  const unsuspend = useSend(safetyCalls.unsuspend);
  const failure = resolve.error ?? unsuspend.error;
  const { member, state } = report;
  const decide = (action: 'dismiss' | 'remove' | 'suspend') =>
    resolve.mutate({ params: { id: report.id }, body: { action, note, statement } });
  return (
    <Card as="article" aria-labelledby={`report-${report.id}`}>
      <Stack gap={3}>
        <CaseHeading report={report} id={`report-${report.id}`} date={report.created_datetime} />
        <CaseEvidence report={report} />
        {state !== 'open' && failure && (
          <FormError>{failureText(failure, t`That didn’t work. Try again.`)}</FormError>
        )}
        {state === 'open' ? (
          <>
            <Field label={<Trans>Message to the member</Trans>} optional>
              <Textarea
                rows={2}
                maxLength={1000}
                value={statement}
                onChange={(event) => setStatement(event.target.value)}
              />
            </Field>
            <Field label={<Trans>Note for moderators</Trans>} optional>
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
            <Stack gap={1}>
              {report.statement && (
                <LabelledText label={<Trans>Message to the member</Trans>}>{report.statement}</LabelledText>
              )}
              {report.resolution_note && (
                <LabelledText label={<Trans>Note for moderators</Trans>}>
                  {report.resolution_note}
                </LabelledText>
              )}
            </Stack>
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
