import { createMapFooter } from './map-footer.ts';
import { createCredits } from './credits.ts';
import { createFollowedElements } from './followed-elements.ts';
import { type CreateEngine, MAX_ZOOM } from './engine.ts';
import { createMapListeners } from './map-listeners.ts';
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

const MOVE_MS = 150;
/** A busy browser may need this much longer for the last frame of a move. */
const LAST_FRAME_MS = 3000;
const WORLD_ZOOM = 1;
const FIT_DEFAULTS = { maxZoom: 16, padding: 36, animate: false };

interface Fit {
  bounds: Bounds;
  maxZoom: number;
  padding: number;
}

/** But for what the engines round. */
const isSameCamera = (a: Camera, b: Camera): boolean =>
  Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.zoom - b.zoom) < 1e-6;

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Builds the `createMapView` of a library from its engine, which draws the background. All layers above it are drawn here. */
export const createMapViewFactory =
  (createEngine: CreateEngine): CreateMapView =>
  (initialElement, options): MapView => {
    const { hasFooter = true, interactive = true } = options;
    let { source } = options;
    let element = initialElement;
    let palette = readPalette(element);
    let size: Size = { width: element.clientWidth, height: element.clientHeight };
    let pendingFit: Fit | null = null;
    /** The last fit, and where it brought the map. */
    let fitted: { fit: Fit; camera: Camera } | null = null;
    let paintFrame = 0;
    let isDrawn = false;
    const listeners = createMapListeners();
    const painter = createPainter();
    const elements = createFollowedElements();
    const footer = hasFooter ? createMapFooter(options.system) : null;
    const credits = createCredits((text) => footer?.setCredit(text));
    const updateCredits = () => credits.show(source, boundsOf(engine.camera(), size), engine.camera().zoom);

    const background = document.createElement('div');
    background.style.cssText = 'position:absolute;inset:0';
    const parts = [background, painter.canvas, elements.box, ...(footer ? [footer.element] : [])];
    /** Puts the map into `element` and describes it there. */
    const attach = ({ label, role = 'img' }: Pick<MapViewOptions, 'label' | 'role'>) => {
      element.setAttribute('role', role);
      element.setAttribute('aria-label', label);
      element.style.overflow = 'hidden';
      element.style.backgroundColor = palette.sea;
      if (interactive) element.style.touchAction = 'none';
      if (getComputedStyle(element).position === 'static') element.style.position = 'relative';
      element.append(...parts);
    };
    attach(options);

    const paint = () => {
      cancelAnimationFrame(paintFrame);
      paintFrame = 0;
      painter.paint(engine.camera(), palette);
    };
    const schedulePaint = () => {
      if (isDrawn) paintFrame ||= requestAnimationFrame(paint);
    };
    const placeElements = () => elements.place((at) => (isDrawn ? toPixel(at, engine.camera(), size) : null));
    /** The end of the move under way; the next zoom step starts from there. */
    let moveTarget: { camera: Camera; until: number } | null = null;
    let engine: ReturnType<CreateEngine>;
    try {
      engine = createEngine(background, {
        source,
        palette,
        camera: {
          x: worldX(options.center?.[0] ?? 0),
          y: worldY(options.center?.[1] ?? 0),
          zoom: options.zoom ?? WORLD_ZOOM,
        },
        system: options.system,
        interactive,
        onFrame() {
          if (size.width === 0) return;
          isDrawn = true;
          painter.follow(engine.camera(), palette);
          placeElements();
          footer?.draw(engine.camera());
          listeners.emit('move');
        },
        onRest() {
          moveTarget = null;
          if (!isDrawn || size.width === 0) return;
          paint();
          updateCredits();
          listeners.emit('moveend');
        },
      });
    } catch (error) {
      element.replaceChildren();
      throw error;
    }
    updateCredits();

    /** Moves to the copy of the place that is nearest to the current view: the world repeats to the sides. */
    const moveCamera = ({ x, y, zoom }: Camera, milliseconds: number) => {
      pendingFit = null;
      const camera = {
        x: x + Math.round(engine.camera().x - x),
        y,
        zoom: Math.max(0, Math.min(MAX_ZOOM, zoom)),
      };
      // The engine reports the end of the previous move in between.
      engine.look(camera, milliseconds);
      const until = performance.now() + milliseconds + LAST_FRAME_MS;
      moveTarget = milliseconds > 0 ? { camera, until } : null;
    };
    const applyFit = (milliseconds: number) => {
      if (!pendingFit || size.width === 0 || size.height === 0) return;
      const fit = pendingFit;
      const { bounds, ...fitOptions } = fit;
      moveCamera(cameraFor(bounds, size, fitOptions), milliseconds);
      fitted = { fit, camera: targetCamera() };
    };
    const duration = (animate: boolean) => (animate && isDrawn && !prefersReducedMotion() ? MOVE_MS : 0);
    const targetCamera = (): Camera =>
      moveTarget && performance.now() < moveTarget.until ? moveTarget.camera : engine.camera();
    const measure = () => {
      size = { width: element.clientWidth, height: element.clientHeight };
      // A hidden map, as on a page that is printed, keeps its view: it has no room to draw in.
      if (size.width === 0 || size.height === 0) return;
      // Whoever turns the device or opens a panel before looking elsewhere still sees the whole of what was fitted.
      if (fitted && isSameCamera(fitted.camera, targetCamera())) pendingFit ??= fitted.fit;
      painter.resize(size);
      engine.resize(size);
      applyFit(0);
      if (isDrawn) paint();
      placeElements();
    };
    const resize = new ResizeObserver(measure);
    resize.observe(element);
    painter.resize(size);
    const stopPalette = onPaletteChange(() => {
      palette = readPalette(element);
      element.style.backgroundColor = palette.sea;
      engine.setPalette(palette);
      if (isDrawn) paint();
      listeners.emitPalette(palette.dark);
    });
    const startPointers = () =>
      interactive
        ? watchPointers({
            element,
            isOwn: (target) => target instanceof Node && elements.box.contains(target),
            at: (x, y) => fromPixel([x, y], engine.camera(), size),
            tell: listeners.emit,
            heard: listeners.hasListeners,
            grab: listeners.grab,
          })
        : () => {};
    let stopPointers = startPointers();

    return {
      get element() {
        return element;
      },
      variant: engine.variant,
      setLines(layer, lines) {
        painter.layers.lines.set(layer, lines);
        schedulePaint();
      },
      setDots(layer, dots) {
        painter.layers.dots.set(layer, dots);
        schedulePaint();
      },
      setAreas(layer, areas) {
        painter.layers.areas.set(layer, areas);
        schedulePaint();
      },
      setPicture(layer, picture) {
        painter.layers.pictures.set(layer, picture);
        schedulePaint();
      },
      follow(followed, at) {
        elements.follow(followed, at);
        placeElements();
      },
      setSource(next) {
        source = next;
        updateCredits();
        engine.setSource(source);
      },
      fit(
        bounds,
        {
          maxZoom = FIT_DEFAULTS.maxZoom,
          padding = FIT_DEFAULTS.padding,
          animate = FIT_DEFAULTS.animate,
        } = {},
      ) {
        pendingFit = { bounds, maxZoom, padding };
        applyFit(duration(animate));
      },
      look: ([lng, lat], zoom = engine.camera().zoom, animate = true) =>
        moveCamera({ x: worldX(lng), y: worldY(lat), zoom }, duration(animate)),
      zoom: (steps) => moveCamera({ ...targetCamera(), zoom: targetCamera().zoom + steps }, duration(true)),
      center: () => [lngOf(engine.camera().x), latOf(engine.camera().y)],
      zoomLevel: () => engine.camera().zoom,
      bounds: () => boundsOf(engine.camera(), size),
      project: (at) => (isDrawn ? toPixel(at, engine.camera(), size) : null),
      unproject: (pixel) => fromPixel(pixel, engine.camera(), size),
      on(event, listener) {
        const end = listeners.add(event, listener);
        // Two clicks where a click does something are two clicks.
        engine.doubleClickZooms(!listeners.hasListeners('grab'));
        return () => {
          end();
          engine.doubleClickZooms(!listeners.hasListeners('grab'));
        };
      },
      pointer(shape) {
        element.style.cursor = shape;
      },
      async idle() {
        await engine.idle();
        if (isDrawn) paint();
      },
      async picture() {
        await engine.idle();
        const creditText = await credits.complete();
        return pictureOf(engine, painter, size, () => paint(), footer ? creditText : null);
      },
      onPalette: listeners.onPalette,
      moveTo(next, description) {
        stopPointers();
        resize.unobserve(element);
        next.style.cursor = element.style.cursor;
        element = next;
        attach(description);
        stopPointers = startPointers();
        resize.observe(element);
      },
      destroy() {
        isDrawn = false;
        stopPalette();
        stopPointers();
        resize.disconnect();
        cancelAnimationFrame(paintFrame);
        listeners.clear();
        engine.destroy();
        for (const part of parts) part.remove();
      },
    };
  };
