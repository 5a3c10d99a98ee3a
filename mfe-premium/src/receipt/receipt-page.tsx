import type { Receipt } from '@waymark/api-contract';
import { brandName } from '@waymark/api-contract/card-brands';
import { billingCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { call, notify } from '@waymark/contract';
import {
  EntityMissing,
  problemIn,
  saveFile,
  useCall,
  useFailureText,
  useFormatLocale,
  usePageTitle,
  useSession,
} from '@waymark/remote';
import {
  Box,
  Breadcrumb,
  Button,
  DownloadIcon,
  Flex,
  Heading,
  Mark,
  PrintIcon,
  Skeleton,
  Text,
} from '@waymark/ui';
import { formatNumber } from '@waymark/units';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { usePlanWords } from '../plans/use-plan-words.ts';
import './receipt.css';

/** One receipt, for the screen and for paper. */
export default function ReceiptPage() {
  const { t } = useLingui();
  usePageTitle(t`Receipt`);
  const id = Number(useParams().receiptId);
  const { data, error, refetch, isFetching } = useCall(billingCalls.receipt, { params: { id } });
  if (error && !data)
    return (
      <EntityMissing
        error={error}
        retry={() => void refetch()}
        busy={isFetching}
        title={<Trans>This isn’t your receipt</Trans>}
        failedTitle={<Trans>We couldn’t load this receipt.</Trans>}
        href="/premium/membership"
        linkText={<Trans>Your receipts</Trans>}
      />
    );
  return (
    <article className="receipt">
      <Box marginBottom={5} data-print="hide">
        <Breadcrumb
          items={[
            { href: '/premium/membership', label: <Trans>Your premium</Trans> },
            { label: <Trans>Receipt</Trans> },
          ]}
        />
      </Box>
      {data ? <Sheet receipt={data} /> : <Skeleton height="480px" />}
    </article>
  );
}

const Entry = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <Box>
    <Box as="dt" color="muted" fontSize="sm">
      {label}
    </Box>
    <dd>{children}</dd>
  </Box>
);

function Sheet({ receipt }: { receipt: Receipt }) {
  const words = usePlanWords();
  const locale = useFormatLocale();
  const { user } = useSession();
  const money = (amount: number) => words.money({ amount, currency: receipt.currency });
  const { seller, method, period } = receipt;
  const rate = formatNumber(receipt.tax_rate / 100, { locale, digits: 2 });
  return (
    <>
      <Flex justify="space-between" align="flex-start" gap={4} marginBottom={6}>
        <Box minWidth={0}>
          <Heading level={1}>
            {receipt.kind === 'refund' ? <Trans>Refund</Trans> : <Trans>Receipt</Trans>}
          </Heading>
          <Text muted data-untranslated="">
            {receipt.number}
          </Text>
        </Box>
        <Mark size={40} />
      </Flex>
      {receipt.is_test && (
        <Text marginBottom={5} fontWeight={600}>
          <Trans>Test purchase: no real money was taken.</Trans>
        </Text>
      )}
      <Box
        as="dl"
        display="grid"
        gridTemplateColumns={{
          base: 'repeat(auto-fit, minmax(140px, 1fr))',
          md: 'repeat(4, auto)',
        }}
        justifyContent="space-between"
        gap={5}
        margin={0}
        marginBottom={6}
      >
        <Entry label={<Trans>From</Trans>}>
          <span data-untranslated="">
            {[seller.name, ...seller.lines].map((line) => (
              <Box as="span" display="block" key={line}>
                {line}
              </Box>
            ))}
          </span>
        </Entry>
        <Entry label={<Trans>To</Trans>}>
          <span data-untranslated="">{user?.display_name}</span>
        </Entry>
        <Entry label={<Trans>Date</Trans>}>{words.day(receipt.issued_datetime)}</Entry>
        {method && (
          <Entry label={receipt.kind === 'refund' ? <Trans>Paid back to</Trans> : <Trans>Paid with</Trans>}>
            <Trans>
              {brandName(method.brand)} ending in {method.last4}
            </Trans>
          </Entry>
        )}
      </Box>
      <dl className="receipt__lines">
        <div>
          <dt>
            <span data-untranslated="">{receipt.description}</span>
            {period && (
              <Text muted size="sm">
                {period.end === null ? (
                  <Trans>from {words.day(period.start)}, for good</Trans>
                ) : (
                  <Trans>
                    {words.day(period.start)} to {words.day(period.end)}
                  </Trans>
                )}
              </Text>
            )}
          </dt>
          <dd>{money(receipt.net_amount)}</dd>
        </div>
        <div>
          <dt>
            <span data-untranslated="">{receipt.tax_label}</span>
            {receipt.tax_rate > 0 && ` (${rate}%)`}
          </dt>
          <dd>{money(receipt.tax_amount)}</dd>
        </div>
        <div>
          <dt>
            <Trans>Total</Trans>
          </dt>
          <dd>{money(receipt.total_amount)}</dd>
        </div>
      </dl>
      <Box marginTop={6} data-print="hide">
        <Flex gap={3} wrap="wrap">
          <SavePdf receipt={receipt} />
          <Button icon={<PrintIcon />} onClick={() => print()}>
            <Trans>Print</Trans>
          </Button>
        </Flex>
      </Box>
    </>
  );
}

function SavePdf({ receipt: { id, number } }: { receipt: Receipt }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const save = useMutation({
    mutationFn: async () =>
      saveFile(await call(billingCalls.receiptPdf, { params: { id } }), `${number}.pdf`),
    onError: async (error) => void notify({ kind: 'error', text: failureText(await problemIn(error)) }),
  });
  return (
    <Button
      icon={<DownloadIcon />}
      loading={save.isPending}
      aria-label={t`Save as PDF: receipt ${number}`}
      onClick={() => save.mutate()}
    >
      <Trans>Save as PDF</Trans>
    </Button>
  );
}
