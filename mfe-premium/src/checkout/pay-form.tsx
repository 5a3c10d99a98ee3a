import type { PaymentIntent, Product } from '@waymark/api-contract';
import { billingCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall } from '@waymark/remote';
import {
  Box,
  Button,
  Checkbox,
  Field,
  FormError,
  Heading,
  Link,
  LoadFailed,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { useRef, useState } from 'react';
import { CardChoice } from '../cards/card-choice.tsx';
import type { CardFieldsHandle } from '../cards/card-fields-frame.tsx';
import { usePaymentProblem } from '../errors/use-payment-problem.ts';
import { usePlanWords } from '../plans/use-plan-words.ts';
import { firstRenewal, type Offer } from './offer.ts';
import { type PayOptions, usePay } from './use-pay.ts';

interface PayFormProps extends Pick<PayOptions, 'openIntent'> {
  offer: Offer;
  plan: Pick<Product, 'subscription_details'>;
  /** Why the last try was refused, in the provider's word. */
  errorCode: string | null;
  /** The stored card waits for its bank: another one is asked for. */
  startsWithNewCard?: boolean;
  /** The figures are not known yet. */
  isDisabled?: boolean;
  onPrepared: PayOptions['onPrepared'];
}

/** Card, renewal terms and the button that pays. */
export function PayForm({
  offer,
  plan,
  errorCode,
  startsWithNewCard = false,
  isDisabled = false,
  openIntent,
  onPrepared,
}: PayFormProps) {
  const { t } = useLingui();
  const words = usePlanWords();
  const problems = usePaymentProblem();
  const profiles = useCall(billingCalls.profiles);
  const fields = useRef<CardFieldsHandle>(null);
  const form = useRef<HTMLFormElement>(null);
  const [onEnter] = useState(() => () => form.current?.requestSubmit());
  /** Undefined until the member, or a card that was stored, chooses. */
  const [chosen, setChosen] = useState<number | null | undefined>(startsWithNewCard ? null : undefined);
  const [acceptsTerms, setAcceptsTerms] = useState(false);
  const [hasTried, setHasTried] = useState(false);
  const [declined, setDeclined] = useState(errorCode);
  const { action, problem, unansweredId, pay } = usePay();
  const cards = profiles.data?._embedded.billing_profiles;
  const renews = offer.renewal_amount !== null;
  const isAgreed = acceptsTerms || !renews;
  if (profiles.error && !cards)
    return (
      <LoadFailed
        title={<Trans>We couldn’t load your cards.</Trans>}
        error={profiles.error}
        retry={profiles.refetch}
        busy={profiles.isFetching}
      />
    );
  if (!cards) return <Skeleton height="260px" />;
  const profileId =
    chosen === undefined ? (cards.find(({ is_default }) => is_default)?.billing_profile_id ?? null) : chosen;

  const submit = () => {
    setHasTried(true);
    if (!isAgreed || isDisabled) return;
    setDeclined(null);
    void pay({
      card: profileId === null ? { requestToken: () => fields.current!.requestToken() } : { profileId },
      acceptsTerms,
      openIntent,
      onCardStored: setChosen,
      onPrepared: (intent) => {
        const code = declineOf(intent);
        setDeclined(code);
        // The card that was just refused is not offered for the next try.
        if (code) setChosen(null);
        onPrepared(intent);
      },
    });
  };
  const failure = problem ? problems.ofError(problem) : declined ? problems.ofDecline(declined) : null;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap={5}>
        <Heading level={2} size="xl">
          <Trans>Card</Trans>
        </Heading>
        <CardChoice cards={cards} value={profileId} onChange={setChosen} fields={fields} onEnter={onEnter} />
        {renews && (
          <Box borderTop="hairline" paddingTop={5}>
            <RenewalTerms
              offer={offer}
              plan={plan}
              isAccepted={acceptsTerms}
              onChange={setAcceptsTerms}
              isMissing={hasTried && !isAgreed}
            />
          </Box>
        )}
        <FormError
          title={failure !== null && !problem && <Trans>Nothing was charged.</Trans>}
          action={
            unansweredId !== null && (
              <Button size="sm" href={`/checkout/en-us/mmf/${unansweredId}`}>
                <Trans>Check its status</Trans>
              </Button>
            )
          }
        >
          {failure}
        </FormError>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          width="100%"
          loading={action !== null}
          disabled={isDisabled}
          data-action={action ?? undefined}
        >
          {offer.amount > 0 ? (
            <Trans>Pay {words.money(offer)}</Trans>
          ) : (
            <Trans>Start {words.freeTime(offer.trial_days)} free</Trans>
          )}
        </Button>
        <Text muted size="sm">
          <Trans>
            Billed in the United States. Your card goes straight to the payment provider; we never see its
            number.
          </Trans>
        </Text>
      </Stack>
      <span className="visually-hidden" role="status">
        {action !== null && t`One moment: don’t close this page.`}
      </span>
    </form>
  );
}

const declineOf = ({
  paymentIntentStatus: status,
  error_code: code,
}: Pick<PaymentIntent, 'paymentIntentStatus' | 'error_code'>): string | null =>
  status === 'requires_payment_method' ? (code ?? 'generic_decline') : null;

interface RenewalTermsProps {
  offer: Offer;
  plan: Pick<Product, 'subscription_details'>;
  isAccepted: boolean;
  onChange: (isAccepted: boolean) => void;
  isMissing: boolean;
}

/** Agreed to apart from everything else, and never ticked beforehand. */
function RenewalTerms({
  offer,
  plan: { subscription_details: details },
  isAccepted,
  onChange,
  isMissing,
}: RenewalTermsProps) {
  const { t } = useLingui();
  const words = usePlanWords();
  const start = firstRenewal(offer, details);
  const price = words.pricePer(details, { amount: offer.renewal_amount ?? 0, currency: offer.currency });
  const day = words.day(start);
  return (
    <Field
      group
      label={t`Renewal`}
      error={isMissing ? t`Agree to the renewal to go on.` : undefined}
      touched={isMissing}
    >
      <Checkbox
        checked={isAccepted}
        onChange={onChange}
        label={
          offer.first_renewal_amount === null ? (
            <Trans>
              I agree that {price} is charged from {day}, until I cancel.
            </Trans>
          ) : (
            <Trans>
              I agree that {words.money({ amount: offer.first_renewal_amount, currency: offer.currency })} is
              charged on {day}, and {price} after that, until I cancel.
            </Trans>
          )
        }
        hint={
          <Trans>
            Cancel online in two clicks, any time. <Link href="/premium/membership">Your premium page</Link>{' '}
            has the button.
          </Trans>
        }
      />
    </Field>
  );
}
