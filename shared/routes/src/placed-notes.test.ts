import { decodePlan, encodePlan } from './saved-form.ts';
import { lineIndex } from './nearest.ts';
import { placedNotes } from './placed-notes.ts';
import { makeSegment, type Plan, planLine, type RouteNote } from './plan.ts';
import { simplifyPlan } from './simplify.ts';

const METERS = 111_194.93;
const note = (instructions: string, lng: number, lat: number, distance: number): RouteNote => ({
  instructions,
  lng,
  lat,
  distance,
  isCustomNote: false,
});

/** A winding trail, a point each 5 m, with turns at shares of its length, as a file would tell them. */
function winding(points: number, bend: number, wave: number): Plan {
  const line = new Float64Array(points * 2);
  for (let i = 0; i < points; i++) {
    line[i * 2] = (i * 5) / METERS;
    line[i * 2 + 1] = (bend * Math.sin((2 * Math.PI * i * 5) / wave)) / METERS;
  }
  const segment = makeSegment(line, 0, { isStaticData: true });
  const start = { lng: line[0]!, lat: line[1]! };
  const { along } = planLine({ start, segments: [segment] });
  const notes = [0.05, 0.25, 0.5, 0.75, 0.95].map((share) => {
    const i = Math.round(share * (points - 1));
    return note(`Turn left at ${share}`, line[i * 2]!, line[i * 2 + 1]!, along[i]!);
  });
  return { start, segments: [{ ...segment, notes }] };
}

/** Metres along the course at which its line comes nearest to each note. */
const places = (plan: Plan) => {
  const line = lineIndex(planLine(plan));
  return plan.segments[0]!.notes.map((one) => line.nearest(one, 1000)!.along);
};
const off = (told: readonly number[], plan: Plan) =>
  Math.max(...places(plan).map((meters, i) => Math.abs(meters - told[i]!)));

const TRAILS = [
  [900, 4, 50],
  [3000, 8, 60],
  [5000, 12, 90],
] as const;

it.each(TRAILS)(
  '[ROUTE-11] [ROUTE-08] turns of a thinned course of %i points are told where they are on the line that is left',
  (points, bend, wave) => {
    const saved = decodePlan(encodePlan(simplifyPlan(winding(points, bend, wave))));
    const { notes } = saved.segments[0]!;
    expect(
      off(
        notes.map(({ distance }) => distance),
        saved,
      ),
    ).toBeLessThan(15);
    expect(
      off(
        placedNotes(saved, planLine(saved)).map(({ along }) => along),
        saved,
      ),
    ).toBeLessThan(15);
  },
);

it.each(TRAILS)(
  '[ROUTE-08] a course of %i points that was thinned with the old distances tells its turns by their places',
  (points, bend, wave) => {
    const drawn = winding(points, bend, wave);
    const thin = simplifyPlan(drawn);
    const old = { ...thin, segments: [{ ...thin.segments[0]!, notes: drawn.segments[0]!.notes }] };
    const saved = decodePlan(encodePlan(old));
    expect(
      off(
        saved.segments[0]!.notes.map(({ distance }) => distance),
        saved,
      ),
    ).toBeGreaterThan(50);
    expect(
      off(
        placedNotes(saved, planLine(saved)).map(({ along }) => along),
        saved,
      ),
    ).toBeLessThan(25);
  },
);

it('[ROUTE-08] a note that stands where it is told, or far from the line, is told as it was; none leaves its segment', () => {
  const leg = (from: number, to: number, notes: RouteNote[]) =>
    makeSegment(Float64Array.of(from, 0, to, 0), 1, { notes });
  const plan: Plan = {
    start: { lng: 0, lat: 0 },
    segments: [
      leg(0, 0.01, [
        note('Past the end', 0.3, 0, 99_999),
        note('Here', 0.005, 0, 0.005 * METERS),
        note('Before', 0, 0, -7),
      ]),
      leg(0.01, 0.02, [note('Far off', 0.015, 0.5, 300), note('Its place is unknown', 0, 0, 800)]),
    ],
  };
  expect(
    placedNotes(plan, planLine(plan)).map(({ note: { instructions }, segment, index, along }) => [
      instructions,
      segment,
      index,
      Math.round(along),
    ]),
  ).toEqual([
    ['Before', 0, 2, 0],
    ['Here', 0, 1, 556],
    ['Past the end', 0, 0, 1112],
    ['Far off', 1, 0, 1412],
    ['Its place is unknown', 1, 1, 1912],
  ]);
});

it('[ROUTE-08] turns of a course that comes back along its own line stay on their own way', () => {
  const out = winding(2000, 8, 60).segments[0]!.line;
  const line = new Float64Array(out.length * 2 - 2);
  line.set(out);
  for (let i = out.length / 2 - 2, k = out.length; i >= 0; i--, k += 2)
    line.set([out[i * 2]!, out[i * 2 + 1]! + 3e-5], k);
  const segment = makeSegment(line, 0, { isStaticData: true });
  const start = { lng: line[0]!, lat: line[1]! };
  const { along } = planLine({ start, segments: [segment] });
  const notes = [300, 1700, 2300, 3700].map((i) =>
    note(String(i), line[i * 2]!, line[i * 2 + 1]!, along[i]!),
  );
  const thin = simplifyPlan({ start, segments: [{ ...segment, notes }] });
  const [fresh, old] = [notes, thin.segments[0]!.notes].map((which) =>
    placedNotes({ ...thin, segments: [{ ...thin.segments[0]!, notes: which }] }, planLine(thin)),
  );
  for (const [i, one] of fresh!.entries()) expect(Math.abs(one.along - old![i]!.along)).toBeLessThan(20);
});
