import { ApiError } from '@waymark/contract';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { pointLetter } from '../../shared/point-letter.ts';

export type FailureCode =
  | 'no_coverage'
  | 'no_path'
  | 'no_path_around'
  | 'too_far_from_road'
  | 'routing_unavailable'
  | 'routing_slow'
  | 'offline';

const ROUTER_CODES: ReadonlySet<string> = new Set([
  'no_coverage',
  'no_path',
  'too_far_from_road',
  'routing_unavailable',
  'routing_slow',
]);

/** A leg that could not be routed. `leg` is its index in the request. */
export class LegFailure extends Error {
  override readonly name = 'LegFailure';
  readonly code: FailureCode;
  readonly leg: number;

  constructor(code: FailureCode, leg: number) {
    super(code);
    this.code = code;
    this.leg = leg;
  }
}

/** Turns the error of a call into a leg failure. @param first index of the call's first leg */
export function toLegFailure(error: unknown, first = 0): LegFailure {
  if (error instanceof LegFailure) return error;
  if (!(error instanceof ApiError)) return new LegFailure('routing_unavailable', first);
  const leg = Number(error.diagnostics['leg']?.[0] ?? 0);
  if (ROUTER_CODES.has(error.code)) return new LegFailure(error.code as FailureCode, first + leg);
  if (error.status === 0 && !navigator.onLine) return new LegFailure('offline', first);
  return new LegFailure(error.status === 504 ? 'routing_slow' : 'routing_unavailable', first);
}

const REASONS: Readonly<Record<FailureCode, MessageDescriptor>> = {
  no_coverage: msg`No roads here yet.`,
  no_path: msg`There’s no way between these points.`,
  no_path_around: msg`Every way between these points leads over a street you avoid.`,
  too_far_from_road: msg`There is no road or path within 500 meters of a point.`,
  routing_unavailable: msg`Routing isn’t available right now.`,
  routing_slow: msg`Routing took too long.`,
  offline: msg`You’re offline.`,
};

/** Formats why there is no leg between two waypoints, whose indexes count from 0. */
export function formatLegProblem(
  code: FailureCode,
  from: number,
  to: number,
  say: (text: MessageDescriptor) => string,
): string {
  const reason = say(REASONS[code]);
  const [a, b] = [pointLetter(from), pointLetter(to)];
  return `${say(msg`We couldn’t route from point ${a} to point ${b}.`)} ${reason}`;
}

/** Formats why there is no round trip. */
export const formatRoundTripProblem = (code: FailureCode, say: (text: MessageDescriptor) => string): string =>
  `${say(msg`We couldn’t draw the round trip.`)} ${say(REASONS[code])}`;
