import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { addDays } from '../shared/days.ts';

export type CurveSpan = 'all' | 'year' | 'recent';

export const CURVE_SPANS: Record<CurveSpan, MessageDescriptor> = {
  all: msg`All time`,
  year: msg`This year`,
  recent: msg`Last 90 days`,
};

/** The first day of a span; none for all time. */
export function spanStart(span: CurveSpan, today: string): string | undefined {
  if (span === 'all') return undefined;
  return span === 'year' ? `${today.slice(0, 4)}-01-01` : addDays(today, -89);
}
