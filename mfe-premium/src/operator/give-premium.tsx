import { billingCalls, billingOperatorCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useCall, useFailureText, useSend } from '@waymark/remote';
import { Box, Button, Field, FormError, NumberInput, Panel, Select, Stack, Text } from '@waymark/ui';
import { useState } from 'react';
import { isReason, ReasonField } from './reason-field.tsx';

export function GiveDays({ userId }: { userId: number }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [days, setDays] = useState('14');
  const [reason, setReason] = useState('');
  const give = useSend(billingOperatorCalls.grantDays);
  const count = Number(days);
  const isValid = /^\d{1,4}$/.test(days) && count >= 1 && count <= 3660 && isReason(reason);
  return (
    <Panel title={<Trans>Give days</Trans>}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isValid || give.isPending) return;
          give.mutate(
            { params: { id: userId }, body: { days: count, reason } },
            {
              onSuccess: () => {
                notify({ kind: 'success', text: t`Given. The member gets an e-mail.` });
                setReason('');
              },
            },
          );
        }}
      >
        <Stack gap={4}>
          <Field label={t`Days of premium`}>
            <NumberInput value={days} whole onChange={setDays} />
          </Field>
          <ReasonField value={reason} onChange={setReason} />
          <FormError>{give.error && failureText(give.error)}</FormError>
          <Box>
            <Button type="submit" loading={give.isPending} disabled={!isValid}>
              <Trans>Give days</Trans>
            </Button>
          </Box>
        </Stack>
      </form>
    </Panel>
  );
}

export function GiveGift({ userId }: { userId: number }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { data } = useCall(billingCalls.products);
  // What is paid once and for good cannot be given by code.
  const plans = data?._embedded.products.filter(({ subscription_details }) => subscription_details !== null);
  const [chosen, setChosen] = useState<string>();
  const [reason, setReason] = useState('');
  const give = useSend(billingOperatorCalls.giveGift);
  const productId = chosen ?? plans?.[0]?.id;
  const isValid = productId !== undefined && isReason(reason);
  return (
    <Panel title={<Trans>Give a gift code</Trans>}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isValid || give.isPending) return;
          give.mutate(
            { params: { id: userId }, body: { product_id: productId, reason } },
            { onSuccess: () => setReason('') },
          );
        }}
      >
        <Stack gap={4}>
          <Field label={t`Plan`} hint={t`The member gets the code by mail and can pass it on.`}>
            <Select
              value={productId ?? ''}
              options={plans?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              onChange={setChosen}
            />
          </Field>
          <ReasonField value={reason} onChange={setReason} />
          <FormError>{give.error && failureText(give.error)}</FormError>
          {give.data && (
            <Text role="status">
              <Trans>
                Given: <span data-untranslated="">{give.data.code}</span>
              </Trans>
            </Text>
          )}
          <Box>
            <Button type="submit" loading={give.isPending} disabled={!isValid}>
              <Trans>Give a gift code</Trans>
            </Button>
          </Box>
        </Stack>
      </form>
    </Panel>
  );
}
