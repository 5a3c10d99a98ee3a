import { billingCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall } from '@waymark/remote';
import { Badge, Box, chakra, Flex, Link, Panel, Stack, Text } from '@waymark/ui';
import { usePlanWords } from '../plans/use-plan-words.ts';

/** Codes that the member can give away, and where one is used. Codes that cannot be loaded are in their mails too. */
export function GiftsPanel() {
  const { t } = useLingui();
  const words = usePlanWords();
  const gifts = useCall(billingCalls.gifts).data?._embedded.gifts ?? [];
  return (
    <Panel title={<Trans>Coupons and gifts</Trans>}>
      <Text>
        <Trans>
          Got a code? <Link href="/premium/coupon">Use it here</Link>.
        </Trans>{' '}
        <Trans>
          Know somebody who should ride without ads? <Link href="/premium/gift">Give premium</Link>.
        </Trans>
      </Text>
      {gifts.length > 0 && (
        <Stack
          as="ul"
          aria-label={t`Your gifts`}
          gap={0}
          listStyleType="none"
          padding={0}
          margin={0}
          marginTop={3}
        >
          {gifts.map(({ id, code, duration_interval: interval, duration_unit: unit, redeemed }) => (
            <chakra.li key={id} borderTop="hairline" paddingBlock={3}>
              <Flex justify="space-between" align="center" gap={3} wrap="wrap">
                <Box minWidth={0}>
                  <Link href={`/premium/gift/${id}`}>
                    <Box
                      as="span"
                      fontVariantNumeric="tabular-nums"
                      overflowWrap="anywhere"
                      data-untranslated=""
                    >
                      {code}
                    </Box>
                  </Link>
                  <Text muted size="sm">
                    <Trans>
                      {words.period({ interval, unit })} of premium for the first person to use it
                    </Trans>
                  </Text>
                </Box>
                {redeemed && (
                  <Badge>
                    <Trans>Used</Trans>
                  </Badge>
                )}
              </Flex>
            </chakra.li>
          ))}
        </Stack>
      )}
    </Panel>
  );
}
