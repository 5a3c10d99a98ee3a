import { Trans, useLingui } from '@lingui/react/macro';
import type { Appeal } from '@waymark/api-contract';
import { safetyCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import { useFailureText, usePageTitle, useSend } from '@waymark/remote';
import {
  Badge,
  Button,
  Card,
  Field,
  Flex,
  FormError,
  Heading,
  Link,
  Stack,
  Text,
  Textarea,
} from '@waymark/ui';
import { useState } from 'react';
import { CaseEvidence, CaseHeading, LabelledText, Quote } from './case-parts.tsx';
import { CaseQueue, useCaseQueue } from './case-queue.tsx';

/** Appeals of members against decisions, for moderators: the oldest first. */
export default function AppealsPage() {
  const { t } = useLingui();
  usePageTitle(t`Appeals`);
  const queue = useCaseQueue(safetyCalls.appeals, {
    load: (query, signal) => call(safetyCalls.appeals, { query, signal }),
    itemsOf: ({ _embedded }) => _embedded.appeals,
  });
  return (
    <CaseQueue
      queue={queue}
      title={<Trans>Appeals</Trans>}
      links={
        <Link href="/moderation">
          <Trans>Reports of members</Trans>
        </Link>
      }
      label={t`Appeals`}
      failureTitle={<Trans>We couldn’t load the appeals.</Trans>}
      emptyTitle={queue.state === 'open' ? <Trans>No open appeals</Trans> : <Trans>No decided appeals</Trans>}
    >
      {queue.items?.map((appeal) => (
        <AppealCase key={appeal.id} appeal={appeal} />
      ))}
    </CaseQueue>
  );
}

/** One appeal with the case that it is about. */
function AppealCase({ appeal }: { appeal: Appeal }) {
  const { report, state } = appeal;
  const titleId = `appeal-${appeal.id}`;
  return (
    <Card as="article" aria-labelledby={titleId}>
      <Stack gap={3}>
        <CaseHeading report={report} id={titleId} date={appeal.created_datetime} />
        <CaseEvidence report={report} />
        {report.statement && (
          <LabelledText label={<Trans>Message to the member</Trans>}>{report.statement}</LabelledText>
        )}
        {report.resolution_note && (
          <LabelledText label={<Trans>Note for moderators</Trans>}>{report.resolution_note}</LabelledText>
        )}
        <Heading level={3} size="lg">
          <Trans>The appeal</Trans>
        </Heading>
        <Quote>{appeal.text}</Quote>
        {state === 'open' ? <AppealForm appeal={appeal} /> : <AppealOutcome appeal={appeal} />}
      </Stack>
    </Card>
  );
}

function AppealOutcome({ appeal }: { appeal: Appeal }) {
  return (
    <>
      <Flex gap={2} wrap="wrap">
        {appeal.state === 'overturned' ? (
          <Badge hue="moss">
            <Trans>Decision taken back</Trans>
          </Badge>
        ) : (
          <Badge>
            <Trans>Decision stands</Trans>
          </Badge>
        )}
        {appeal.is_content_restored && (
          <Badge>
            <Trans>Content restored</Trans>
          </Badge>
        )}
      </Flex>
      {appeal.answer && (
        <LabelledText label={<Trans>Answer to the member</Trans>}>{appeal.answer}</LabelledText>
      )}
    </>
  );
}

/** The answer of a moderator, unless the appeal is for another one. */
function AppealForm({ appeal }: { appeal: Appeal }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [answer, setAnswer] = useState('');
  const decide = useSend(safetyCalls.decideAppeal);
  const send = (decision: 'uphold' | 'overturn') =>
    decide.mutate({ params: { id: appeal.id }, body: { decision, answer } });
  if (appeal.is_own_case)
    return (
      <Text muted>
        <Trans>This is your own appeal. Another moderator decides it.</Trans>
      </Text>
    );
  if (!appeal.can_decide)
    return (
      <Text muted>
        <Trans>
          You made this decision, so another moderator decides the appeal. If nobody has after a week, you
          can.
        </Trans>
      </Text>
    );
  return (
    <>
      {appeal.is_own_decision && (
        <Text muted>
          <Trans>You made this decision yourself, and no other moderator has decided the appeal.</Trans>
        </Text>
      )}
      <Field label={<Trans>Answer to the member</Trans>} optional>
        <Textarea
          rows={2}
          maxLength={1000}
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </Field>
      <FormError>
        {decide.error && failureText(decide.error, t`The decision wasn’t saved. Try again.`)}
      </FormError>
      <Flex gap={2} wrap="wrap" justify="flex-end">
        <Button disabled={decide.isPending} onClick={() => send('uphold')}>
          <Trans>Keep the decision</Trans>
        </Button>
        <Button variant="primary" disabled={decide.isPending} onClick={() => send('overturn')}>
          <Trans>Take it back</Trans>
        </Button>
      </Flex>
    </>
  );
}
