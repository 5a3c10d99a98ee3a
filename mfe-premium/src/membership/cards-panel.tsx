import type { BillingProfile } from '@waymark/api-contract';
import { brandName } from '@waymark/api-contract/card-brands';
import { billingCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useCall, useSend, useSettings } from '@waymark/remote';
import {
  Badge,
  Box,
  Button,
  chakra,
  Flex,
  FormError,
  LoadFailed,
  Panel,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { useRef, useState } from 'react';
import { CardLabel, Expiry } from '../cards/card-choice.tsx';
import { storeConfirmed } from '../cards/confirm-at-provider.ts';
import { CardFields } from '../cards/card-fields.tsx';
import type { CardFieldsHandle } from '../cards/card-fields-frame.tsx';
import { usePaymentProblem } from '../errors/use-payment-problem.ts';

/** The member's cards: added, removed, and one of them the default. */
export function CardsPanel() {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useCall(billingCalls.profiles);
  const [isAdding, setIsAdding] = useState(false);
  const cards = data?._embedded.billing_profiles;
  return (
    <Panel
      title={<Trans>Cards</Trans>}
      action={
        cards &&
        !isAdding && (
          <Button size="sm" onClick={() => setIsAdding(true)}>
            <Trans>Add a card</Trans>
          </Button>
        )
      }
    >
      {error && !cards && (
        <LoadFailed
          title={<Trans>We couldn’t load your cards.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!cards && !error && <Skeleton height="72px" />}
      {cards?.length === 0 && !isAdding && (
        <Text muted>
          <Trans>No cards yet.</Trans>
        </Text>
      )}
      {cards && cards.length > 0 && (
        <Stack as="ul" aria-label={t`Your cards`} gap={0} listStyleType="none" padding={0} margin={0}>
          {cards.map((card) => (
            <CardRow key={card.billing_profile_id} profile={card} />
          ))}
        </Stack>
      )}
      {isAdding && <AddCard onClose={() => setIsAdding(false)} />}
    </Panel>
  );
}

function CardRow({ profile }: { profile: BillingProfile }) {
  const { t } = useLingui();
  const problems = usePaymentProblem();
  const makeDefault = useSend(billingCalls.updateProfile);
  const remove = useSend(billingCalls.removeProfile);
  const { billing_profile_id: id, card, is_default: isDefault } = profile;
  const name = t`${brandName(card.brand)} ending in ${card.last4}`;
  const failure = makeDefault.error ?? remove.error;
  return (
    <chakra.li borderTop="hairline" paddingBlock={3}>
      <Flex justify="space-between" align="center" gap={3} wrap="wrap">
        <Box minWidth={0}>
          <Flex align="center" gap={3} wrap="wrap">
            <CardLabel card={card} />
            {isDefault && (
              <Badge>
                <Trans>Default</Trans>
              </Badge>
            )}
          </Flex>
          <Text muted size="sm" marginTop={1}>
            <Expiry card={card} />
          </Text>
        </Box>
        <Flex gap={2}>
          {!isDefault && (
            <Button
              size="sm"
              loading={makeDefault.isPending}
              aria-label={t`Make ${name} the default`}
              data-action={makeDefault.isPending ? 'update_billing_profile' : undefined}
              onClick={() => makeDefault.mutate({ params: { id }, body: { is_default: true } })}
            >
              <Trans>Make default</Trans>
            </Button>
          )}
          <Button
            size="sm"
            loading={remove.isPending}
            aria-label={t`Remove ${name}`}
            onClick={() =>
              remove.mutate(
                { params: { id } },
                { onSuccess: () => notify({ kind: 'success', text: t`Card removed.` }) },
              )
            }
          >
            <Trans>Remove</Trans>
          </Button>
        </Flex>
      </Flex>
      {failure && (
        <Box marginTop={3}>
          <FormError>{problems.ofError(failure)}</FormError>
        </Box>
      )}
    </chakra.li>
  );
}

function AddCard({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const problems = usePaymentProblem();
  const { premiumPaymentKey: key } = useSettings();
  const add = useSend(billingCalls.addProfile);
  const fields = useRef<CardFieldsHandle>(null);
  const form = useRef<HTMLFormElement>(null);
  const [onEnter] = useState(() => () => form.current?.requestSubmit());
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const save = async () => {
    if (isBusy || !fields.current) return;
    setIsBusy(true);
    setProblem(null);
    try {
      const token = await fields.current.requestToken();
      await storeConfirmed(key, () => add.mutateAsync({ body: { cc_token: token, is_default: true } }));
      notify({ kind: 'success', text: t`Card added. It is your default now.` });
      onClose();
    } catch (error) {
      setProblem(error);
      setIsBusy(false);
    }
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap={4} marginTop={4} borderTop="hairline" paddingTop={4}>
        <CardFields ref={fields} onEnter={onEnter} />
        <FormError>{problem !== null && problems.ofError(problem)}</FormError>
        <Flex gap={3} wrap="wrap">
          <Button
            type="submit"
            variant="primary"
            loading={isBusy}
            data-action={isBusy ? 'add_card' : undefined}
          >
            <Trans>Save card</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
