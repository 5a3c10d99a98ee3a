import { Map } from 'maplibre-gl';
import { type CreateEngine, MAX_ZOOM } from '../engine.ts';
import { createDrawingElement } from '../panned-picture.ts';
import { type Camera, latOf, lngOf, worldX, worldY } from '../plane/plane.ts';
import { reusePictureWhilePanning } from './panning.ts';
import { styleOf } from './style.ts';
import { prepareWorker } from './worker.ts';

/** MapLibre below the drawing. */
export const createEngine: CreateEngine = (element, options) => {
  let { source, palette } = options;
  prepareWorker();
  const map = new Map({
    container: createDrawingElement(element, 0),
    style: styleOf(source, palette, options.system),
    center: [lngOf(options.camera.x), latOf(options.camera.y)],
    zoom: options.camera.zoom,
    maxZoom: MAX_ZOOM,
    maxPitch: 0,
    interactive: options.interactive,
    // Keys belong to the page around the map; north stays up.
    keyboard: false,
    boxZoom: false,
    dragRotate: false,
    touchPitch: false,
    attributionControl: false,
    maplibreLogo: false,
    trackResize: false,
    fadeDuration: 0,
    validateStyle: false,
  });
  map.touchZoomRotate.disableRotation();
  // Its style sheet is of no use but for this.
  Object.assign(map.getCanvas().style, { position: 'absolute', left: '0', top: '0' });
  // The element around says what is shown, and takes the keys.
  map.getCanvas().removeAttribute('aria-label');
  map.getCanvas().removeAttribute('role');
  map.getCanvas().tabIndex = -1;
  const camera = (): Camera => {
    const { lng, lat } = map.getCenter();
    return { x: worldX(lng), y: worldY(lat), zoom: map.getZoom() };
  };
  const drawNextFrame = options.interactive ? reusePictureWhilePanning(map, camera) : undefined;
  waitForFirstTiles(map);
  map.on('render', options.onFrame);
  map.on('moveend', options.onRest);
  // A tile that does not come leaves a gap, as with the other library.
  map.on('error', () => {});
  let rested = false;
  map.once('render', () => {
    if (!rested) options.onRest();
    rested = true;
  });
  return {
    variant: 'maplibre',
    camera,
    look({ x, y, zoom }, duration) {
      const target = { center: [lngOf(x), latOf(y)] as [number, number], zoom };
      if (duration > 0) map.easeTo({ ...target, duration, essential: true });
      else map.jumpTo(target);
    },
    setSource(next) {
      source = next;
      map.setStyle(styleOf(source, palette, options.system));
    },
    setPalette(next) {
      palette = next;
      map.setStyle(styleOf(source, palette, options.system));
    },
    resize() {
      map.resize();
    },
    doubleClickZooms(on) {
      if (on && options.interactive) map.doubleClickZoom.enable();
      else map.doubleClickZoom.disable();
    },
    idle: () =>
      new Promise((resolve) => {
        map.once('idle', () => resolve());
        map.triggerRepaint();
      }),
    drawOn(context, ratio) {
      // What is on the screen is gone by now: it is drawn once more and read before the browser shows it.
      drawNextFrame?.();
      map.redraw();
      const { offsetLeft, offsetTop, clientWidth, clientHeight } = map.getContainer();
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.drawImage(map.getCanvas(), offsetLeft, offsetTop, clientWidth, clientHeight);
    },
    destroy() {
      map.remove();
    },
  };
};

/** How long a new map may show nothing while its tiles come. */
const FIRST_VIEW_MS = 600;

/**
 * Draws the first view once, when its tiles are there: frames that lack some of them held it up by a sixth on a slow
 * device. What comes later than the limit is drawn as it comes.
 */
function waitForFirstTiles(map: Map): void {
  const { painter } = map;
  const draw = painter.render.bind(painter);
  let isWaiting = true;
  const limit = setTimeout(() => {
    isWaiting = false;
    map.triggerRepaint();
  }, FIRST_VIEW_MS);
  const end = () => {
    isWaiting = false;
    clearTimeout(limit);
  };
  painter.render = (...frame) => {
    if (isWaiting && !map.areTilesLoaded()) return;
    draw(...frame);
  };
  map.once('idle', end);
  map.once('remove', end);
}
