import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';
import { Box, Button, Flex, ProgressBar, UploadIcon, WarningIcon } from '@waymark/ui';
import { formatBytes } from '@waymark/units';
import { ImportLine } from './import-line.tsx';
import { TimeLeft } from './time-left.tsx';
import type { Upload } from './upload-queue.ts';
import { uploads } from './uploads.ts';

/** One file that the server does not have yet. */
export function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const { key, name, state, sent } = upload;
  const size = formatBytes(upload.size, locale);
  if (state === 'refused') {
    return (
      <ImportLine
        icon={<WarningIcon />}
        tone="danger"
        name={name}
        detail={<Refusal upload={upload} size={size} />}
        actions={
          <>
            {uploads.canRetry(key) && (
              <Button size="sm" onClick={() => uploads.retry(key)}>
                <Trans>Upload again</Trans>
              </Button>
            )}
            <Button size="sm" variant="quiet" onClick={() => uploads.dismiss(key)}>
              <Trans>Remove</Trans>
            </Button>
          </>
        }
      />
    );
  }
  return (
    <ImportLine
      icon={<UploadIcon />}
      name={name}
      detail={state === 'waiting' ? <Trans>Waiting to upload, {size}</Trans> : <Sending upload={upload} />}
      below={
        state === 'sending' && <ProgressBar label={t`Uploading ${name}`} value={sent} max={upload.size} />
      }
      actions={
        <Button
          size="sm"
          variant="quiet"
          aria-label={t`Cancel the upload of ${name}`}
          onClick={() => uploads.dismiss(key)}
        >
          <Trans>Cancel</Trans>
        </Button>
      }
    />
  );
}

/** How much of it has gone, how fast, and how long the rest takes. */
function Sending({ upload: { sent, size, rate } }: { upload: Upload }) {
  const locale = useFormatLocale();
  const bytes = (count: number) => formatBytes(count, locale);
  if (sent >= size) return <Trans>Uploaded. Checking it.</Trans>;
  const speed = rate !== null && rate > 0 ? bytes(rate) : null;
  return (
    <Flex columnGap={4} wrap="wrap" fontVariantNumeric="tabular-nums">
      <Box as="span">
        <Trans>
          Uploading, {bytes(sent)} of {bytes(size)}
        </Trans>
      </Box>
      {speed && (
        <>
          <span>
            <Trans>{speed} a second</Trans>
          </span>
          <span>
            <TimeLeft seconds={(size - sent) / rate!} />
          </span>
        </>
      )}
    </Flex>
  );
}

function Refusal({ upload: { problem }, size }: { upload: Upload; size: string }) {
  switch (problem?.code ?? '') {
    case 'empty':
      return <Trans>This file is empty. Export it from your watch again.</Trans>;
    case 'too-big':
      return problem?.description || <Trans>This file is {size}. The limit for one workout is 256 MB.</Trans>;
    case 'archive-too-big':
      return (
        <Trans>This archive is {size}. The limit is 8 GB: split it into two zips and upload both.</Trans>
      );
    case 'offline':
      return (
        <Trans>
          The connection dropped during the upload. The file is still here and uploads once you’re back
          online, or try again now.
        </Trans>
      );
    default:
      return problem?.description ? (
        problem.description
      ) : (
        <Trans>The upload failed. The file is still here; try again.</Trans>
      );
  }
}
