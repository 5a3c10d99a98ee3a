import { STREAM_KINDS } from '../model/parsed-workout.ts';
import { KeptParts } from '../model/round-trip-parts.ts';

/** The first of the message numbers that the FIT protocol leaves to makers. */
export const KEPT = 0xff00;
/** Bytes of `data` in one message. */
export const KEPT_BYTES = 240;
/** What stands for the workout of all sessions, where the others count sessions from 0. */
export const WHOLE = 0xffff;
/** `about` of a message with details; from here on the series in the order of their kinds. */
export const DETAILS = 0;
const SERIES = 1;

/** Session (uint16), about (uint8), bytes used of data (uint8), data: little-endian, in this order. */
export const KEPT_FIELDS = [
  [0, 2, 0x84],
  [1, 1, 0x02],
  [2, 1, 0x02],
  [3, KEPT_BYTES, 0x0d],
] as const;

export type KeptMessage = { leg: number; about: number; data: Buffer };
export type KeptByLeg = Map<number, KeptParts>;

export const aboutSeries = (kind: (typeof STREAM_KINDS)[number]): number =>
  SERIES + STREAM_KINDS.indexOf(kind);

/** Null for another maker's message of the same number. */
export function keptMessage(message: Buffer, definition: Buffer): KeptMessage | null {
  const fields = Buffer.from(KEPT_FIELDS.flat());
  if (definition[2] !== 0 || !definition.subarray(6).equals(fields)) return null;
  const used = message[3]!;
  if (used > KEPT_BYTES) return null;
  return { leg: message.readUInt16LE(0), about: message[2]!, data: message.subarray(4, 4 + used) };
}

/** What our export wrote, by the number of the session. */
export function keptByLeg(messages: readonly KeptMessage[]): KeptByLeg {
  const byLeg: KeptByLeg = new Map();
  for (const { leg, about, data } of messages) {
    const parts = byLeg.get(leg) ?? new KeptParts();
    byLeg.set(leg, parts);
    if (about === DETAILS) parts.addDetails(data.toString('latin1'));
    else parts.addSeries(STREAM_KINDS[about - SERIES] ?? '', data);
  }
  return byLeg;
}
