import { makeSegment, type Plan, type Segment, segmentStart, straightSegment } from './plan.ts';

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS = [
  'Turn left',
  'a~b',
  'x:y',
  String.raw`back\slash`,
  'Ørsted',
  '<b>bold</b>',
  '',
  '🥾',
  ':',
  '~',
  '\\',
];

/** A course of straight legs over places given as [lng, lat]. */
export function straight(...places: [number, number][]): Plan {
  const points = places.map(([lng, lat]) => ({ lng, lat }));
  return {
    start: points[0] ?? null,
    segments: points.slice(1).map((to, i) => straightSegment(points[i]!, to)),
  };
}

/** Any course: modes, notes, heights, pieces from files. */
export function anyPlan(random: () => number): Plan {
  const pick = (n: number) => Math.floor(random() * n);
  const at = { lng: random() * 300 - 150, lat: random() * 120 - 60 };
  const segments: Segment[] = [];
  for (let s = 0, count = 1 + pick(6); s < count; s++) {
    const mode = ([0, 1, 2, 3] as const)[pick(4)]!;
    const n = 2 + pick(20);
    const line = new Float64Array(n * 2);
    for (let i = 0; i < n; i++) {
      line.set([at.lng, at.lat], i * 2);
      if (i < n - 1) {
        at.lng += (random() - 0.5) * 0.01;
        at.lat += (random() - 0.5) * 0.01;
      }
    }
    const heights = random() < 0.5;
    segments.push(
      makeSegment(line, mode, {
        elevation: heights
          ? Float64Array.from({ length: n }, (_, i) => (i % 7 === 6 ? NaN : random() * 3000))
          : null,
        notes: Array.from({ length: pick(4) }, (_, i) => ({
          instructions: WORDS[pick(WORDS.length)]!,
          lat: line[1]!,
          lng: line[0]!,
          distance: i * random() * 10,
          isCustomNote: random() < 0.4,
        })).sort((a, b) => Number(a.isCustomNote) - Number(b.isCustomNote)),
        isStaticData: mode === 0 && n > 2,
      }),
    );
  }
  return { start: segmentStart(segments[0]!), segments };
}
