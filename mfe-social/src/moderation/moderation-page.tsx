import { Trans, useLingui } from '@lingui/react/macro';
import type { Report } from '@waymark/api-contract';
import { safetyCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import { useFailureText, usePageTitle, useSend } from '@waymark/remote';
import { Button, Card, Field, Flex, FormError, Link, Stack, Textarea } from '@waymark/ui';
import { useState } from 'react';
import { CaseEvidence, CaseHeading, LabelledText } from './case-parts.tsx';
import { CaseQueue, useCaseQueue } from './case-queue.tsx';

/** What members reported, for moderators: the oldest open case first. */
export default function ModerationPage() {
  const { t } = useLingui();
  usePageTitle(t`Moderation`);
  const queue = useCaseQueue(safetyCalls.queue, {
    load: (query, signal) => call(safetyCalls.queue, { query, signal }),
    itemsOf: ({ _embedded }) => _embedded.reports,
  });
  const openAppealCount = queue.list.data?.pages[0]?.open_appeal_count ?? 0;
  return (
    <CaseQueue
      queue={queue}
      title={<Trans>Moderation</Trans>}
      links={
        <Flex gap={4} wrap="wrap">
          <Link href="/moderation/appeals">
            {openAppealCount > 0 ? <Trans>Appeals ({openAppealCount})</Trans> : <Trans>Appeals</Trans>}
          </Link>
          <Link href="/moderation/workouts">
            <Trans>Workouts to decide</Trans>
          </Link>
        </Flex>
      }
      label={t`Cases`}
      failureTitle={<Trans>We couldn’t load the cases.</Trans>}
      emptyTitle={queue.state === 'open' ? <Trans>No open cases</Trans> : <Trans>No decided cases</Trans>}
    >
      {queue.items?.map((report) => (
        <ReportCase key={report.id} report={report} />
      ))}
    </CaseQueue>
  );
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
