import { lineBounds, type MapPointer, type MapView } from '@waymark/map';
import { lineLength, type Place, waypoints } from '@waymark/routes';
import type { DragSession, Planner, PlannerState } from '../planner.ts';
import { createCourseLayers } from './course-layers.ts';
import { FIT_OPTIONS, lngLatOf, metersPerPixel } from './map-geometry.ts';
import { placeAlong, placeOf } from '../../shared/place-along.ts';
import { createHitTest, type Hit } from './hit-test.ts';
import { AVOIDED_STREET_MAX_METERS, findAvoidedStreet } from '../legs/avoided-streets.ts';

/** Of many waypoints, those within so many pixels of the pointer are shown. */
const NEARBY_PIXELS = 120;
/** Pixels of a file's line to each side of a dragged point that are routed anew. */
const REROUTE_PIXELS = 80;
/** Pixels between two points of what is drawn along a street. */
const STROKE_PIXELS = 4;
/** Metres of a pixel on a map where a street can still be told from the next one. */
const CLEAR_METERS_PER_PIXEL = 12;
/** Pixels around an avoided street that still mean it. */
const STREET_PIXELS = { mouse: 10, touch: 22 } as const;

export interface AttachOptions {
  /** Metres between two distance marks' labels of 1. */
  unit: number;
  /** Asks what to do at a place: second button, long press, a tap on the line. */
  onMenu: (hit: Hit, at: { x: number; y: number }) => void;
  /** A place of the course was chosen with the tool for notes, in metres along. */
  onNote: (along: number) => void;
  /** A street was drawn too long, or on a map too small to tell streets apart: it is not avoided. */
  onUnclearStreet: () => void;
}

type Grip = Extract<Hit, { kind: 'point' | 'line' }>;

