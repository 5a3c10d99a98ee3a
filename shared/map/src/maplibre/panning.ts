import type { Map, Style } from 'maplibre-gl';
import { DRAWN_MARGIN, panTransform } from '../panned-picture.ts';
import type { Camera } from '../plane/plane.ts';

/**
 * Lets a map that is dragged move the picture it has instead of placing its labels and drawing it in each frame. It draws
 * anew when the movement ends, when the edge of the picture would come into view, and when tiles or the style have
 * changed. The map becomes larger than its view by the margin after the first view, which is not to wait for it.
 * @returns the function after which the next frame is drawn in any case
 */
export function reusePictureWhilePanning(map: Map, camera: () => Camera): () => void {
  const { painter } = map;
  const canvas = map.getCanvas();
  const draw = painter.render.bind(painter);
  let drawn: Camera | null = null;
  let isOversized = false;
  let watched: Style | null = null;
  const drawNextFrame = () => {
    drawn = null;
  };
  const panOf = () => (map.isMoving() && !map.isZooming() ? panTransform(drawn, camera()) : null);
  painter.render = (style, transform, frame) => {
    if (watched !== style) {
      watched = style;
      const place = style._updatePlacement.bind(style);
      style._updatePlacement = (...options) => panOf() === null && place(...options);
    }
    const pan = panOf();
    canvas.style.transform = pan ?? '';
    if (pan !== null) return;
    draw(style, transform, frame);
    drawn = isOversized ? camera() : null;
  };
  // By this the library tells where on the map a pointer is.
  canvas.getBoundingClientRect = () => map.getContainer().getBoundingClientRect();
  map.once('idle', () => {
    map.getContainer().style.inset = `-${DRAWN_MARGIN}px`;
    // The world has to cover the view, not the margin.
    map.setPadding({ top: DRAWN_MARGIN, bottom: DRAWN_MARGIN });
    map.resize();
    isOversized = true;
  });
  map.on('data', drawNextFrame);
  map.on('resize', drawNextFrame);
  map.on('moveend', () => map.triggerRepaint());
  return drawNextFrame;
}
