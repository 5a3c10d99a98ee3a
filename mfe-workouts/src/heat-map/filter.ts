import type { TracksHeader } from '@waymark/streams';
import { addDays } from '../shared/days.ts';

/** What is shown: a group of activities and a span of days, both ends included; empty for all. */
export interface HeatFilter {
  group: string;
  from: string;
  to: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const KEYS = ['group', 'from', 'to'] as const;

/** Reads the filter of an address; what makes no sense is left out. */
export function readFilter(params: URLSearchParams): HeatFilter {
  const day = (key: string) => {
    const text = params.get(key) ?? '';
    return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
  };
  return { group: params.get('group') ?? '', from: day('from'), to: day('to') };
}

/** The same address with this filter. */
export function withFilter(params: URLSearchParams, filter: HeatFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const key of KEYS) {
    next.delete(key);
    if (filter[key]) next.append(key, filter[key]);
  }
  return next;
}

const dayNumber = (day: string) => Date.parse(day) / 86_400_000;
export const dayOf = (number: number): string => new Date(number * 86_400_000).toISOString().slice(0, 10);

/** One for each track that the filter shows; null when it shows all. */
export function maskOf(header: TracksHeader, { group, from, to }: HeatFilter): Uint8Array | null {
  if (!group && !from && !to) return null;
  const types = new Set(header.types.filter((type) => type.group === group).map(({ id }) => id));
  const first = from ? dayNumber(from) : -Infinity;
  const last = to ? dayNumber(to) : Infinity;
  return Uint8Array.from(header.id, (_, i) =>
    (!group || types.has(header.type[i]!)) && header.day[i]! >= first && header.day[i]! <= last ? 1 : 0,
  );
}

export type SpanKey = 'all' | 'month' | 'year' | 'own' | `${number}`;

/** The days of a span that has a name; null for the member's own dates. */
export function spanOf(key: SpanKey, today: string): { from: string; to: string } | null {
  switch (key) {
    case 'all':
      return { from: '', to: '' };
    case 'month':
      return { from: addDays(today, -29), to: '' };
    case 'year':
      return { from: addDays(today, -364), to: '' };
    case 'own':
      return null;
    default:
      return { from: `${key}-01-01`, to: `${key}-12-31` };
  }
}

/** Which of the named spans a filter is. */
export function spanKeyOf({ from, to }: HeatFilter, years: readonly number[], today: string): SpanKey {
  const named: SpanKey[] = ['all', 'month', 'year', ...years.map((year): SpanKey => `${year}`)];
  return (
    named.find((key) => {
      const span = spanOf(key, today);
      return span?.from === from && span.to === to;
    }) ?? 'own'
  );
}

/** Years with a track, newest first. */
export const yearsOf = ({ day }: TracksHeader): number[] =>
  [...new Set(day.map((number) => Number(dayOf(number).slice(0, 4))))].toSorted((a, b) => b - a);

export interface MonthCount {
  month: string;
  count: number;
  meters: number;
}

/** Tracks by month, newest first. */
export function byMonth(header: TracksHeader, tracks: readonly number[]): MonthCount[] {
  const months = new Map<string, MonthCount>();
  for (const track of tracks) {
    const month = dayOf(header.day[track]!).slice(0, 7);
    const entry = months.get(month) ?? { month, count: 0, meters: 0 };
    entry.count++;
    entry.meters += header.meters[track]!;
    months.set(month, entry);
  }
  return [...months.values()].toSorted((a, b) => b.month.localeCompare(a.month));
}
