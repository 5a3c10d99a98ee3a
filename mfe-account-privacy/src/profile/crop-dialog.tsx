import { Trans } from '@lingui/react/macro';
import { FormError, Button, Modal, Stack, Text } from '@waymark/ui';
import { useState } from 'react';
import { createCrop, drawCrop } from './crop.ts';
import { CropFrame } from './crop-frame.tsx';
import { encodePicture } from './choose-picture.ts';

interface CropDialogProps {
  picture: ImageBitmap;
  isSaving: boolean;
  failure: string | undefined;
  onSave: (square: Blob) => void;
  onClose: () => void;
}

/** Chooses the part of a picture that is shown. */
export function CropDialog({ picture, isSaving, failure, onSave, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState(() => createCrop(picture));
  const save = async () => {
    const square = await encodePicture((canvas) => drawCrop(canvas, picture, crop, picture));
    if (square) onSave(square);
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Crop your picture</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" loading={isSaving} onClick={() => void save()}>
            <Trans>Use picture</Trans>
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Text muted size="sm">
          <Trans>Drag to move it. Zoom with the slider, the wheel or two fingers.</Trans>
        </Text>
        <CropFrame picture={picture} crop={crop} onChange={setCrop} />
        <FormError>{failure}</FormError>
      </Stack>
    </Modal>
  );
}
