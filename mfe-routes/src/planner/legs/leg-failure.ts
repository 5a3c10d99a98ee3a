import { ApiError } from '@waymark/contract';

export type FailureCode =
  | 'no_coverage'
  | 'no_path'
  | 'too_far_from_road'
  | 'routing_unavailable'
  | 'routing_slow'
  | 'offline';

const TOLD: ReadonlySet<string> = new Set([
  'no_coverage',
  'no_path',
  'too_far_from_road',
  'routing_unavailable',
  'routing_slow',
]);

/** A leg that no way was found for. `leg` counts from 0 in the legs that were asked for. */
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

/** What a failed call means for the one who draws. @param first number of the first leg of the call */
export function failureOf(error: unknown, first = 0): LegFailure {
  if (error instanceof LegFailure) return error;
  if (!(error instanceof ApiError)) return new LegFailure('routing_unavailable', first);
  const leg = Number(error.diagnostics['leg']?.[0] ?? 0);
  if (TOLD.has(error.code)) return new LegFailure(error.code as FailureCode, first + leg);
  if (error.status === 0 && !navigator.onLine) return new LegFailure('offline', first);
  return new LegFailure(error.status === 504 ? 'routing_slow' : 'routing_unavailable', first);
}
