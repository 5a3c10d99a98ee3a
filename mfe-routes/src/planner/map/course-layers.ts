import type { MapDot, MapLine, MapView } from '@waymark/map';
import { type Place, type Plan, type PlanLine, type Segment, waypoints } from '@waymark/routes';
import type { PlannerState } from '../planner.ts';
import { lngLatOf } from './map-geometry.ts';
import { placeAlong } from '../../shared/place-along.ts';
import { pointLetter } from '../../shared/point-letter.ts';
import { distanceDots } from '../../map/draw-route.ts';

/** Letters beside waypoints are for few; of many, only those near the pointer are shown at all. */
const LETTERED = 30;
const SHOWN = 200;
const LINE = 4;

/** From below to above. */
const LAYERS = ['avoided-streets', 'course-casing', 'course', 'course-range', 'stroke'] as const;

const isFree = ({ travelMode, isStaticData }: Segment) => travelMode === 0 && !isStaticData;

/**
 * Each segment is a line of its own: what an edit leaves alone is not thinned again, however long the course is. The
 * bands below them lie in a layer of their own, so that none covers the end of the line before.
 */
function drawSegments(map: MapView, { segments }: Plan): void {
  map.setLines(
    'course-casing',
    segments.map(({ line }): MapLine => ({ line, color: 'casing', width: LINE + 3, cased: false })),
  );
  map.setLines(
    'course',
    segments.map((segment): MapLine => ({
      line: segment.line,
      color: 'track',
      width: LINE,
      cased: false,
      // Nobody knows a way there: it is drawn through the air.
      ...(isFree(segment) && { dash: [1, 8] }),
      arrows: true,
    })),
  );
}

/** Streets that legs keep off. Below the course: what was drawn before may still lead there. */
function drawAvoided(map: MapView, streets: readonly Float64Array[]): void {
  map.setLines(
    'avoided-streets',
    streets
      .filter((line) => line.length > 2)
      .map((line): MapLine => ({ line, color: 'danger', width: 5, dash: [4, 6], opacity: 0.9 })),
  );
  map.setDots(
    'avoided-places',
    streets
      .filter((line) => line.length === 2)
      .map(([lng, lat]): MapDot => ({ at: [lng!, lat!], shape: 'ring', color: 'danger', radius: 6 })),
  );
}

/** The part of a line between two places, in metres along; null on an empty course. */
function partOf(whole: PlanLine, from: number, to: number): Float64Array | null {
  const { line, along } = whole;
  const [start, end] = [placeAlong(whole, from), placeAlong(whole, to)];
  if (!start || !end) return null;
  let first = along.findIndex((meters) => meters > from);
  if (first < 0) first = along.length;
  let last = along.length - 1;
  while (last >= first && along[last]! >= to) last--;
  const inner = line.subarray(first * 2, last * 2 + 2);
  const part = new Float64Array(inner.length + 4);
  part.set([start.lng, start.lat]);
  part.set(inner, 2);
  part.set([end.lng, end.lat], inner.length + 2);
  return part;
}

function dotOf(waypoint: number, place: Place, count: number, selected: boolean): MapDot {
  const text = count > 1 && count <= LETTERED ? pointLetter(waypoint) : undefined;
  const first = waypoint === 0;
  return {
    at: lngLatOf(place),
    shape: first || selected ? 'dot' : 'ring',
    color: selected ? 'range' : first ? 'moss' : 'track',
    radius: selected ? 9 : first ? 8 : 6,
    ...(text && { text }),
  };
}

/** Waypoints that are drawn: all of few, of many the ends and those near the pointer. */
function pointDots({ plan, selected }: PlannerState, near: ReadonlySet<number>): MapDot[] {
  const points = waypoints(plan);
  const count = points.length;
  const dots: MapDot[] = [];
  const end = points.at(-1);
  for (const [i, place] of points.entries()) {
    const shown = count <= SHOWN || i === 0 || i === count - 1 || i === selected || near.has(i);
    if (shown) dots.push(dotOf(i, place, count, i === selected));
  }
  // What is chosen and the ends lie on top.
  dots.reverse();
  if (end && count > 1) dots.push({ at: lngLatOf(end), shape: 'flag', color: 'label', radius: 6 });
  return dots;
}

const noteDots = ({ segments }: Plan): MapDot[] =>
  segments.flatMap(({ notes }) =>
    notes
      .filter(({ isCustomNote }) => isCustomNote)
      .map(({ lng, lat }): MapDot => ({ at: [lng, lat], shape: 'pin', color: 'sun', radius: 5 })),
  );

/** Draws a course that changes; each layer anew only when something in it did. @param unit metres between two marks */
export function createCourseLayers(map: MapView, unit: number) {
  let before: PlannerState | null = null;
  let beside: ReadonlySet<number> = new Set();
  for (const layer of LAYERS) map.setLines(layer, []);

  return {
    draw(state: PlannerState, near: ReadonlySet<number> = beside): void {
      const shown = state.preview ?? state.plan;
      const wasShown = before && (before.preview ?? before.plan);
      if (shown !== wasShown) drawSegments(map, shown);
      if (state.whole !== before?.whole || state.range !== before.range) {
        const { range, whole } = state;
        const line = range ? partOf(whole, range.from, range.to) : null;
        map.setLines('course-range', line ? [{ line, color: 'range', width: 6 }] : []);
      }
      if (state.avoided !== before?.avoided) drawAvoided(map, state.avoided);
      if (state.plan !== before?.plan) {
        map.setDots('course-markers', distanceDots(state.whole, unit));
        map.setDots('course-notes', noteDots(state.plan));
      }
      if (shown !== wasShown || state.selected !== before?.selected || near !== beside)
        map.setDots('course-points', pointDots({ ...state, plan: shown }, near));
      before = state;
      beside = near;
    },
    /** What is being drawn along a street to avoid; null for nothing. */
    drawStroke: (line: Float64Array | null): void =>
      map.setLines('stroke', line ? [{ line, color: 'danger', width: 6, opacity: 0.6, cased: false }] : []),
    /** The waypoints near a pointer, of a course with many of them; the same set as long as it is the same ones. */
    near({ plan }: PlannerState, at: { x: number; y: number } | null, pixels: number): ReadonlySet<number> {
      if (!at || plan.segments.length < SHOWN) return beside.size === 0 ? beside : new Set();
      const found = waypoints(plan).flatMap((place, i) => {
        const pixel = map.project(lngLatOf(place));
        return pixel && Math.hypot(pixel[0] - at.x, pixel[1] - at.y) <= pixels ? [i] : [];
      });
      return found.length === beside.size && found.every((i) => beside.has(i)) ? beside : new Set(found);
    },
  };
}
