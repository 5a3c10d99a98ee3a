import { Trans, useLingui } from '@lingui/react/macro';
import { Button, ProgressBar, UploadIcon, WarningIcon } from '@waymark/ui';
import { formatBytes } from './bytes.ts';
import { ImportLine } from './import-line.tsx';
import { uploads, type Upload } from './upload-queue.ts';

/** One file that the server does not have yet. */
export function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useLingui();
  const size = formatBytes(upload.size);
  if (upload.state === 'refused') {
    return (
      <ImportLine
        icon={<WarningIcon />}
        tone="danger"
        name={upload.name}
        detail={<Refusal upload={upload} />}
        actions={
          <>
            {uploads.canRetry(upload.key) && (
              <Button size="sm" onClick={() => uploads.retry(upload.key)}>
                <Trans>Send again</Trans>
              </Button>
            )}
            <Button size="sm" variant="quiet" onClick={() => uploads.dismiss(upload.key)}>
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
      name={upload.name}
      detail={
        upload.state === 'waiting' ? <Trans>Waiting to be sent, {size}</Trans> : <Trans>Sending {size}</Trans>
      }
      below={
        upload.state === 'sending' && (
          <ProgressBar label={t`Sending ${upload.name}`} value={upload.sent} max={upload.size} />
        )
      }
    />
  );
}

function Refusal({ upload: { problem, size } }: { upload: Upload }) {
  const bytes = formatBytes(size);
  switch (problem?.code ?? '') {
    case 'empty':
      return <Trans>This file is empty. Export it from your watch again.</Trans>;
    case 'too-big':
      return (
        <Trans>This file has {bytes}; the most is 256 MB. Split the archive and upload the parts.</Trans>
      );
    case 'offline':
      return <Trans>The connection was lost while sending. The file is still here: send it again.</Trans>;
    default:
      return problem?.description ? (
        problem.description
      ) : (
        <Trans>It could not be sent. The file is still here: send it again.</Trans>
      );
  }
}
