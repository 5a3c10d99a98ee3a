import { Trans, useLingui } from '@lingui/react/macro';
import type { ModerationDecision } from '@waymark/api-contract';
import { safetyCalls } from '@waymark/api-contract/client';
import { APPEAL_MAX } from '@waymark/api-contract/limits';
import { notify } from '@waymark/contract';
import { useCall, useFailureText, useFormatLocale, usePageTitle, useSend, useSession } from '@waymark/remote';
import { useDraft } from '@waymark/social';
import { REASON_NAMES } from '@waymark/social/report-names';
import {
  Badge,
  Box,
  Breadcrumb,
  Button,
  Card,
  EmptyState,
  Field,
  Flex,
  FormError,
  Heading,
  LoadFailed,
  SkeletonText,
  Stack,
  Text,
  Textarea,
} from '@waymark/ui';
import { formatDate } from '@waymark/units';
import { useState } from 'react';
import { LabelledText, Quote } from './case-parts.tsx';

/** What moderators decided about the member, and the way to appeal it. Also suspended members read it. */
export default function DecisionsPage() {
  const { t } = useLingui();
  usePageTitle(t`Decisions of moderators`);
  const { data, error, refetch } = useCall(safetyCalls.decisions);
  const decisions = data?._embedded.decisions;
  return (
    <Box w="100%" maxW="680px" mx="auto">
      <Stack gap={4} align="stretch">
        <Breadcrumb
          items={[
            { href: '/notifications', label: <Trans>Notifications</Trans> },
            { label: <Trans>Decisions of moderators</Trans> },
          ]}
        />
        <Heading level={1}>
          <Trans>Decisions of moderators</Trans>
        </Heading>
        {error && !data && (
          <LoadFailed title={<Trans>We couldn’t load the decisions.</Trans>} error={error} retry={refetch} />
        )}
        {!data && !error && <SkeletonText lines={6} />}
        {data?.is_suspended && (
          <Text>
            <Trans>
              Your account is suspended: others don’t see you, and you can’t post or comment. Your workouts
              and routes are still here for you.
            </Trans>
          </Text>
        )}
        {decisions?.length === 0 && (
          <EmptyState title={<Trans>Nothing here</Trans>}>
            <Trans>If a moderator removes something of yours, you read why here and can appeal.</Trans>
          </EmptyState>
        )}
        {decisions?.map((decision) => (
          <Decision key={decision.id} decision={decision} />
        ))}
      </Stack>
    </Box>
  );
}

function useDay(): (at: string) => string {
  const locale = useFormatLocale();
  const timeZone = useSession().user?.time_zone ?? 'UTC';
  return (at) => formatDate(at, { locale, timeZone });
}

/** What was decided, in a few words. */
function Title({ decision: { action, object_type: type } }: { decision: ModerationDecision }) {
  if (action === 'suspended') return <Trans>Your account was suspended</Trans>;
  return type === 'comment' ? (
    <Trans>Your comment was removed</Trans>
  ) : (
    <Trans>Your post or workout was removed</Trans>
  );
}

function Decision({ decision }: { decision: ModerationDecision }) {
  const { i18n } = useLingui();
  const day = useDay();
  const { id, state, reason, statement, text, appeal } = decision;
  return (
    <Card as="article" aria-labelledby={`decision-${id}`}>
      <Stack gap={3} align="stretch">
        <Flex gap={2} wrap="wrap" align="center">
          <Heading level={2} size="lg" id={`decision-${id}`}>
            <Title decision={decision} />
          </Heading>
          <Badge hue="sun">{i18n._(REASON_NAMES[reason])}</Badge>
          {state === 'taken_back' && (
            <Badge hue="moss">
              <Trans>Taken back</Trans>
            </Badge>
          )}
          {state === 'ended' && (
            <Badge hue="moss">
              <Trans>Suspension ended</Trans>
            </Badge>
          )}
          <Text as="span" muted size="sm">
            {day(decision.decided_datetime)}
          </Text>
        </Flex>
        {text && <Quote>{text}</Quote>}
        {statement && <LabelledText label={<Trans>The moderator writes</Trans>}>{statement}</LabelledText>}
        {appeal && <OwnAppeal appeal={appeal} />}
        {!appeal && decision.can_appeal && <AppealForm decision={decision} />}
        {!appeal && !decision.can_appeal && state === 'in_force' && (
          <Text muted size="sm">
            <Trans>The time to appeal ended on {day(decision.appeal_until_datetime)}.</Trans>
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function OwnAppeal({ appeal }: { appeal: NonNullable<ModerationDecision['appeal']> }) {
  const day = useDay();
  const { state, text, answer, is_content_restored: isRestored, created_datetime: at } = appeal;
  return (
    <>
      <Heading level={3} size="lg">
        <Trans>Your appeal of {day(at)}</Trans>
      </Heading>
      <Quote>{text}</Quote>
      <Text>
        {state === 'open' && <Trans>A moderator will read your appeal. We’ll tell you the answer.</Trans>}
        {state === 'upheld' && <Trans>The decision stands. It is final.</Trans>}
        {state === 'overturned' &&
          (isRestored ? (
            <Trans>The decision was taken back, and what was removed is back where it was.</Trans>
          ) : (
            <Trans>The decision was taken back.</Trans>
          ))}
      </Text>
      {answer && <LabelledText label={<Trans>The moderator writes</Trans>}>{answer}</LabelledText>}
    </>
  );
}

/** Opens at the button: an appeal is sent once and not by the way. */
function AppealForm({ decision: { id, appeal_until_datetime: until } }: { decision: ModerationDecision }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const day = useDay();
  const [text, setText] = useDraft(`appeal.${id}`);
  const [isOpen, setOpen] = useState(false);
  const send = useSend(safetyCalls.appeal, {
    keepKey: true,
    onSuccess: () => {
      setText('');
      notify({ kind: 'success', text: t`Your appeal is in. A moderator will read it.` });
    },
  });
  if (!isOpen && text === '')
    return (
      <Flex gap={3} wrap="wrap" align="center" justify="space-between">
        <Text muted size="sm">
          <Trans>Think this is wrong? You can appeal once, until {day(until)}.</Trans>
        </Text>
        <Button onClick={() => setOpen(true)}>
          <Trans>Appeal</Trans>
        </Button>
      </Flex>
    );
  return (
    <>
      <Field
        label={<Trans>Why is this decision wrong?</Trans>}
        hint={<Trans>You can appeal once, until {day(until)}. The answer is final.</Trans>}
      >
        <Textarea
          rows={5}
          maxLength={APPEAL_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <FormError>{send.error && failureText(send.error, t`Your appeal wasn’t sent. Try again.`)}</FormError>
      <Flex gap={2} justify="flex-end">
        <Button
          variant="primary"
          disabled={text.trim() === ''}
          loading={send.isPending}
          onClick={() => send.mutate({ params: { id }, body: { text } })}
        >
          <Trans>Send appeal</Trans>
        </Button>
      </Flex>
    </>
  );
}
