import { STREAM_KINDS } from '../model/parsed-workout.ts';
import { RoundTripParts } from '../model/round-trip-parts.ts';

/** The first message number that the FIT protocol reserves for manufacturers. */
export const ROUND_TRIP_MESSAGE = 0xff00;
/** Bytes of `data` in one message. */
export const ROUND_TRIP_DATA_BYTES = 240;
/** Leg number of the whole workout; legs count from 0. */
export const WHOLE_WORKOUT = 0xffff;
/** `about` of a message with details; from here on the series in the order of their kinds. */
export const DETAILS_CONTENT = 0;
const SERIES_CONTENT = 1;

/** Session (uint16), about (uint8), bytes used of data (uint8), data: little-endian, in this order. */
export const ROUND_TRIP_FIELDS = [
  [0, 2, 0x84],
  [1, 1, 0x02],
  [2, 1, 0x02],
  [3, ROUND_TRIP_DATA_BYTES, 0x0d],
] as const;

export type RoundTripMessage = { leg: number; content: number; data: Buffer };
export type RoundTripByLeg = Map<number, RoundTripParts>;

export const seriesContent = (kind: (typeof STREAM_KINDS)[number]): number =>
  SERIES_CONTENT + STREAM_KINDS.indexOf(kind);

/** Null for another maker's message of the same number. */
export function parseRoundTripMessage(message: Buffer, definition: Buffer): RoundTripMessage | null {
  const fields = Buffer.from(ROUND_TRIP_FIELDS.flat());
  if (definition[2] !== 0 || !definition.subarray(6).equals(fields)) return null;
  const used = message[3]!;
  if (used > ROUND_TRIP_DATA_BYTES) return null;
  return { leg: message.readUInt16LE(0), content: message[2]!, data: message.subarray(4, 4 + used) };
}

/** Round-trip parts by the number of the session. */
export function groupByLeg(messages: readonly RoundTripMessage[]): RoundTripByLeg {
  const byLeg: RoundTripByLeg = new Map();
  for (const { leg, content: about, data } of messages) {
    const parts = byLeg.get(leg) ?? new RoundTripParts();
    byLeg.set(leg, parts);
    if (about === DETAILS_CONTENT) parts.addDetails(data.toString('latin1'));
    else parts.addSeries(STREAM_KINDS[about - SERIES_CONTENT] ?? '', data);
  }
  return byLeg;
}
