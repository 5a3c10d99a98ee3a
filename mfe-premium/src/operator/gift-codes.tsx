import type { Gift } from '@waymark/api-contract';
import { billingOperatorCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';
import { Badge, Box, Button, chakra, Flex, FormError, Panel, Stack, Text } from '@waymark/ui';
import { useState } from 'react';
import { usePlanWords } from '../plans/use-plan-words.ts';
import { isReason, ReasonField } from './reason-field.tsx';

export function GiftCodes({ userId, gifts }: { userId: number; gifts: readonly Gift[] }) {
  const { t } = useLingui();
  return (
    <Panel title={<Trans>Gift codes</Trans>}>
      <Stack as="ul" aria-label={t`Gift codes`} gap={0} listStyleType="none" padding={0} margin={0}>
        {gifts.map((gift) => (
          <GiftRow key={gift.id} userId={userId} gift={gift} />
        ))}
      </Stack>
    </Panel>
  );
}

function GiftRow({ userId, gift }: { userId: number; gift: Gift }) {
  const { t } = useLingui();
  const words = usePlanWords();
  const [isOpen, setIsOpen] = useState(false);
  const { code, product_name: product, redeemed } = gift;
  return (
    <chakra.li borderTop="hairline" paddingBlock={3}>
      <Flex justify="space-between" align="center" gap={3} wrap="wrap">
        <Box minWidth={0}>
          <Text overflowWrap="anywhere" data-untranslated="">
            {code}
          </Text>
          <Text muted size="sm">
            <span data-untranslated="">{product}</span> · {words.day(gift.granted_datetime)}
          </Text>
        </Box>
        {redeemed && (
          <Badge>
            <Trans>Used</Trans>
          </Badge>
        )}
        {!redeemed && !isOpen && (
          <Button size="sm" aria-label={t`Withdraw ${code}`} onClick={() => setIsOpen(true)}>
            <Trans>Withdraw</Trans>
          </Button>
        )}
      </Flex>
      {isOpen && <WithdrawForm userId={userId} gift={gift} onClose={() => setIsOpen(false)} />}
    </chakra.li>
  );
}

function WithdrawForm({ userId, gift, onClose }: { userId: number; gift: Gift; onClose: () => void }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [reason, setReason] = useState('');
  const withdraw = useSend(billingOperatorCalls.withdrawGift);
  const isValid = isReason(reason);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid || withdraw.isPending) return;
        withdraw.mutate(
          { params: { id: userId }, body: { gift_id: gift.id, reason } },
          {
            onSuccess: () => notify({ kind: 'success', text: t`Withdrawn. The code no longer works.` }),
          },
        );
      }}
    >
      <Stack gap={4} marginTop={4}>
        <ReasonField value={reason} onChange={setReason} />
        <FormError>{withdraw.error && failureText(withdraw.error)}</FormError>
        <Flex gap={3} wrap="wrap">
          <Button type="submit" variant="danger" loading={withdraw.isPending} disabled={!isValid}>
            <Trans>Withdraw the gift</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
