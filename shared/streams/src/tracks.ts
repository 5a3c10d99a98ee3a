/** What the tracks of many workouts are sent with; columns have one entry for each workout. */
export interface TracksHeader {
  /** Degrees of one step of the packed points. */
  step: number;
  names: string[];
  /** Every activity that occurs, with its parent in the catalogue and the key of its group. */
  types: { id: number; parent: number | null; name: string; group: string }[];
  id: number[];
  /** Id of the activity. */
  type: number[];
  /** Days since 1970 on the member's calendar. */
  day: number[];
  meters: number[];
  /** Index into `names`. */
  name: number[];
  /** Length of its points in the body. */
  bytes: number[];
}

export interface Tracks {
  header: TracksHeader;
  /** Where each track's points begin in `lat` and `lng`; one more entry than there are tracks. */
  starts: Uint32Array;
  /** Steps of `header.step` degrees. Longitudes run on over the date line. */
  lat: Int32Array;
  lng: Int32Array;
  /** 1 for each point to which no line leads: nothing was recorded before it. */
  breaks: Uint8Array;
}

const MAGIC = 0x31544d57; // 'WMT1', little-endian

/**
 * Reads the packed tracks of the API's heat map: `WMT1`, length and JSON of the header, then for each track the
 * differences of latitude and longitude in turns, signed, seven bits to a byte with the lowest first. A break is a
 * difference of nothing in two bytes a number.
 * @throws RangeError when the body is cut short or is something else
 */
export function unpackTracks(body: ArrayBuffer): Tracks {
  const view = new DataView(body);
  if (body.byteLength < 8 || view.getUint32(0, true) !== MAGIC)
    throw new RangeError('These are not packed tracks.');
  const headerBytes = view.getUint32(4, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(body, 8, headerBytes))) as TracksHeader;
  const bytes = new Uint8Array(body, 8 + headerBytes);
  if (header.bytes.reduce((sum, n) => sum + n, 0) !== bytes.length)
    throw new RangeError('The packed tracks end too early.');
  // Each number ends with a byte below 128.
  let numbers = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! < 0x80 && !isEmptyByte(bytes, i)) numbers++;
  const [lat, lng] = [new Int32Array(numbers / 2), new Int32Array(numbers / 2)];
  const breaks = new Uint8Array(numbers / 2);
  const starts = new Uint32Array(header.bytes.length + 1);
  const cursor = { at: 0 };
  let point = 0;
  const next = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[cursor.at++]!;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return (value >>> 1) ^ -(value & 1);
    }
  };
  for (let track = 0; track < header.bytes.length; track++) {
    const end = cursor.at + header.bytes[track]!;
    let [y, x] = [0, 0];
    while (cursor.at < end) {
      if (isEmptyByte(bytes, cursor.at + 1)) {
        breaks[point] = 1;
        cursor.at += BREAK_BYTES;
      }
      lat[point] = y += next();
      lng[point] = x += next();
      point++;
    }
    starts[track + 1] = point;
  }
  return { header, starts, lat, lng, breaks };
}

const BREAK_BYTES = 4;

/** The second byte of a nothing that takes two; one byte would do. */
const isEmptyByte = (bytes: Uint8Array, at: number): boolean => bytes[at] === 0 && bytes[at - 1] === 0x80;
