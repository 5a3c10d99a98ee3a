import type { Photo } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { chakra, ChevronLeftIcon, ChevronRightIcon, CloseIcon, Flex, IconButton } from '@waymark/ui';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

interface LightboxProps {
  photos: readonly Photo[];
  first: number;
  onClose: () => void;
}

const SWIPE_PIXELS = 50;

/** One photo over the whole screen; arrows, keys or a swipe lead to the next. */
export function Lightbox({ photos, first, onClose }: LightboxProps) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const touch = useRef<number>(undefined);
  const [at, setAt] = useState(first);
  const photo = photos[Math.min(at, photos.length - 1)];

  useEffect(() => {
    const box = dialog.current!;
    const before = document.activeElement;
    // An engine without the top layer still gets a labelled dialog with the focus inside.
    if (box.showModal) box.showModal();
    else box.setAttribute('open', '');
    box.focus();
    return () => {
      box.close?.();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  if (!photo?.urls) return null;
  const many = photos.length > 1;
  const step = (by: number) => setAt((at + by + photos.length) % photos.length);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft' && many) step(-1);
    if (key === 'ArrowRight' && many) step(1);
  };
  return (
    <chakra.dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={photo.caption || t`Photo ${at + 1}`}
      onKeyDown={onKeyDown}
      onClose={onClose}
      onCancel={onClose}
      onPointerDown={(event) => {
        touch.current = event.pointerType === 'touch' ? event.clientX : undefined;
      }}
      onPointerUp={(event) => {
        const way = event.clientX - (touch.current ?? event.clientX);
        if (many && Math.abs(way) > SWIPE_PIXELS) step(way > 0 ? -1 : 1);
      }}
      css={SCREEN}
    >
      <Flex justify="space-between" align="center" p={2} ps={4} fontVariantNumeric="tabular-nums">
        <span>{many && t`${at + 1} of ${photos.length}`}</span>
        <IconButton label={t`Close`} icon={<CloseIcon />} color="inherit" onClick={onClose} />
      </Flex>
      <Flex flex={1} minH={0} align="center" justify="space-between" gap={1}>
        {many && (
          <IconButton
            label={t`The one before`}
            icon={<ChevronLeftIcon />}
            color="inherit"
            onClick={() => step(-1)}
          />
        )}
        <img
          key={photo.id}
          src={photo.urls.large}
          srcSet={`${photo.urls.medium} ${mediumWidth(photo)}w, ${photo.urls.large} ${photo.width ?? 2048}w`}
          sizes="100vw"
          alt={photo.caption || t`Photo ${at + 1}`}
          draggable={false}
          style={{
            maxWidth: `min(100%, ${photo.width ?? 2048}px)`,
            maxHeight: '100%',
            minWidth: 0,
            objectFit: 'contain',
            margin: 'auto',
          }}
        />
        {many && (
          <IconButton
            label={t`The next one`}
            icon={<ChevronRightIcon />}
            color="inherit"
            onClick={() => step(1)}
          />
        )}
      </Flex>
      <Flex justify="center" p={4} minH="56px" textAlign="center" aria-live="polite">
        {photo.caption}
      </Flex>
    </chakra.dialog>
  );
}

/** The medium size has 1024 pixels on its longer side, as far as the picture has as many. */
const mediumWidth = ({ width, height }: Photo): number =>
  Math.round((width ?? 1024) * Math.min(1, 1024 / Math.max(width ?? 1024, height ?? 1024)));

// Pictures are looked at on black, whatever the colours of the page.
const SCREEN = {
  '&[open]': { display: 'flex' },
  flexDirection: 'column',
  position: 'fixed',
  inset: 0,
  width: '100vw',
  height: '100dvh',
  maxWidth: 'none',
  maxHeight: 'none',
  border: 0,
  padding: 0,
  background: '#0b0f0d',
  color: '#e9ede8',
  '& button:hover': { background: '#ffffff22' },
  touchAction: 'pan-y pinch-zoom',
} as const;
