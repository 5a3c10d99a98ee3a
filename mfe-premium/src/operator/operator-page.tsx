import type { BillingFinding, OperatorAction } from '@waymark/api-contract';
import { billingOperatorCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, useFailureText, usePageTitle } from '@waymark/remote';
import {
  Box,
  Button,
  chakra,
  EmptyState,
  Field,
  FormError,
  Heading,
  Input,
  LoadFailed,
  Panel,
  RelativeTime,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { useEffect, useState } from 'react';
import { MemberBilling } from './member-billing.tsx';

/** Payments of members, for operators. The server decides who is one, and records what is looked at and done. */
export default function OperatorPage() {
  const { t } = useLingui();
  usePageTitle(t`Payments of members`);
  const [email, setEmail] = useState('');
  const { data, error, refetch, isFetching } = useCall(billingOperatorCalls.actions);
  if (error?.status === 404)
    return (
      <EmptyState level={1} title={<Trans>This page is for operators</Trans>}>
        <Trans>If you should have access, ask the people who run this site.</Trans>
      </EmptyState>
    );
  return (
    <Box width="100%" maxWidth="760px" marginInline="auto">
      <Heading level={1} marginBottom={6}>
        <Trans>Payments of members</Trans>
      </Heading>
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load this page.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton height="220px" />}
      {data && (
        <Stack gap={2}>
          <LookUp onFind={setEmail} />
          {email && <FoundMember key={email} email={email} onRead={refetch} />}
          {data.findings.length > 0 && <Findings findings={data.findings} />}
          <Actions actions={data.actions} />
        </Stack>
      )}
    </Box>
  );
}

function LookUp({ onFind }: { onFind: (email: string) => void }) {
  const { t } = useLingui();
  const [email, setEmail] = useState('');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (email.trim().length >= 3) onFind(email.trim());
      }}
    >
      <Stack gap={4} marginBottom={4}>
        <Field label={t`E-mail address of the member`} hint={t`Every lookup is recorded.`}>
          <Input
            type="email"
            autoComplete="off"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Box>
          <Button type="submit" variant="primary">
            <Trans>Look up</Trans>
          </Button>
        </Box>
      </Stack>
    </form>
  );
}

function FoundMember({ email, onRead }: { email: string; onRead: () => Promise<unknown> }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { data, error } = useCall(billingOperatorCalls.member, { query: { email } });
  const isFound = data !== undefined;
  // Looking up is recorded as well: the list below has it at once.
  useEffect(() => {
    if (isFound) void onRead();
  }, [isFound, onRead]);
  if (data) return <MemberBilling member={data} onRead={onRead} />;
  if (!error) return <Skeleton height="220px" />;
  return (
    <FormError>
      {error.status === 404
        ? t`No member has this address.`
        : failureText(error, t`That didn’t work. Try again in a moment.`)}
    </FormError>
  );
}

/** What nobody but people can repair. */
function Findings({ findings }: { findings: readonly BillingFinding[] }) {
  const { t } = useLingui();
  const names: Readonly<Record<BillingFinding['kind'], string>> = {
    unknown_payment: t`The payment provider has a payment that is not ours.`,
    other_amount: t`A payment has another amount or currency at the payment provider than here.`,
    missing_payment: t`A payment that is counted here is missing at the payment provider.`,
    refund_failed: t`A refund did not go through.`,
  };
  return (
    <Panel title={<Trans>Payments that need a look</Trans>}>
      <Stack
        as="ul"
        aria-label={t`Payments that need a look`}
        gap={0}
        listStyleType="none"
        padding={0}
        margin={0}
      >
        {findings.map(({ kind, provider_ref, found_datetime }) => (
          <chakra.li key={`${kind} ${provider_ref}`} borderTop="hairline" paddingBlock={2}>
            <Text>{names[kind]}</Text>
            <Text muted size="sm" overflowWrap="anywhere">
              <RelativeTime date={found_datetime} /> · <span data-untranslated="">{provider_ref}</span>
            </Text>
          </chakra.li>
        ))}
      </Stack>
    </Panel>
  );
}

function Actions({ actions }: { actions: readonly OperatorAction[] }) {
  const { t } = useLingui();
  const names: Readonly<Record<OperatorAction['action'], string>> = {
    look_up: t`looked up`,
    read_ledger: t`read the ledger of`,
    refund: t`refunded a payment of`,
    grant_days: t`gave days to`,
    give_gift: t`gave a gift to`,
    withdraw_gift: t`withdrew a gift of`,
  };
  return (
    <Panel title={<Trans>What operators did</Trans>}>
      {actions.length === 0 ? (
        <Text muted>
          <Trans>Nothing yet.</Trans>
        </Text>
      ) : (
        <Stack as="ul" aria-label={t`What operators did`} gap={0} listStyleType="none" padding={0} margin={0}>
          {actions.map(({ id, action, operator_name, user_id, detail, datetime }) => {
            const reason = detail['reason'];
            return (
              <chakra.li key={id} borderTop="hairline" paddingBlock={2}>
                <Text size="sm">
                  {operator_name ? (
                    <span data-untranslated="">{operator_name}</span>
                  ) : (
                    <Trans>A former member</Trans>
                  )}{' '}
                  {names[action]} <Trans>member {user_id}</Trans>
                  {typeof reason === 'string' && <span data-untranslated="">: {reason}</span>}
                </Text>
                <Text muted size="sm">
                  <RelativeTime date={datetime} />
                </Text>
              </chakra.li>
            );
          })}
        </Stack>
      )}
    </Panel>
  );
}