/** Draws a planner's course on a map and makes it editable there. @returns a function that detaches it */
export function attachPlanner(
  map: MapView,
  planner: Planner,
  { unit, onMenu, onNote, onUnclearStreet }: AttachOptions,
) {
  const hits = createHitTest(map);
  const layers = createCourseLayers(map, unit);
  const marks = createMarks(map);
  let grip: Grip | null = null;
  let drag: DragSession | null = null;
  let hovering = false;
  /** What is being drawn along a street: longitude, latitude, longitude, ..., and the pixel of its end. */
  let stroke: { line: readonly number[]; x: number; y: number } | null = null;

  const avoidOrAllow = (pointer: MapPointer) => {
    const { avoided } = planner.get();
    const place = placeOf(pointer.at);
    const within = STREET_PIXELS[pointer.touch ? 'touch' : 'mouse'] * metersPerPixel(map, place.lat);
    const found = findAvoidedStreet(avoided, place, within);
    if (found === null) avoid(Float64Array.of(place.lng, place.lat));
    else planner.allowStreet(found);
  };

  const avoid = (street: Float64Array) => {
    const isClear =
      metersPerPixel(map, street[1]!) <= CLEAR_METERS_PER_PIXEL &&
      lineLength(street) <= AVOIDED_STREET_MAX_METERS;
    if (isClear) void planner.avoidStreet(street);
    else onUnclearStreet();
  };

  const splitAt = (hit: Extract<Hit, { kind: 'line' }>) => {
    const { starts } = planner.get().whole;
    const { segment, index, part } = hit.near;
    planner.split(segment, index - starts[segment]! + Math.round(part));
  };

  const hover = (pointer: MapPointer | null) => {
    if (drag) return;
    const state = planner.get();
    layers.draw(state, layers.near(state, pointer, NEARBY_PIXELS));
    const hit = pointer && hits.at(state, pointer);
    hovering = hit?.kind === 'line';
    marks.handle(hit?.kind === 'line' && state.tool === 'draw' ? hit.near : null);
    const isDrawing = state.tool === 'draw' || state.tool === 'avoid';
    map.pointer(
      state.tool !== 'avoid' && hit && hit.kind !== 'ground' ? 'pointer' : isDrawing ? 'crosshair' : '',
    );
    if (hit?.kind === 'line') planner.setCursor(hit.near.along);
    else if (state.cursor !== null) planner.setCursor(null);
  };

  const click = (pointer: MapPointer) => {
    const state = planner.get();
    if (state.tool === 'avoid') return avoidOrAllow(pointer);
    const hit = hits.at(state, pointer);
    if (hit.kind !== 'ground' && state.tool !== 'draw') {
      const near = hit.kind === 'line' ? hit.near : hits.nearest(state, hit.place);
      if (state.tool === 'note') {
        if (near) onNote(near.along);
      } else if (hit.kind === 'line') splitAt(hit);
      return;
    }
    if (state.tool !== 'draw') return;
    if (hit.kind === 'point') planner.select(state.selected === hit.waypoint ? null : hit.waypoint);
    else if (hit.kind === 'line' && pointer.touch) onMenu(hit, pointer);
    else {
      planner.select(null);
      void planner.append(placeOf(pointer.at), pointer.shift ? 0 : undefined);
    }
  };

  const grab = (pointer: MapPointer) => {
    const state = planner.get();
    if (state.tool === 'avoid') {
      const { lng, lat } = placeOf(pointer.at);
      stroke = { line: [lng, lat], x: pointer.x, y: pointer.y };
      return true;
    }
    if (state.tool !== 'draw') return false;
    const hit = hits.at(state, pointer);
    // A finger on the line moves the map; it drags the points that are there.
    if (hit.kind === 'ground' || (hit.kind === 'line' && pointer.touch)) return false;
    grip = hit;
    return true;
  };

  const move = (pointer: MapPointer) => {
    if (stroke) {
      if (Math.hypot(pointer.x - stroke.x, pointer.y - stroke.y) < STROKE_PIXELS) return;
      const { lng, lat } = placeOf(pointer.at);
      stroke = { line: [...stroke.line, lng, lat], x: pointer.x, y: pointer.y };
      layers.drawStroke(Float64Array.from(stroke.line));
      return;
    }
    if (!grip) return;
    const place = placeOf(pointer.at);
    if (!drag) {
      const reach = REROUTE_PIXELS * metersPerPixel(map, place.lat);
      const from = grip.kind === 'point' ? { waypoint: grip.waypoint } : grip.near;
      drag = planner.startDrag(from, place, reach);
      planner.setCursor(null);
      marks.cursor(null);
      map.pointer('grabbing');
    }
    marks.handle(place);
    drag.to(place);
  };

  const drop = (pointer: MapPointer | null) => {
    if (stroke) {
      // A press on one spot is a click as well.
      if (pointer && stroke.line.length > 2) avoid(Float64Array.from(stroke.line));
      layers.drawStroke(null);
      stroke = null;
      return;
    }
    if (drag && pointer) {
      drag.to(placeOf(pointer.at));
      void drag.end();
    } else drag?.cancel();
    drag = null;
    grip = null;
    marks.handle(null);
    map.pointer('crosshair');
  };

  /** Brings points into view that were added by name or from a file. */
  const reveal = (state: PlannerState, before: PlannerState) => {
    const points = waypoints(state.plan);
    const last = points.at(-1);
    if (!last || points.length <= waypoints(before.plan).length) return;
    const pixel = map.project(lngLatOf(last));
    const { clientWidth: width, clientHeight: height } = map.element;
    const seen = pixel && pixel[0] >= 0 && pixel[1] >= 0 && pixel[0] <= width && pixel[1] <= height;
    const bounds =
      before.plan.start === null && state.plan.segments.length > 0 && lineBounds(state.whole.line);
    if (bounds) map.fit(bounds, { ...FIT_OPTIONS, animate: false });
    else if (!seen) map.look(lngLatOf(last), Math.max(map.zoomLevel(), points.length === 1 ? 13 : 0));
  };

  let before = planner.get();
  const update = () => {
    const state = planner.get();
    layers.draw(state);
    if (state.cursor !== before.cursor || state.whole !== before.whole)
      marks.cursor(hovering || state.cursor === null ? null : placeAlong(state.whole, state.cursor));
    if (state.plan !== before.plan && state.history.past.length > before.history.past.length)
      reveal(state, before);
    before = state;
  };

  update();
  map.pointer('crosshair');
  const ends = [
    planner.subscribe(update),
    map.on('hover', hover),
    map.on('click', click),
    map.on('grab', grab),
    map.on('drag', move),
    map.on('drop', drop),
    map.on('longpress', (pointer) => onMenu(hits.at(planner.get(), pointer), pointer)),
  ];
  return () => {
    // A drag under way ends where the pointer was.
    void drag?.end();
    for (const end of ends) end();
    marks.remove();
  };
}

function mark(part: string, size: number, style: string): HTMLElement {
  const element = document.createElement('div');
  element.dataset['part'] = part;
  element.style.cssText = `width:${size}px;height:${size}px;box-sizing:border-box;border-radius:50%;pointer-events:none;${style}`;
  element.hidden = true;
  return element;
}

/** Markers that move without a redraw of the map: the drag handle, and the cursor that the profile shares. */
function createMarks(map: MapView) {
  const handle = mark('handle', 18, 'background:var(--wm-paper);border:4px solid var(--wm-blaze)');
  const cursor = mark('cursor', 16, 'background:var(--wm-sky);border:2px solid var(--wm-paper)');
  return {
    handle: (place: Place | null) => map.follow(handle, place && lngLatOf(place)),
    cursor: (place: Place | null) => map.follow(cursor, place && lngLatOf(place)),
    remove() {
      for (const element of [handle, cursor]) {
        map.follow(element, null);
        element.remove();
      }
    },
  };
}
