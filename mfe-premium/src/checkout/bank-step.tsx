import type { PaymentIntent } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { useSettings } from '@waymark/remote';
import { Button, Flex, FormError, Heading, Stack, Text } from '@waymark/ui';
import { type ReactNode, useState } from 'react';
import { confirmAtProvider } from '../cards/confirm-at-provider.ts';
import { usePaymentProblem } from '../errors/use-payment-problem.ts';
import { usePlanWords } from '../plans/use-plan-words.ts';

interface BankStepProps {
  intent: PaymentIntent;
  refresh: () => Promise<unknown>;
  /** The way to pay without this bank. */
  otherCard: ReactNode;
}

/** The bank wants to hear from the member: on a page of its own, or in a window of the provider's script. */
export function BankStep({ intent, refresh, otherCard }: BankStepProps) {
  const words = usePlanWords();
  const problems = usePaymentProblem();
  const { premiumPaymentKey: key } = useSettings();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const { confirmationUrl, paymentIntentClientSecret: clientSecret } = intent;

  const confirm = async () => {
    setIsBusy(true);
    setProblem(null);
    try {
      if (clientSecret !== null && key !== null) await confirmAtProvider(key, clientSecret);
      await refresh();
    } catch (error) {
      setProblem(error);
    }
    setIsBusy(false);
  };

  return (
    <Stack gap={5}>
      <Heading level={1}>
        <Trans>Confirm with your bank</Trans>
      </Heading>
      <Text>
        <Trans>
          Your bank wants to know that it is you who pays {words.money(intent)}. Confirm it on your bank’s
          page, which brings you back here.
        </Trans>
      </Text>
      <Text muted>
        <Trans>Nothing has been charged yet.</Trans>
      </Text>
      <FormError>{problem !== null && problems.ofError(problem)}</FormError>
      <Flex gap={3} wrap="wrap">
        {confirmationUrl === null ? (
          <Button variant="primary" size="lg" loading={isBusy} onClick={() => void confirm()}>
            {clientSecret === null ? <Trans>Check again</Trans> : <Trans>Go to your bank</Trans>}
          </Button>
        ) : (
          // The bank's page is none of this application: it is loaded anew.
          <Button variant="primary" size="lg" href={confirmationUrl} target="_self">
            <Trans>Go to your bank</Trans>
          </Button>
        )}
        {otherCard}
      </Flex>
    </Stack>
  );
}
