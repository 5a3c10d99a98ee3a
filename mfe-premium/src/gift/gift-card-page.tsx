import type { Gift } from '@waymark/api-contract';
import { billingCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { navigate, notify } from '@waymark/contract';
import { useCall, usePageTitle, useSend, useSession } from '@waymark/remote';
import {
  Badge,
  Box,
  Breadcrumb,
  Button,
  ConfirmDialog,
  CopyIcon,
  EmptyState,
  Flex,
  Heading,
  LoadFailed,
  Mark,
  Panel,
  PrintIcon,
  Skeleton,
  Text,
} from '@waymark/ui';
import { useState, useSyncExternalStore } from 'react';
import { useParams } from 'react-router-dom';
import { usePaymentProblem } from '../errors/use-payment-problem.ts';
import { usePlanWords } from '../plans/use-plan-words.ts';
import { MailGift } from './mail-gift.tsx';
import './gift-card.css';

/** One gift: its code as a card for the screen and for paper, by mail, and its way back. */
export default function GiftCardPage() {
  const { t } = useLingui();
  usePageTitle(t`Gift`);
  const id = Number(useParams().giftId);
  const { data, error, refetch, isFetching } = useCall(billingCalls.gifts);
  const gift = data?._embedded.gifts.find((one) => one.id === id);
  return (
    <Box width="100%" maxWidth="640px" marginInline="auto">
      <Box marginBottom={5} data-print="hide">
        <Breadcrumb
          items={[
            { href: '/premium/membership', label: <Trans>Your premium</Trans> },
            { label: <Trans>Gift</Trans> },
          ]}
        />
      </Box>
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load your gifts.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton height="420px" />}
      {data && !gift && <NoGift />}
      {gift && <OneGift gift={gift} />}
    </Box>
  );
}

const NoGift = () => (
  <EmptyState
    level={1}
    title={<Trans>We couldn’t find this gift</Trans>}
    action={
      <Button variant="primary" href="/premium/membership">
        <Trans>See your premium</Trans>
      </Button>
    }
  >
    <Trans>It may have been returned, or it belongs to another account.</Trans>
  </EmptyState>
);

function OneGift({ gift }: { gift: Gift }) {
  return (
    <>
      <GiftCard gift={gift} />
      <Box data-print="hide">
        {gift.redeemed ? (
          <Text marginTop={5}>
            <Badge hue="moss">
              <Trans>Used</Trans>
            </Badge>{' '}
            <Trans>It has been opened. There’s nothing left to do.</Trans>
          </Text>
        ) : (
          <>
            <HandOver gift={gift} />
            <MailGift gift={gift} />
            {gift.returnable_until && <ReturnGift gift={gift} until={gift.returnable_until} />}
          </>
        )}
      </Box>
    </>
  );
}

function GiftCard({ gift: { code, duration_interval: interval, duration_unit: unit } }: { gift: Gift }) {
  const words = usePlanWords();
  const { user } = useSession();
  const period = words.period({ interval, unit });
  // The page is rendered without a window as well.
  const host = useSyncExternalStore(
    () => () => undefined,
    () => location.host,
    () => '',
  );
  return (
    <article className="gift-card">
      <Flex justify="space-between" align="flex-start" gap={4}>
        <Heading level={1}>
          <Trans>{period} of premium</Trans>
        </Heading>
        <Mark size={40} />
      </Flex>
      <Text size="lg">
        <Trans>
          A gift from <span data-untranslated="">{user?.display_name}</span>
        </Trans>
      </Text>
      <p className="gift-card__code" data-untranslated="">
        {code}
      </p>
      <Text muted>
        <Trans>
          Enter this code at <span data-untranslated="">{host}/premium/coupon</span>. No card is needed, and
          nothing renews.
        </Trans>
      </Text>
    </article>
  );
}

function HandOver({ gift: { code } }: { gift: Gift }) {
  const { t } = useLingui();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      notify({ kind: 'success', text: t`Code copied` });
    } catch {
      notify({ kind: 'error', text: t`Your browser doesn’t allow copying. Select the code and copy it.` });
    }
  };
  return (
    <Flex gap={3} wrap="wrap" marginTop={5} marginBottom={6}>
      <Button icon={<PrintIcon />} onClick={() => print()}>
        <Trans>Print the card</Trans>
      </Button>
      <Button icon={<CopyIcon />} onClick={() => void copy()}>
        <Trans>Copy the code</Trans>
      </Button>
    </Flex>
  );
}

function ReturnGift({ gift: { id }, until }: { gift: Gift; until: string }) {
  const { t } = useLingui();
  const words = usePlanWords();
  const problems = usePaymentProblem();
  const [isAsking, setIsAsking] = useState(false);
  const send = useSend(billingCalls.returnGift);
  const day = words.day(until);
  return (
    <Panel title={<Trans>Changed your mind?</Trans>}>
      <Text marginBottom={4}>
        <Trans>
          You can return it until {day} as long as nobody has used the code. You get all of your money back.
        </Trans>
      </Text>
      <Button onClick={() => setIsAsking(true)}>
        <Trans>Return the gift</Trans>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={<Trans>Return this gift?</Trans>}
          action={<Trans>Return the gift</Trans>}
          isBusy={send.isPending}
          failure={send.error ? problems.ofError(send.error) : undefined}
          onConfirm={() =>
            send.mutate(
              { params: { id } },
              {
                onSuccess: () => {
                  navigate('/premium/membership');
                  notify({
                    kind: 'success',
                    text: t`The gift is returned. We mail you when the money is back.`,
                  });
                },
              },
            )
          }
          onClose={() => setIsAsking(false)}
        >
          <Trans>The code stops working, even where you’ve already mailed or printed it.</Trans>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
