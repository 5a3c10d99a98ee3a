import { setImmediate as turn } from 'node:timers/promises';
import { activityType } from '@waymark/activities/catalogue';
import { PREVIEW_BREAK, type TracksHeader } from '@waymark/streams';
import type { VisibleWorkout } from '../../privacy/visible-workout.ts';
import { groupOfActivity, nameOfActivity } from '../../../recordings/activity-names.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';

/** One workout of the map: what a list says of it, and its stored preview. */
export type TrackRow = Pick<
  WorkoutRow,
  | 'user_id'
  | 'id'
  | 'parent_id'
  | 'bounds'
  | 'name'
  | 'activity_type_id'
  | 'local_day'
  | 'distance_total'
  | 'polyline'
>;

const MAGIC = 'WMT1';
/** Polylines count hundred-thousandths of a degree; twice that is two metres, finer than any pixel of the map. */
const COARSER = 2;
const TURN = 360e5 / COARSER;
const DAY_MS = 86_400_000;
/** Tracks between two turns of the event loop: some milliseconds. */
const CHUNK = 250;

/** Bytes that grow: tracks are written one after the other without an object for each point. */
class Bytes {
  #bytes = new Uint8Array(1 << 20);
  length = 0;

  /** Signed, seven bits to a byte, lowest first. */
  write(value: number): void {
    this.#reserve();
    let rest = ((value << 1) ^ (value >> 31)) >>> 0;
    for (; rest >= 0x80; rest >>>= 7) this.#bytes[this.length++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.length++] = rest;
  }

  /** A longer form of no move, which `write` never makes. */
  writeBreak(): void {
    this.#reserve();
    this.#bytes.set([0x80, 0, 0x80, 0], this.length);
    this.length += 4;
  }

  /** Room for one number, or a break. */
  #reserve(): void {
    if (this.length + 5 <= this.#bytes.length) return;
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  taken(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}

/** A polyline as differences of twice its step; points that fall together are one. Longitudes run on over the date line. */
function writeTrack(bytes: Bytes, polyline: string): void {
  const at = { text: 0 };
  const next = (): number => {
    let [shift, value, byte] = [0, 0, 32];
    while (byte >= 32 && at.text < polyline.length) {
      byte = polyline.charCodeAt(at.text++) - 63;
      value |= (byte & 31) << shift;
      shift += 5;
    }
    return value & 1 ? ~(value >> 1) : value >> 1;
  };
  let [lat, lng, beforeLat, beforeLng] = [0, 0, 0, 0];
  let isBreak = false;
  for (let first = true; at.text < polyline.length; first = false) {
    if (polyline.startsWith(PREVIEW_BREAK, at.text)) {
      at.text += PREVIEW_BREAK.length;
      isBreak = true;
    }
    lat += next();
    lng += next();
    const south = Math.round(lat / COARSER) - beforeLat;
    let east = Math.round(lng / COARSER) - beforeLng;
    if (!first) east -= Math.round(east / TURN) * TURN;
    if (!first && south === 0 && east === 0) continue;
    if (isBreak) bytes.writeBreak();
    isBreak = false;
    bytes.write(south);
    bytes.write(east);
    beforeLat += south;
    beforeLng += east;
  }
}

/** All of a member's tracks in one body, as `unpackTracks` of `@waymark/streams` reads it. */
export async function packTracks(rows: readonly VisibleWorkout<TrackRow>[]): Promise<Buffer> {
  const names = new Map<string, number>();
  const types = new Map<number, TracksHeader['types'][number]>();
  const header: TracksHeader = {
    step: COARSER * 1e-5,
    names: [],
    types: [],
    id: [],
    type: [],
    day: [],
    meters: [],
    name: [],
    bytes: [],
  };
  const bytes = new Bytes();
  for (const [i, row] of rows.entries()) {
    if (i % CHUNK === CHUNK - 1) await turn();
    if (row.polyline === null) continue;
    const before = bytes.length;
    writeTrack(bytes, row.polyline);
    if (!names.has(row.name)) names.set(row.name, names.size);
    if (!types.has(row.activity_type_id)) types.set(row.activity_type_id, typeOf(row.activity_type_id));
    header.id.push(row.id);
    header.type.push(row.activity_type_id);
    header.day.push(Date.parse(row.local_day) / DAY_MS);
    header.meters.push(Math.round(row.distance_total ?? 0));
    header.name.push(names.get(row.name)!);
    header.bytes.push(bytes.length - before);
  }
  header.names = [...names.keys()];
  header.types = [...types.values()];
  const text = Buffer.from(JSON.stringify(header));
  const start = Buffer.alloc(8);
  start.write(MAGIC, 0, 'latin1');
  start.writeUInt32LE(text.length, 4);
  return Buffer.concat([start, text, bytes.taken()]);
}

const typeOf = (id: number): TracksHeader['types'][number] => ({
  id,
  parent: activityType(id)?.parentId ?? null,
  name: nameOfActivity(id),
  group: groupOfActivity(id),
});
