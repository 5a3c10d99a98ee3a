import type { PaidSubscription } from '@waymark/api-contract';
import { accountDeletionCalls, billingCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, usePageTitle, useSession, useSettings } from '@waymark/remote';
import { Banner, Box, Button, Heading, LoadFailed, Skeleton, Stack, Text } from '@waymark/ui';
import { currentSubscription, hasPremium } from '../plans/periods.ts';
import { usePlanWords } from '../plans/use-plan-words.ts';
import { CardsPanel } from './cards-panel.tsx';
import { ChangePlan } from './change-plan.tsx';
import { GiftsPanel } from './gifts-panel.tsx';
import { ReceiptsPanel } from './receipts-panel.tsx';
import { SubscriptionPanel } from './subscription-panel.tsx';

/** Everything about a member's premium: the plan, its renewal, cards and receipts. */
export default function MembershipPage() {
  const { t } = useLingui();
  usePageTitle(t`Your premium`);
  const { data, error, refetch, isFetching } = useCall(billingCalls.subscriptions);
  const subscriptions = data?._embedded.paid_subscriptions;
  return (
    <Box width="100%" maxWidth="720px" marginInline="auto">
      <Heading level={1} marginBottom={6}>
        <Trans>Your premium</Trans>
      </Heading>
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load your premium.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton height="220px" />}
      {subscriptions && (
        <Stack gap={2}>
          <Plan subscriptions={subscriptions} />
          <CardsPanel />
          <ReceiptsPanel />
          <GiftsPanel />
        </Stack>
      )}
    </Box>
  );
}

function Plan({ subscriptions }: { subscriptions: readonly PaidSubscription[] }) {
  const { unlockPremium } = useSettings();
  const isLeaving = useSession().blockedBy === 'deletion';
  const current = currentSubscription(subscriptions);
  if (current)
    return (
      <>
        <SubscriptionPanel subscription={current} />
        {current.state !== 'past_due' && <ChangePlan subscription={current} />}
      </>
    );
  if (isLeaving) return <PremiumOfLeaving />;
  if (hasPremium(subscriptions, unlockPremium))
    return (
      <Banner kind="success" title={<Trans>Premium is free for everyone here</Trans>}>
        <Trans>There’s nothing to pay and nothing to cancel.</Trans>
      </Banner>
    );
  return <NoPremium last={subscriptions[0]} />;
}

/** In the days before an account is deleted: premium ended with the request, and comes back with the account. */
function PremiumOfLeaving() {
  const words = usePlanWords();
  const { data } = useCall(accountDeletionCalls.status);
  const premium = data?.losses.premium;
  const day = words.day(premium?.paid_until_datetime ?? null);
  return (
    <Stack gap={4} borderTop="hairline" paddingBlock={6} align="flex-start">
      <Heading level={2} size="xl">
        {premium ? (
          <Trans>Your premium ended when you asked to delete your account</Trans>
        ) : (
          <Trans>Your account will be deleted</Trans>
        )}
      </Heading>
      <Text muted>
        {!premium ? (
          <Trans>You don’t have premium, and nothing is charged.</Trans>
        ) : premium.paid_until_datetime === null ? (
          <Trans>Keep your account, and it’s yours again.</Trans>
        ) : (
          <Trans>
            Nothing more is charged. Keep your account, and it’s open again until {day}. It doesn’t renew
            unless you turn that on.
          </Trans>
        )}
      </Text>
      <Button size="lg" href="/account/delete">
        <Trans>See your deletion</Trans>
      </Button>
    </Stack>
  );
}

function NoPremium({ last }: { last: PaidSubscription | undefined }) {
  const { t } = useLingui();
  const endings: Readonly<Partial<Record<PaidSubscription['state'], string>>> = {
    payment_failed: t`Your last plan ended because its renewal payment failed. Nothing was charged.`,
    refunded: t`Your last payment was refunded, so your plan ended.`,
    disputed: t`Your bank took the last payment back, so your plan ended.`,
    expired: t`Your last plan has run out.`,
    canceled: t`Your last plan has ended.`,
  };
  return (
    <Stack gap={4} borderTop="hairline" paddingBlock={6} align="flex-start">
      <Heading level={2} size="xl">
        <Trans>You don’t have premium</Trans>
      </Heading>
      <Text muted>
        {(last && endings[last.state]) ??
          t`No ads, and every extra of premium. See what it is and what it costs.`}
      </Text>
      <Button variant="primary" size="lg" href="/mvp">
        <Trans>See premium</Trans>
      </Button>
    </Stack>
  );
}
