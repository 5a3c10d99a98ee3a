import { defaults } from 'ol/interaction/defaults.js';
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js';
import Map from 'ol/Map.js';
import View from 'ol/View.js';
import { type CreateEngine, MAX_ZOOM } from '../engine.ts';
import { createDrawingElement, DRAWN_MARGIN } from '../panned-picture.ts';
import { WORLD_PIXELS, type Camera } from '../plane/plane.ts';
import { backgroundLayers, recolorLayers } from './background.ts';
import { reusePictureWhilePanning } from './panning.ts';
import { AROUND, zoomOf } from './zoom-of.ts';

const centerOf = ({ x, y }: Camera): [number, number] => [(x - 0.5) * AROUND, (0.5 - y) * AROUND];
const resolutionOf = ({ zoom }: Camera): number => AROUND / (WORLD_PIXELS * 2 ** zoom);

/** OpenLayers below the drawing. */
export const createEngine: CreateEngine = (element, options) => {
  let { source, palette } = options;
  const margin = options.interactive ? DRAWN_MARGIN : 0;
  const view = new View({
    center: centerOf(options.camera),
    resolution: resolutionOf(options.camera),
    maxResolution: resolutionOf({ x: 0, y: 0, zoom: 0 }),
    minResolution: resolutionOf({ x: 0, y: 0, zoom: MAX_ZOOM }),
    enableRotation: false,
    showFullExtent: true,
    multiWorld: true,
  });
  const map = new Map({
    target: createDrawingElement(element, margin),
    layers: backgroundLayers(source, () => palette, options.system),
    // Their marks are markup, which the page's Trusted Types refuse; keys belong to the page around the map.
    controls: [],
    interactions: options.interactive
      ? defaults({ altShiftDragRotate: false, pinchRotate: false, keyboard: false, shiftDragZoom: false })
      : [],
    view,
    // A background and the roads over it count each for itself: all that is in view is asked for at once.
    maxTilesLoading: 64,
  });
  const camera = (): Camera => {
    const [x = 0, y = 0] = view.getCenter() ?? [];
    return { x: x / AROUND + 0.5, y: 0.5 - y / AROUND, zoom: zoomOf(view.getResolution() ?? 1) };
  };
  if (options.interactive) reusePictureWhilePanning(map, camera);
  map.on('postrender', (event) => {
    if (event.frameState) options.onFrame();
  });
  map.on('moveend', options.onRest);
  return {
    variant: 'openlayers',
    camera,
    look(target, duration) {
      view.cancelAnimations();
      const [center, resolution] = [centerOf(target), resolutionOf(target)];
      if (duration > 0) {
        view.animate({ center, resolution, duration });
        return;
      }
      view.setResolution(resolution);
      view.setCenter(center);
    },
    setSource(next) {
      source = next;
      map.setLayers(backgroundLayers(source, () => palette, options.system));
    },
    setPalette(next) {
      palette = next;
      recolorLayers(map.getAllLayers(), source, palette);
    },
    resize() {
      map.updateSize();
    },
    doubleClickZooms(on) {
      for (const interaction of map.getInteractions().getArray())
        if (interaction instanceof DoubleClickZoom) interaction.setActive(on);
    },
    idle: () =>
      new Promise((resolve) => {
        map.once('rendercomplete', () => resolve());
        map.render();
      }),
    drawOn(context, ratio) {
      const edge = margin * ratio;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.fillStyle = palette.sea;
      context.fillRect(0, 0, context.canvas.width, context.canvas.height);
      for (const canvas of element.querySelectorAll('canvas')) {
        const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] =
          /^matrix\(([^()]*)\)/.exec(canvas.style.transform)?.[1]?.split(',').map(Number) ?? [];
        const scale = canvas.style.transform ? ratio : 1;
        context.setTransform(a * scale, b * scale, c * scale, d * scale, e * scale - edge, f * scale - edge);
        context.drawImage(canvas, 0, 0);
      }
    },
    destroy() {
      map.setTarget(undefined);
      map.dispose();
    },
  };
};
