import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { FailureCode } from './leg-failure.ts';

const REASONS: Readonly<Record<FailureCode, MessageDescriptor>> = {
  no_coverage: msg`No roads are known there yet.`,
  no_path: msg`No way leads from one point to the other.`,
  too_far_from_road: msg`There is no road or path within 500 meters of a point.`,
  routing_unavailable: msg`Routing does not work just now.`,
  routing_slow: msg`Routing took too long.`,
  offline: msg`You are offline.`,
};

/** Why there is no leg between two way points (numbered from 0), in words. */
export function problemText(
  code: FailureCode,
  from: number,
  to: number,
  say: (text: MessageDescriptor) => string,
): string {
  const reason = say(REASONS[code]);
  const [a, b] = [from + 1, to + 1];
  return `${say(msg`Point ${a} to point ${b} was not drawn.`)} ${reason}`;
}

/** Why there is no round trip. */
export const roundTripText = (code: FailureCode, say: (text: MessageDescriptor) => string): string =>
  `${say(msg`The round trip was not drawn.`)} ${say(REASONS[code])}`;
