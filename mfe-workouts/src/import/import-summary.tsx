import type { FileImport } from '@waymark/api-contract';
import { Plural, Trans } from '@lingui/react/macro';
import { Box, Heading } from '@waymark/ui';
import type { Upload } from './upload-queue.ts';

/** How many are on their way, ready, waiting for a choice or failed; said aloud as it changes. */
export function ImportSummary({
  sending,
  items,
  total,
}: {
  sending: readonly Upload[];
  items: readonly FileImport[];
  total: number;
}) {
  const count = (...states: FileImport['state'][]) =>
    items.filter((item) => states.includes(item.state)).length;
  const moving = sending.filter((u) => u.state !== 'refused').length + count('queued', 'reading');
  const ready = count('ready');
  const choices = count('duplicate');
  const failed = count('failed') + sending.filter((u) => u.state === 'refused').length;
  const all = total + sending.length;
  return (
    <Box display="flex" flexWrap="wrap" gap={4} alignItems="baseline">
      <Heading level={2} size="lg">
        <Plural value={all} one="# file" other="# files" />
      </Heading>
      <Box role="status" color="muted" fontSize="sm">
        {moving > 0 ? <Trans>{moving} on the way</Trans> : <Trans>All read</Trans>}
        {ready > 0 && (
          <>
            {' · '}
            <Trans>{ready} ready</Trans>
          </>
        )}
        {choices > 0 && (
          <>
            {' · '}
            <Plural value={choices} one="# waits for your choice" other="# wait for your choice" />
          </>
        )}
        {failed > 0 && (
          <>
            {' · '}
            <Trans>{failed} could not be read</Trans>
          </>
        )}
      </Box>
    </Box>
  );
}
