import { Trans, useLingui } from '@lingui/react/macro';
import { navigate } from '@waymark/contract';
import { useFailureText } from '@waymark/remote';
import { Banner, Box, Button, Flex, FormError, Stack, Text } from '@waymark/ui';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ConsentText } from './consent-text.tsx';
import { ConsentsGate } from './consents-gate.tsx';
import { PrivacyFrame, usePrivacyLinks } from './privacy-frame.tsx';
import { HealthDataChoice, useHealthDataChoice } from './stored-health-data.tsx';
import {
  editAddress,
  useConsents,
  type Consents,
  type ConsentsState,
  stagedDeclineOf,
  type StagedDecline,
} from './use-consents.ts';

/** What declining means, before it counts. Without a consent that an account needs: take the data along, or stay. */
export default function DeclinePage() {
  const { t } = useLingui();
  const { link } = usePrivacyLinks();
  const staged = stagedDeclineOf(useLocation().state);
  const state = useConsents(staged?.residence);
  useEffect(() => {
    // Opened by itself there is nothing to decline.
    if (!staged) navigate(link('consents'), { replace: true });
  });
  return (
    <PrivacyFrame title={t`If you decline`} lead={<Trans>This is what changes. Nothing is saved yet.</Trans>}>
      {staged && (
        <ConsentsGate state={state}>
          {(consents) => <Consequences consents={consents} state={state} staged={staged} />}
        </ConsentsGate>
      )}
    </PrivacyFrame>
  );
}

interface ConsequencesProps {
  consents: Consents;
  state: ConsentsState;
  staged: StagedDecline;
}

function Consequences({ consents: { items }, state, staged }: ConsequencesProps) {
  const failureText = useFailureText();
  const { link, deletePage } = usePrivacyLinks();
  const declined = items.filter(({ id }) => staged.stagedUnconsentedList.includes(id));
  const isAccountBlocked = state.isMember && declined.some(({ kind }) => kind === 'required');
  const goBack = () => navigate(editAddress(link('consents/edit'), staged.next), { state: { staged } });

  const health = useHealthDataChoice(state.isMember && declined.some(({ id }) => id === 'health'));
  const isDeleting = health.stored !== null && health.choice === 'delete';
  const [isAnswered, setIsAnswered] = useState(false);

  const decline = async () => {
    try {
      if (!isAnswered) await state.answer(staged.answers, staged.stagedScreenName);
      setIsAnswered(true);
      if (isDeleting) await health.remove.mutateAsync();
    } catch {
      return;
    }
    navigate(staged.next ?? link('consents'), { replace: true });
  };

  return (
    <Stack gap={5}>
      {declined.map((item) => (
        <Box key={item.id} borderTop="hairline" paddingTop={4}>
          <ConsentText item={item} />
          <Text marginTop={2} fontWeight={600} data-untranslated="">
            {item.consequence}
          </Text>
        </Box>
      ))}
      {health.stored && !isAnswered && (
        <HealthDataChoice stored={health.stored} value={health.choice} onChange={health.setChoice} />
      )}
      <FormError>{state.failure && failureText(state.failure)}</FormError>
      <FormError title={<Trans>Your answer is saved, but nothing was deleted yet</Trans>}>
        {health.remove.error && failureText(health.remove.error)}
      </FormError>
      {isAccountBlocked ? (
        <>
          <Banner kind="warning" title={<Trans>There is no account without it</Trans>}>
            <Trans>
              Take your data along and delete your account, or go back. Until then nothing changes.
            </Trans>
          </Banner>
          <Flex gap={3} wrap="wrap">
            <Button href="/account/data">
              <Trans>Download your data</Trans>
            </Button>
            <Button href={deletePage}>
              <Trans>Delete your account</Trans>
            </Button>
            <Button onClick={goBack}>
              <Trans>Go back</Trans>
            </Button>
          </Flex>
        </>
      ) : (
        <Flex gap={3} wrap="wrap">
          <Button
            size="lg"
            variant={isDeleting ? 'danger' : 'outline'}
            loading={state.isSending || health.remove.isPending || health.isLoading}
            onClick={() => void decline()}
          >
            {isAnswered ? (
              <Trans>Try to delete it again</Trans>
            ) : isDeleting ? (
              <Trans>Decline and delete</Trans>
            ) : (
              <Trans>Decline</Trans>
            )}
          </Button>
          <Button size="lg" onClick={goBack}>
            <Trans>Go back</Trans>
          </Button>
        </Flex>
      )}
    </Stack>
  );
}
