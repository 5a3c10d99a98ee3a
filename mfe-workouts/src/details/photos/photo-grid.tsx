import type { Photo } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { Box, VisuallyHidden } from '@waymark/ui';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { PhotoTile } from './photo-tile.tsx';
import { usePhotoActions } from './use-photos.ts';

/** The list with the item at `from` standing at `to`; ends are the limits. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, i) => i !== from);
  const item = list[from];
  if (item === undefined) return [...list];
  rest.splice(Math.min(Math.max(to, 0), rest.length), 0, item);
  return rest;
}

/** Where a key moves an item of a grid that is read line by line; null for any other key. */
export function placeByKey(key: string, at: number, count: number): number | null {
  const places: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: count - 1,
  };
  const place = places[key];
  return place === undefined ? null : Math.min(Math.max(place, 0), count - 1);
}

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
