import { createCorner } from './corner.ts';
import { createCredits } from './credits.ts';
import { createElements } from './elements.ts';
import { type CreateEngine, MOST_ZOOM } from './engine.ts';
import { createListeners } from './listeners.ts';
import { createPainter } from './paint/painter.ts';
import { pictureOf } from './paint/picture.ts';
import { onPaletteChange, readPalette } from './palette.ts';
import {
  boundsOf,
  type Camera,
  cameraFor,
  fromPixel,
  latOf,
  lngOf,
  type Size,
  toPixel,
  worldX,
  worldY,
} from './plane/plane.ts';
import { watchPointers } from './pointers.ts';
import type { Bounds, CreateMapView, MapView, MapViewOptions } from './view.ts';

const MOVE_MILLISECONDS = 150;
/** A busy browser may need so much longer for its last frame. */
const LATE_MILLISECONDS = 3000;
const WORLD_ZOOM = 1;
const FIT = { maxZoom: 16, padding: 36, animate: false };

const stillMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Makes a kind of map from what draws its background. All that lies over it is drawn here, the same for each library. */
export const mapViewOf =
  (createEngine: CreateEngine): CreateMapView =>
  (first, options): MapView => {
    const { corner: withCorner = true, interactive = true } = options;
    let { source } = options;
    let element = first;
    let palette = readPalette(element);
    let size: Size = { width: element.clientWidth, height: element.clientHeight };
    let waiting: { bounds: Bounds; maxZoom: number; padding: number } | null = null;
    let repaint = 0;
    let drawn = false;
    const listeners = createListeners();
    const painter = createPainter();
    const elements = createElements();
    const corner = withCorner ? createCorner(options.system) : null;
    const credits = createCredits((text) => corner?.credit(text));
    const credit = () => credits.show(source, boundsOf(engine.camera(), size), engine.camera().zoom);

    const below = document.createElement('div');
    below.style.cssText = 'position:absolute;inset:0';
    const parts = [below, painter.canvas, elements.box, ...(corner ? [corner.element] : [])];
    /** Moves into an element: what the element says, its colour, and all that is drawn in it. */
    const furnish = ({ label, role = 'img' }: Pick<MapViewOptions, 'label' | 'role'>) => {
      element.setAttribute('role', role);
      element.setAttribute('aria-label', label);
      element.style.overflow = 'hidden';
      element.style.backgroundColor = palette.sea;
      if (interactive) element.style.touchAction = 'none';
      if (getComputedStyle(element).position === 'static') element.style.position = 'relative';
      element.append(...parts);
    };
    furnish(options);

    const paint = () => {
      cancelAnimationFrame(repaint);
      repaint = 0;
      painter.paint(engine.camera(), palette);
    };
    const paintSoon = () => {
      if (drawn) repaint ||= requestAnimationFrame(paint);
    };
    const place = () => elements.place((at) => (drawn ? toPixel(at, engine.camera(), size) : null));
    /** Where the view is on its way to: the next step counts from there, however quickly it follows. */
    let aim: { camera: Camera; until: number } | null = null;
    let engine: ReturnType<CreateEngine>;
    try {
      engine = createEngine(below, {
        source,
        palette,
        camera: {
          x: worldX(options.center?.[0] ?? 0),
          y: worldY(options.center?.[1] ?? 0),
          zoom: options.zoom ?? WORLD_ZOOM,
        },
        interactive,
        onFrame() {
          if (size.width === 0) return;
          drawn = true;
          painter.follow(engine.camera(), palette);
          place();
          corner?.draw(engine.camera());
          listeners.tell('move');
        },
        onRest() {
          aim = null;
          if (!drawn || size.width === 0) return;
          paint();
          credit();
          listeners.tell('moveend');
        },
      });
    } catch (error) {
      element.replaceChildren();
      throw error;
    }
    credit();

    /** The copy of the place that is nearest to where the map looks now. */
    const look = ({ x, y, zoom }: Camera, milliseconds: number) => {
      waiting = null;
      const camera = {
        x: x + Math.round(engine.camera().x - x),
        y,
        zoom: Math.max(0, Math.min(MOST_ZOOM, zoom)),
      };
      // The rest of the move before it is told in between.
      engine.look(camera, milliseconds);
      const until = performance.now() + milliseconds + LATE_MILLISECONDS;
      aim = milliseconds > 0 ? { camera, until } : null;
    };
    const fitNow = (milliseconds: number) => {
      if (!waiting || size.width === 0 || size.height === 0) return;
      const { bounds, ...how } = waiting;
      look(cameraFor(bounds, size, how), milliseconds);
    };
    const duration = (animate: boolean) => (animate && drawn && !stillMotion() ? MOVE_MILLISECONDS : 0);
    const aimed = (): Camera => (aim && performance.now() < aim.until ? aim.camera : engine.camera());
    const measure = () => {
      size = { width: element.clientWidth, height: element.clientHeight };
      // While it is hidden, as by a page that is printed, it stays as it is: it has neither moved nor anything to draw on.
      if (size.width === 0 || size.height === 0) return;
      painter.resize(size);
      engine.resize(size);
      fitNow(0);
      if (drawn) paint();
      place();
    };
    const resize = new ResizeObserver(measure);
    resize.observe(element);
    painter.resize(size);
    const endPalette = onPaletteChange(() => {
      palette = readPalette(element);
      element.style.backgroundColor = palette.sea;
      engine.recolour(palette);
      if (drawn) paint();
      listeners.recoloured(palette.dark);
    });
    const hearPointers = () =>
      interactive
        ? watchPointers({
            element,
            isOwn: (target) => target instanceof Node && elements.box.contains(target),
            at: (x, y) => fromPixel([x, y], engine.camera(), size),
            tell: listeners.tell,
            heard: listeners.heard,
            grab: listeners.grab,
          })
        : () => {};
    let endPointers = hearPointers();

    return {
      get element() {
        return element;
      },
      variant: engine.variant,
      setLines(layer, lines) {
        painter.layers.lines.set(layer, lines);
        paintSoon();
      },
      setDots(layer, dots) {
        painter.layers.dots.set(layer, dots);
        paintSoon();
      },
      setAreas(layer, areas) {
        painter.layers.areas.set(layer, areas);
        paintSoon();
      },
      setPicture(layer, picture) {
        painter.layers.pictures.set(layer, picture);
        paintSoon();
      },
      follow(followed, at) {
        elements.follow(followed, at);
        place();
      },
      setSource(next) {
        source = next;
        credit();
        engine.setSource(source);
      },
      fit(bounds, { maxZoom = FIT.maxZoom, padding = FIT.padding, animate = FIT.animate } = {}) {
        waiting = { bounds, maxZoom, padding };
        fitNow(duration(animate));
      },
      look: ([lng, lat], zoom = engine.camera().zoom, animate = true) =>
        look({ x: worldX(lng), y: worldY(lat), zoom }, duration(animate)),
      zoom: (steps) => look({ ...aimed(), zoom: aimed().zoom + steps }, duration(true)),
      center: () => [lngOf(engine.camera().x), latOf(engine.camera().y)],
      zoomLevel: () => engine.camera().zoom,
      bounds: () => boundsOf(engine.camera(), size),
      project: (at) => (drawn ? toPixel(at, engine.camera(), size) : null),
      unproject: (pixel) => fromPixel(pixel, engine.camera(), size),
      on(event, listener) {
        const end = listeners.add(event, listener);
        // Two clicks where a click does something are two clicks.
        engine.doubleClickZooms(!listeners.heard('grab'));
        return () => {
          end();
          engine.doubleClickZooms(!listeners.heard('grab'));
        };
      },
      pointer(shape) {
        element.style.cursor = shape;
      },
      async idle() {
        await engine.idle();
        if (drawn) paint();
      },
      async picture() {
        await engine.idle();
        const words = await credits.complete();
        return pictureOf(engine, painter, size, () => paint(), corner ? words : null);
      },
      onPalette: listeners.onPalette,
      moveTo(next, said) {
        endPointers();
        resize.unobserve(element);
        next.style.cursor = element.style.cursor;
        element = next;
        furnish(said);
        endPointers = hearPointers();
        resize.observe(element);
      },
      destroy() {
        drawn = false;
        endPalette();
        endPointers();
        resize.disconnect();
        cancelAnimationFrame(repaint);
        listeners.clear();
        engine.destroy();
        for (const part of parts) part.remove();
      },
    };
  };
