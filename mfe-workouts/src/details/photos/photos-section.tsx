import type { Workout } from '@waymark/api-contract';
import { PHOTOS_MAX } from '@waymark/api-contract/limits';
import { Trans } from '@lingui/react/macro';
import { useSession } from '@waymark/remote';
import { useStore } from '@waymark/store';
import { Box, Heading } from '@waymark/ui';
import { useState } from 'react';
import { Lightbox } from '@waymark/social/lightbox';
import { PhotoAdder } from './photo-adder.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { photoUploads } from './photo-uploads.ts';
import { PhotoUploads } from './photo-upload-row.tsx';
import { usePhotos } from './use-photos.ts';

/** The pictures of a workout. Its owner adds, describes, orders and deletes them; others see those that are ready. */
export function PhotosSection({ workout }: { workout: Workout }) {
  const own = useSession().userId === workout.user.id && workout.can.edit;
  const photos = usePhotos(workout);
  const queue = photoUploads(workout.id);
  const sending = useStore(queue);
  const [open, setOpen] = useState<number | null>(null);
  const ready = photos.filter(({ status }) => status === 'ready');
  const shown = own ? photos : ready;
  if (!own && ready.length === 0) return null;
  return (
    <Box as="section" aria-labelledby="photos">
      <Heading level={2} id="photos" mb={3}>
        <Trans>Photos</Trans>
      </Heading>
      {shown.length > 0 && <PhotoGrid workoutId={workout.id} photos={shown} own={own} onOpen={setOpen} />}
      {own && <PhotoUploads queue={queue} sending={sending} />}
      {own && (
        <PhotoAdder
          left={PHOTOS_MAX - photos.length - sending.length}
          onFiles={(files) => queue.add(files)}
        />
      )}
      {open !== null && <Lightbox photos={ready} first={open} onClose={() => setOpen(null)} />}
    </Box>
  );
}
