import type { Photo } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { Box, VisuallyHidden } from '@waymark/ui';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { moved, placeByKey } from './order.ts';
import { PhotoTile } from './photo-tile.tsx';
import { usePhotoActions } from './use-photos.ts';

interface PhotoGridProps {
  workoutId: number;
  photos: readonly Photo[];
  own: boolean;
  /** Of the photos that are ready, the one to show large. */
  onOpen: (index: number) => void;
}

/** Photos side by side. The owner moves one by its handle: dragged with a pointer, or with the arrow keys. */
export function PhotoGrid({ workoutId, photos, own, onOpen }: PhotoGridProps) {
  const { t } = useLingui();
  const actions = usePhotoActions(workoutId);
  const list = useRef<HTMLUListElement>(null);
  const dragged = useRef<number>(undefined);
  const [lifted, setLifted] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const ready = photos.filter(({ status }) => status === 'ready');
  const ids = (all: readonly Photo[]) => all.map(({ id }) => id);

  const place = (id: number, to: number): Photo[] => {
    const next = moved(
      photos,
      photos.findIndex((photo) => photo.id === id),
      to,
    );
    actions.show(next);
    return next;
  };
  const byKey = (event: KeyboardEvent, id: number) => {
    const at = photos.findIndex((photo) => photo.id === id);
    const to = placeByKey(event.key, at, photos.length);
    if (to === null) return;
    event.preventDefault();
    if (to === at) return;
    actions.save(ids(place(id, to)));
    setSaid(t`Photo ${to + 1} of ${photos.length}`);
  };
  const handle = (id: number) => ({
    onKeyDown: (event: KeyboardEvent) => byKey(event, id),
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      dragged.current = id;
      setLifted(id);
    },
    onPointerMove: (event: PointerEvent) => {
      if (dragged.current !== id) return;
      const below = document.elementFromPoint(event.clientX, event.clientY)?.closest('li');
      const to = below ? [...(list.current?.children ?? [])].indexOf(below) : -1;
      if (to >= 0 && photos[to]?.id !== id) place(id, to);
    },
    onPointerUp: () => {
      if (dragged.current === id) actions.save(ids(photos));
      dragged.current = undefined;
      setLifted(null);
    },
  });

  return (
    <>
      <Box
        as="ul"
        ref={list}
        listStyleType="none"
        p={0}
        m={0}
        display="grid"
        gap={3}
        gridTemplateColumns={{
          base: 'repeat(2, minmax(0, 1fr))',
          md: 'repeat(auto-fill, minmax(200px, 1fr))',
        }}
      >
        {photos.map((photo, i) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            number={i + 1}
            own={own}
            lifted={lifted === photo.id}
            handle={own && photos.length > 1 ? handle(photo.id) : undefined}
            onOpen={() => onOpen(ready.indexOf(photo))}
            onDescribe={(caption) => actions.describe(photo.id, caption)}
            onRemove={() => actions.remove(photo.id)}
          />
        ))}
      </Box>
      <div role="status">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
    </>
  );
}
