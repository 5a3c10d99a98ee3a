import { billingOperatorCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall } from '@waymark/remote';
import { Box, Button, chakra, LoadFailed, Panel, Skeleton, Stack, Text } from '@waymark/ui';
import { useEffect, useState } from 'react';
import { usePlanWords } from '../plans/use-plan-words.ts';
import { useEntryWords } from './use-entry-words.ts';

interface LedgerProps {
  userId: number;
  currency: string;
  /** The ledger was read, which is recorded. */
  onRead: () => Promise<unknown>;
}

/** Asked for when an operator wants it: reading it is recorded as well. */
export function Ledger({ userId, currency, onRead }: LedgerProps) {
  const { t } = useLingui();
  const words = usePlanWords();
  const entryText = useEntryWords();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch, isFetching } = useCall(
    billingOperatorCalls.ledger,
    { params: { id: userId } },
    { enabled: isOpen },
  );
  const isRead = data !== undefined;
  useEffect(() => {
    if (isRead) void onRead();
  }, [isRead, onRead]);
  return (
    <Panel title={<Trans>Ledger</Trans>}>
      {!isOpen && (
        <Box>
          <Button onClick={() => setIsOpen(true)}>
            <Trans>Read the ledger</Trans>
          </Button>
        </Box>
      )}
      {isOpen && error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load the ledger.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {isOpen && !data && !error && <Skeleton height="120px" />}
      {data?.entries.length === 0 && (
        <Text muted>
          <Trans>Nothing has happened yet.</Trans>
        </Text>
      )}
      {data && data.entries.length > 0 && (
        <Stack as="ol" aria-label={t`Ledger`} gap={0} listStyleType="none" padding={0} margin={0}>
          {data.entries.map((entry) => (
            <chakra.li key={entry.n} borderTop="hairline" paddingBlock={2}>
              <Text>{entryText(entry, currency)}</Text>
              <Text muted size="sm">
                {words.day(entry.datetime)} · <span data-untranslated="">{entry.kind}</span>
              </Text>
            </chakra.li>
          ))}
        </Stack>
      )}
    </Panel>
  );
}
