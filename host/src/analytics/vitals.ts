import type { EventProperties } from '@waymark/contract';

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}
interface Interaction extends PerformanceEntry {
  interactionId?: number;
}

/** Shifts within a second of each other and five in all count together. */
const GAP_MS = 1000;
const WINDOW_MS = 5000;

/** Cumulative layout shift: the worst burst of shifts nobody asked for. Input: entries in order of time. */
export function layoutShift(
  entries: readonly Pick<Shift, 'startTime' | 'value' | 'hadRecentInput'>[],
): number {
  let worst = 0;
  let sum = 0;
  let first = -Infinity;
  let last = -Infinity;
  for (const { startTime, value, hadRecentInput } of entries) {
    if (hadRecentInput) continue;
    const same = startTime - last < GAP_MS && startTime - first < WINDOW_MS;
    if (!same) first = startTime;
    sum = same ? sum + value : value;
    last = startTime;
    worst = Math.max(worst, sum);
  }
  return worst;
}

/** Interaction to next paint: the slowest interaction, one outlier forgiven per fifty. In milliseconds. */
export function slowestInteraction(durations: readonly number[]): number | undefined {
  const slowestFirst = durations.toSorted((a, b) => b - a);
  return slowestFirst[Math.min(slowestFirst.length - 1, Math.floor(durations.length / 50))];
}

/** Observes the page's vitals and reports each once, when the page is hidden for the first time. */
export function watchVitals(
  window: Window,
  report: (name: string, properties: EventProperties) => void,
): void {
  if (typeof PerformanceObserver === 'undefined') return;
  const shifts: Shift[] = [];
  const interactions = new Map<number, number>();
  let largest: number | undefined;
  const observe = (type: string, read: (entry: PerformanceEntry) => void) => {
    if (!PerformanceObserver.supportedEntryTypes?.includes(type)) return;
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(read));
    observer.observe({ type, buffered: true, ...(type === 'event' ? { durationThreshold: 40 } : {}) });
  };
  observe('largest-contentful-paint', (entry) => {
    largest = entry.startTime;
  });
  observe('layout-shift', (entry) => void shifts.push(entry as Shift));
  observe('event', (entry) => {
    const id = (entry as Interaction).interactionId;
    if (id) interactions.set(id, Math.max(interactions.get(id) ?? 0, entry.duration));
  });
  const { document } = window;
  const finish = () => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', finish);
    if (largest !== undefined) report('web_vital', { metric: 'LCP', value: Math.round(largest) });
    report('web_vital', { metric: 'CLS', value: Math.round(layoutShift(shifts) * 10_000) / 10_000 });
    const slowest = slowestInteraction([...interactions.values()]);
    if (slowest !== undefined) report('web_vital', { metric: 'INP', value: Math.round(slowest) });
  };
  document.addEventListener('visibilitychange', finish);
}
