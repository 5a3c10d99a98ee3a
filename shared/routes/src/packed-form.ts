import type { RouteSummary, TravelMode } from '@waymark/api-contract';
import { folded, Reader, unfolded, Writer } from './packed-bytes.ts';
import { EMPTY_PLAN, type Plan, planPointCount, pointCount, type RouteNote, type Segment } from './plan.ts';

const MAGIC = 0x31504d57; // 'WMP1', little endian
/** 'WMP2': a travel mode is above 3, so that readers of the first version, which know two bits of it, refuse the course. */
const WIDE_MAGIC = 0x32504d57;
const MAX_NARROW_MODE = 3;

/** Degrees and metres that are whole numbers of one of these parts are written as such; others as they are. */
const PLACE_PARTS = [0, 1e5, 1e6, 1e7] as const;
const HEIGHT_PARTS = [0, 10, 100, 1000] as const;
const MOST = 2 ** 31;

interface Head {
  points: number;
  segments: number;
  /** Numbers written as they are. */
  doubles: number;
  /** Of segments that have any. */
  notes: [segment: number, notes: readonly RouteNote[]][];
}

function isWhole(value: number, part: number): boolean {
  const whole = Math.round(value * part);
  return Math.abs(whole) < MOST && whole / part === value;
}

/** Number of the largest parts that hold every value exactly, unknown ones aside; 0 where none does. */
function partsOf(values: Float64Array, parts: readonly number[]): number {
  for (let choice = 1; choice < parts.length; choice++) {
    const part = parts[choice]!;
    let i = 0;
    while (i < values.length && (Number.isNaN(values[i]) || isWhole(values[i]!, part))) i++;
    if (i === values.length) return choice;
  }
  return 0;
}

/**
 * A course in few bytes that are read without much work: 'WMP1' or 'WMP2', uint32 length of the JSON head, the head with blanks
 * up to a multiple of 8, its `doubles` (float64, little endian), then bytes. `unpackPlan` gives the same numbers back.
 */
export function packPlan(plan: Plan): Uint8Array<ArrayBuffer> {
  const writer = new Writer();
  const notes: Head['notes'] = [];
  writer.double(plan.start?.lng ?? 0);
  writer.double(plan.start?.lat ?? 0);
  for (const [index, segment] of plan.segments.entries()) {
    writeSegment(writer, segment);
    if (segment.notes.length > 0) notes.push([index, segment.notes]);
  }
  const { doubles, bytes } = writer.done();
  const points = planPointCount(plan);
  const head: Head = { points, segments: plan.segments.length, doubles: doubles.length, notes };
  const text = new TextEncoder().encode(JSON.stringify(head));
  const length = Math.ceil(text.length / 8) * 8;
  const body = 8 + length;
  const packed = new Uint8Array(body + doubles.byteLength + bytes.length);
  const view = new DataView(packed.buffer);
  const isWide = plan.segments.some(({ travelMode }) => travelMode > MAX_NARROW_MODE);
  view.setUint32(0, isWide ? WIDE_MAGIC : MAGIC, true);
  view.setUint32(4, length, true);
  packed.fill(0x20, 8, body).set(text, 8);
  packed.set(new Uint8Array(doubles.buffer), body);
  packed.set(bytes, body + doubles.byteLength);
  return packed;
}

/** Its first place is the last one of the segment before. */
function writeSegment(writer: Writer, segment: Segment): void {
  const { line, elevation, travelMode, isStaticData } = segment;
  const places = partsOf(line.subarray(2), PLACE_PARTS);
  const heights = elevation ? partsOf(elevation, HEIGHT_PARTS) : 0;
  writer.whole(pointCount(segment) - 1);
  writer.whole(
    (travelMode & 3) |
      (Number(isStaticData) << 2) |
      (places << 3) |
      (Number(elevation !== null) << 5) |
      (heights << 6) |
      ((travelMode >> 2) << 8),
  );
  writer.double(segment.distance);
  const part = PLACE_PARTS[places]!;
  for (let i = 2; i < line.length; i++) {
    if (part === 0) writer.double(line[i]!);
    else writer.whole(folded((Math.round(line[i]! * part) - Math.round(line[i - 2]! * part)) | 0));
  }
  if (!elevation) return;
  const step = HEIGHT_PARTS[heights]!;
  let before = 0;
  for (const height of elevation) {
    if (step === 0) writer.double(height);
    else if (Number.isNaN(height)) writer.whole(0);
    else {
      const now = Math.round(height * step);
      writer.whole(folded((now - before) | 0) + 1);
      before = now;
    }
  }
}

