import { billingCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall } from '@waymark/remote';
import { Box, chakra, Flex, Link, LoadFailed, Panel, Skeleton, Stack, Text } from '@waymark/ui';
import { usePlanWords } from '../plans/use-plan-words.ts';

/** Every receipt, the newest first. */
export function ReceiptsPanel() {
  const { t } = useLingui();
  const words = usePlanWords();
  const { data, error, refetch, isFetching } = useCall(billingCalls.receipts);
  const receipts = data?._embedded.receipts;
  return (
    <Panel title={<Trans>Receipts</Trans>}>
      {error && !receipts && (
        <LoadFailed
          title={<Trans>We couldn’t load your receipts.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!receipts && !error && <Skeleton height="72px" />}
      {receipts?.length === 0 && (
        <Text muted>
          <Trans>Nothing has been charged yet. Each payment gets its receipt here, and by mail.</Trans>
        </Text>
      )}
      {receipts && receipts.length > 0 && (
        <Stack as="ul" aria-label={t`Receipts`} gap={0} listStyleType="none" padding={0} margin={0}>
          {receipts.map((receipt) => (
            <chakra.li key={receipt.id} borderTop="hairline" paddingBlock={3}>
              <Flex justify="space-between" align="baseline" gap={4}>
                <Box minWidth={0}>
                  <Link href={`/premium/receipt/${receipt.id}`}>
                    {receipt.kind === 'refund' ? (
                      <Trans>Refund {receipt.number}</Trans>
                    ) : (
                      <Trans>Receipt {receipt.number}</Trans>
                    )}
                  </Link>
                  <Text muted size="sm">
                    {words.day(receipt.issued_datetime)} ·{' '}
                    <span data-untranslated="">{receipt.description}</span>
                  </Text>
                </Box>
                <Box flex="none" fontVariantNumeric="tabular-nums">
                  {words.money({ amount: receipt.total_amount, currency: receipt.currency })}
                </Box>
              </Flex>
            </chakra.li>
          ))}
        </Stack>
      )}
    </Panel>
  );
}
