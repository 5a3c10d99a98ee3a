import { Plural, Trans } from '@lingui/react/macro';
import { Box, Button, Flex } from '@waymark/ui';
import type { Upload } from './upload-queue.ts';
import { UploadRow } from './upload-row.tsx';
import { uploads } from './uploads.ts';

/** So many of the files that wait are shown. */
const WAITING_SHOWN = 5;

/** The files that the server does not have yet: those being sent, those refused, and the first that wait. */
export function UploadList({ sending }: { sending: readonly Upload[] }) {
  const waiting = sending.filter(({ state }) => state === 'waiting');
  const hidden = new Set(waiting.slice(WAITING_SHOWN));
  const refused = sending.filter(({ key, state }) => state === 'refused' && uploads.canRetry(key));
  return (
    <>
      {sending
        .filter((upload) => !hidden.has(upload))
        .map((upload) => (
          <UploadRow key={upload.key} upload={upload} />
        ))}
      {(hidden.size > 0 || refused.length > 1) && (
        <Flex as="li" borderTop="hairline" py={3} gap={3} align="center" wrap="wrap">
          {hidden.size > 0 && (
            <Box as="span" color="muted" fontSize="sm">
              <Plural value={hidden.size} one="# more waiting to upload." other="# more waiting to upload." />
            </Box>
          )}
          {refused.length > 1 && (
            <Button size="sm" onClick={() => uploads.retryAll()}>
              <Trans>Upload all again</Trans>
            </Button>
          )}
        </Flex>
      )}
    </>
  );
}
