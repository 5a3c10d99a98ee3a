import { billingCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall, usePageTitle } from '@waymark/remote';
import { Banner, Box, Button, Flex, Heading, LoadFailed, Skeleton, Stack, Text } from '@waymark/ui';
import { useSearchParams } from 'react-router-dom';
import { usePaymentProblem } from '../errors/use-payment-problem.ts';
import { Benefits } from '../plans/benefits.tsx';
import { useCouponWords } from '../plans/use-plan-words.ts';

/** Where a promotion leads with its code: what it gives, for visitors too. */
export default function PromoPage() {
  const { t } = useLingui();
  usePageTitle(t`Premium offer`);
  const code = useSearchParams()[0].get('code')?.trim() ?? '';
  return (
    <Box width="100%" maxWidth="640px" marginInline="auto">
      <Stack gap={6}>
        {code ? (
          <Offer code={code} />
        ) : (
          <Heading level={1}>
            <Trans>Premium, with a code</Trans>
          </Heading>
        )}
        <Benefits />
        <Flex gap={3} wrap="wrap">
          <Button
            variant="primary"
            size="lg"
            href={`/premium/coupon${code ? `?${new URLSearchParams({ code }).toString()}` : ''}`}
          >
            {code ? <Trans>Use this coupon</Trans> : <Trans>Enter a code</Trans>}
          </Button>
          <Button size="lg" href="/mvp">
            <Trans>See the plans</Trans>
          </Button>
        </Flex>
      </Stack>
    </Box>
  );
}

function Offer({ code }: { code: string }) {
  const couponText = useCouponWords();
  const problems = usePaymentProblem();
  const { data, error, refetch, isFetching } = useCall(billingCalls.coupon, { params: { code } });
  return (
    <>
      <Heading level={1}>{data ? couponText(data) : <Trans>Premium, with a code</Trans>}</Heading>
      {!data && !error && <Skeleton height="1.5em" />}
      {data && (
        <Text muted>
          <Trans>
            With the code <strong data-untranslated="">{data.id}</strong>.
          </Trans>
        </Text>
      )}
      {error &&
        (error.status >= 400 && error.status < 500 ? (
          <Banner kind="warning">{problems.ofError(error)}</Banner>
        ) : (
          <LoadFailed
            title={<Trans>We couldn’t check this code.</Trans>}
            error={error}
            retry={refetch}
            busy={isFetching}
          />
        ))}
    </>
  );
}
