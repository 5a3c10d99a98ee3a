import type { FileImportList } from '@waymark/api-contract';
import { Plural, Trans } from '@lingui/react/macro';
import { Box, Heading } from '@waymark/ui';
import type { Upload } from './upload-queue.ts';

interface ImportSummaryProps {
  sending: readonly Upload[];
  counts: FileImportList['counts'];
}

/** How many are on their way, ready, waiting for a choice or failed; said aloud as it changes. */
export function ImportSummary({ sending, counts }: ImportSummaryProps) {
  const refused = sending.filter((u) => u.state === 'refused').length;
  const moving = sending.length - refused + counts.queued + counts.reading;
  // What could not be sent is no file of the list below, and is counted apart.
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0) + sending.length - refused;
  return (
    <Box display="flex" flexWrap="wrap" gap={4} alignItems="baseline">
      <Heading level={2} size="lg">
        <Plural value={all} one="# file" other="# files" />
      </Heading>
      <Box role="status" color="muted" fontSize="sm">
        {moving > 0 ? <Trans>{moving} in progress</Trans> : <Trans>All read</Trans>}
        {counts.ready > 0 && (
          <>
            {' · '}
            <Trans>{counts.ready} ready</Trans>
          </>
        )}
        {counts.duplicate > 0 && (
          <>
            {' · '}
            <Plural value={counts.duplicate} one="# waits for your choice" other="# wait for your choice" />
          </>
        )}
        {counts.skipped > 0 && (
          <>
            {' · '}
            <Trans>{counts.skipped} skipped</Trans>
          </>
        )}
        {counts.failed > 0 && (
          <>
            {' · '}
            <Trans>{counts.failed} could not be read</Trans>
          </>
        )}
        {refused > 0 && (
          <>
            {' · '}
            <Trans>{refused} failed to upload</Trans>
          </>
        )}
      </Box>
    </Box>
  );
}
