import type { ImportBatch } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button } from '@waymark/ui';
import { useState } from 'react';
import { BatchCard } from './batch-card.tsx';

const SHOWN = 2;

interface BatchesProps {
  batches: readonly ImportBatch[];
  chosen: number | undefined;
  onChoose: (batch: number | undefined) => void;
}

/** The uploads of more than one file: those that are under way and the latest; the others when asked for. */
export function Batches({ batches, chosen, onChoose }: BatchesProps) {
  const { t } = useLingui();
  const [all, setAll] = useState(false);
  const many = batches.filter(({ total, unpacking }) => unpacking || total > 1);
  const running = ({ unpacking, counts }: ImportBatch) => unpacking || counts.queued + counts.reading > 0;
  const shown = all
    ? many
    : many.filter((batch, i) => i < SHOWN || running(batch) || batch.batch_id === chosen);
  if (many.length === 0) return null;
  return (
    <Box>
      <Box as="ul" aria-label={t`Batch uploads`} listStyleType="none" p={0} m={0} display="grid" gap={3}>
        {shown.map((batch) => (
          <BatchCard
            key={batch.batch_id}
            batch={batch}
            chosen={batch.batch_id === chosen}
            onChoose={() => onChoose(batch.batch_id === chosen ? undefined : batch.batch_id)}
          />
        ))}
      </Box>
      {shown.length < many.length && (
        <Button size="sm" variant="quiet" mt={2} onClick={() => setAll(true)}>
          <Trans>Show earlier uploads</Trans>
        </Button>
      )}
    </Box>
  );
}
