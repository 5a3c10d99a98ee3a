import type { PhotoList } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, CameraIcon, CloseIcon, IconButton, ProgressBar, WarningIcon } from '@waymark/ui';
import { ImportLine } from '../../import/import-line.tsx';
import type { Upload, UploadQueue } from '../../import/upload-queue.ts';

interface PhotoUploadsProps {
  queue: UploadQueue<PhotoList>;
  sending: readonly Upload[];
}

/** A line for each photo that the server does not have yet. */
export function PhotoUploads({ queue, sending }: PhotoUploadsProps) {
  const { t } = useLingui();
  if (sending.length === 0) return null;
  return (
    <Box as="ul" listStyleType="none" p={0} m={0} mt={3} maxW="560px" aria-label={t`Photos being uploaded`}>
      {sending.map((upload) => (
        <PhotoUploadRow key={upload.key} upload={upload} queue={queue} />
      ))}
    </Box>
  );
}

function PhotoUploadRow({ upload, queue }: { upload: Upload; queue: UploadQueue<PhotoList> }) {
  const { t } = useLingui();
  const { key, name, state, sent, size } = upload;
  const refused = state === 'refused';
  return (
    <ImportLine
      icon={refused ? <WarningIcon /> : <CameraIcon />}
      tone={refused ? 'danger' : 'muted'}
      name={name}
      detail={
        refused ? <Refusal upload={upload} /> : state === 'waiting' ? <Trans>Waiting to upload</Trans> : null
      }
      below={state === 'sending' && <ProgressBar label={t`Uploading ${name}`} value={sent} max={size} />}
      actions={
        <>
          {refused && queue.canRetry(key) && (
            <Button size="sm" onClick={() => queue.retry(key)}>
              <Trans>Upload again</Trans>
            </Button>
          )}
          <IconButton
            size="sm"
            label={refused ? t`Remove ${name} from the list` : t`Cancel the upload of ${name}`}
            icon={<CloseIcon />}
            onClick={() => queue.dismiss(key)}
          />
        </>
      }
    />
  );
}

function Refusal({ upload: { problem } }: { upload: Upload }) {
  switch (problem?.code ?? '') {
    case 'empty':
      return <Trans>This file is empty. Choose the picture again.</Trans>;
    case 'too-big':
      return <Trans>This picture is larger than 30 MB. Save a smaller one and add that.</Trans>;
    case 'invalid-image-type':
      return problem?.description || <Trans>This is not a picture. Choose a JPEG, PNG or WebP file.</Trans>;
    case 'offline':
      return <Trans>The connection dropped during the upload. The photo is still here; try again.</Trans>;
    default:
      return problem?.description || <Trans>The upload failed. The photo is still here; try again.</Trans>;
  }
}