/** The course that was packed. @throws RangeError when the bytes are cut short or are something else */
export function unpackPlan(packed: Uint8Array): Plan {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const magic = packed.length < 8 ? 0 : view.getUint32(0, true);
  if (magic !== MAGIC && magic !== WIDE_MAGIC) throw new RangeError('This is no packed course.');
  const body = 8 + view.getUint32(4, true);
  if (body > packed.length) throw new RangeError('The packed course ends too early.');
  const head = JSON.parse(new TextDecoder().decode(packed.subarray(8, body))) as Head;
  const end = body + head.doubles * 8;
  if (end > packed.length) throw new RangeError('The packed course ends too early.');
  const reader = new Reader(new Float64Array(packed.slice(body, end).buffer), packed.subarray(end));
  const [lng, lat] = [reader.double(), reader.double()];
  if (head.points === 0) return EMPTY_PLAN;
  const line = new Float64Array(head.points * 2);
  line.set([lng, lat]);
  const notes = new Map(head.notes);
  const segments: Segment[] = [];
  let at = 0;
  for (let index = 0; index < head.segments; index++) {
    const segment = readSegment(reader, line, at);
    at += segment.line.length - 2;
    segments.push({ ...segment, notes: notes.get(index) ?? [] });
  }
  if (reader.isOver || at !== line.length - 2) throw new RangeError('The packed course ends too early.');
  return { start: { lat, lng }, segments };
}

/** The segment that begins at a place of the whole line; its other places are put behind it. */
function readSegment(reader: Reader, whole: Float64Array, from: number): Segment {
  const count = reader.whole();
  const flags = reader.whole();
  const distance = reader.double();
  const line = whole.subarray(from, from + count * 2 + 2);
  const part = PLACE_PARTS[(flags >> 3) & 3]!;
  if (part === 0) for (let i = 2; i < line.length; i++) line[i] = reader.double();
  else {
    let [x, y] = [Math.round(line[0]! * part), Math.round(line[1]! * part)];
    for (let i = 2; i < line.length; i += 2) {
      x = (x + unfolded(reader.whole())) | 0;
      y = (y + unfolded(reader.whole())) | 0;
      line[i] = x / part;
      line[i + 1] = y / part;
    }
  }
  return {
    line,
    elevation: flags & 32 ? readHeights(reader, line.length / 2, HEIGHT_PARTS[(flags >> 6) & 3]!) : null,
    distance,
    travelMode: ((flags & 3) | ((flags >> 8) << 2)) as TravelMode,
    notes: [],
    isStaticData: (flags & 4) > 0,
  };
}

function readHeights(reader: Reader, count: number, part: number): Float64Array {
  const heights = new Float64Array(count);
  let now = 0;
  for (let i = 0; i < count; i++) {
    if (part === 0) heights[i] = reader.double();
    else {
      const code = reader.whole();
      if (code > 0) now = (now + unfolded(code - 1)) | 0;
      heights[i] = code > 0 ? now / part : NaN;
    }
  }
  return heights;
}

const ROUTE_MAGIC = 0x31524d57; // 'WMR1', little endian

/** The body of `routeCalls.packed`. @param plan as `packPlan` made it */
export function packRoute(route: RouteSummary, plan: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(JSON.stringify(route));
  const body = new Uint8Array(8 + head.length + plan.length);
  const view = new DataView(body.buffer);
  view.setUint32(0, ROUTE_MAGIC, true);
  view.setUint32(4, head.length, true);
  body.set(head, 8);
  body.set(plan, 8 + head.length);
  return body;
}

/** Reads the body of `routeCalls.packed`. @throws RangeError when it is cut short or is something else */
export function unpackRoute(body: ArrayBuffer): { route: RouteSummary; plan: Plan } {
  const view = new DataView(body);
  if (body.byteLength < 8 || view.getUint32(0, true) !== ROUTE_MAGIC)
    throw new RangeError('This is no packed route.');
  const end = 8 + view.getUint32(4, true);
  if (end > body.byteLength) throw new RangeError('The packed route ends too early.');
  const route = JSON.parse(new TextDecoder().decode(new Uint8Array(body, 8, end - 8))) as RouteSummary;
  return { route, plan: unpackPlan(new Uint8Array(body, end)) };
}
