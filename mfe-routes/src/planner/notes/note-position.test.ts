import { addNote, decodePlan, encodePlan, placedNotes, planLine, type Plan } from '@waymark/routes';
import { anyPlan, chance, straight } from '@waymark/routes/testing';
import { createNote, moveNote, coursePositionAt } from './note-position.ts';

const own = (plan: Plan) => placedNotes(plan, planLine(plan)).filter(({ note }) => note.isCustomNote);

it('[ROUTE-05] any distance along any course is a place on it, in the segment it lies in', () => {
  const random = chance(3);
  for (let round = 0; round < 200; round++) {
    const plan = anyPlan(random);
    const whole = planLine(plan);
    const total = whole.along.at(-1)!;
    const meters = random() * total;
    const spot = coursePositionAt(whole, meters)!;
    const { starts, along } = whole;
    expect(along[starts[spot.segment]!]! + spot.distance).toBeCloseTo(meters, 6);
    expect(spot.distance).toBeLessThanOrEqual(plan.segments[spot.segment]!.distance + 1e-6);
    expect(coursePositionAt(whole, total + 5)).toMatchObject({
      segment: plan.segments.length - 1,
      atEnd: true,
    });
    expect(coursePositionAt(whole, -1)).toMatchObject({ segment: 0, distance: 0, atEnd: false });
  }
  expect(coursePositionAt(planLine({ start: { lat: 1, lng: 1 }, segments: [] }), 0)).toBeNull();
});

it('[ROUTE-07] a note moved and rewritten stays one note, and comes back from its saved form', () => {
  const random = chance(11);
  const text = String.raw`Gate ~ 1: "left\right" ~~ \: <b>`;
  for (let round = 0; round < 100; round++) {
    const drawn = anyPlan(random);
    const whole = planLine(drawn);
    const first = coursePositionAt(whole, random() * whole.along.at(-1)!)!;
    const plan = addNote(drawn, first.segment, createNote(first, 'Mine'), first.atEnd);
    const mine = own(plan).find(({ note }) => note.instructions === 'Mine')!;
    const there = coursePositionAt(whole, random() * whole.along.at(-1)!)!;
    const { at, segments } = moveNote(plan, mine, there, text);
    const next: Plan = {
      ...plan,
      segments: [...plan.segments.slice(0, at), ...segments, ...plan.segments.slice(at + segments.length)],
    };
    expect(next.segments.length).toBe(plan.segments.length);
    expect(own(next).length).toBe(own(plan).length);
    const back = decodePlan(encodePlan(next));
    const found = own(back).find(({ note }) => note.instructions === text)!;
    expect(found).toMatchObject({ segment: there.segment, note: { isCustomNote: true } });
    expect(found.note.distance).toBeCloseTo(there.distance, 6);
  }
});

it('[ROUTE-05] notes are listed in the order in which one comes by them', () => {
  const plan = straight([0, 0], [0.01, 0], [0.02, 0]);
  const whole = planLine(plan);
  const noted = [1500, 300, 1900].reduce((now, meters) => {
    const spot = coursePositionAt(whole, meters)!;
    return addNote(now, spot.segment, createNote(spot, String(meters)), spot.atEnd);
  }, plan);
  expect(own(noted).map(({ note }) => note.instructions)).toEqual(['300', '1500', '1900']);
});
