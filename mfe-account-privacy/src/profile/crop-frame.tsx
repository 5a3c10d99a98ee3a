import { useLingui } from '@lingui/react/macro';
import { Box, chakra } from '@waymark/ui';
import './profile.css';
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { drawCrop, MAX_ZOOM, moveCrop, zoomCrop, type Crop } from './crop.ts';

/** Pixels of the drawing; on the page it is as wide as its place. */
const PIXELS = 560;
const STEP = 0.05;
const WHEEL = 1.1;

interface CropFrameProps {
  picture: ImageBitmap;
  crop: Crop;
  onChange: (crop: Crop) => void;
}

/** The square as it will be: dragged by mouse or finger, zoomed by wheel, two fingers or the slider, moved by arrow keys. */
export function CropFrame({ picture, crop, onChange }: CropFrameProps) {
  const { t } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());

  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop, picture);
  }, [picture, crop]);

  const zoomBy = (factor: number) => onChange(zoomCrop(crop, picture, crop.zoom * factor));
  // React listens to wheels passively, and the page would scroll as well.
  useEffect(() => {
    const element = canvas.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      onChange(zoomCrop(crop, picture, crop.zoom * (event.deltaY > 0 ? 1 / WHEEL : WHEEL)));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [crop, picture, onChange]);

  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (other) {
      const spread = (at: { x: number; y: number }) => Math.hypot(at.x - other.x, at.y - other.y) || 1;
      onChange(zoomCrop(crop, picture, (crop.zoom * spread(now)) / spread(before)));
      return;
    }
    const width = event.currentTarget.clientWidth || PIXELS;
    onChange(moveCrop(crop, picture, (before.x - now.x) / width, (before.y - now.y) / width));
  };
  const onPointerEnd = (event: PointerEvent<HTMLCanvasElement>) => pointers.current.delete(event.pointerId);

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
    };
    const move = moves[event.key];
    const zoom = { '+': WHEEL, '=': WHEEL, '-': 1 / WHEEL }[event.key];
    if (!move && !zoom) return;
    event.preventDefault();
    if (move) onChange(moveCrop(crop, picture, ...move));
    else if (zoom) zoomBy(zoom);
  };

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys of its own */}
      <div
        className="wm-crop"
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes the keys that move the picture
        tabIndex={0}
        aria-label={t`Your picture. Arrow keys move it, plus and minus zoom.`}
        data-autofocus=""
        onKeyDown={onKeyDown}
      >
        <canvas
          ref={canvas}
          width={PIXELS}
          height={PIXELS}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerEnd}
          onPointerCancel={onPointerEnd}
        />
      </div>
      <Box marginTop={4}>
        <chakra.label display="flex" alignItems="center" gap={3} fontWeight={600} fontSize="sm">
          {t`Zoom`}
          <input
            className="wm-crop-zoom"
            type="range"
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={crop.zoom}
            onChange={(event) => onChange(zoomCrop(crop, picture, Number(event.target.value)))}
          />
        </chakra.label>
      </Box>
    </>
  );
}
