import { decodeNotes, encodeNotes } from './notes.ts';
import { decodePlan, encodePlan } from './saved-form.ts';
import { makeSegment, straightSegment } from './plan.ts';
import { anyPlan, chance } from './testing.ts';

it('[ROUTE-07] any course comes back from its saved form as it was, through JSON too', () => {
  const random = chance(7);
  for (let round = 0; round < 300; round++) {
    const plan = anyPlan(random);
    const saved = encodePlan(plan);
    const back = decodePlan(JSON.parse(JSON.stringify(saved)) as typeof saved);
    expect(back.start).toEqual(plan.start);
    expect(back.segments).toHaveLength(plan.segments.length);
    for (const [i, segment] of plan.segments.entries()) {
      const other = back.segments[i]!;
      expect(other.line).toEqual(segment.line);
      expect(other.notes).toEqual(segment.notes);
      expect(other.travelMode).toBe(segment.travelMode);
      expect(other.isStaticData).toBe(segment.isStaticData);
      expect(other.distance).toBe(segment.distance);
    }
    // Heights of a neighbour fill the shared point: the saved form holds it once.
    expect(encodePlan(back)).toEqual(saved);
  }
});

it('[ROUTE-07] order is 0 between and counts up at segment ends, which carry mode and notes', () => {
  const first = makeSegment(Float64Array.of(0, 0, 0.5, 0, 1, 0), 1, {
    notes: [
      { instructions: 'Turn left', lat: 0, lng: 0.5, distance: 55_000, isCustomNote: false },
      { instructions: 'Arrive', lat: 0, lng: 1, distance: 111_000, isCustomNote: false },
      { instructions: 'Water tap', lat: 0.1, lng: 0.5, distance: 60_000, isCustomNote: true },
    ],
  });
  const second = straightSegment({ lng: 1, lat: 0 }, { lng: 1, lat: 1 });
  expect(encodePlan({ start: { lng: 0, lat: 0 }, segments: [first, second] })).toEqual([
    { lat: 0, lng: 0, order: 1 },
    { lat: 0, lng: 0.5, order: 0 },
    {
      lat: 0.1,
      lng: 0.5,
      order: 0,
      notes: 'Water tap:0.1:0.5:60000',
      _links: { icon: [{ href: '/v7.1/marker_icon/2016/', id: '2016' }] },
    },
    {
      lat: 0,
      lng: 1,
      order: 2,
      travel_mode: 1,
      notes: 'Turn left:0:0.5:55000~Arrive:0:1:111000',
    },
    { lat: 1, lng: 1, order: 3, travel_mode: 0 },
  ]);
});

it('[ROUTE-07] notes keep their marks and pass over what is none', () => {
  const notes = [
    { instructions: String.raw`a~b:c\d`, lat: -1.5, lng: 2e-7, distance: 0.1, isCustomNote: false },
    { instructions: '', lat: 0, lng: 0, distance: 0, isCustomNote: false },
  ];
  expect(decodeNotes(encodeNotes(notes))).toEqual(notes);
  expect(decodeNotes('Left:1:2:3~nonsense~Right:x:2:3~:1:2:')).toEqual([
    { instructions: 'Left', lat: 1, lng: 2, distance: 3, isCustomNote: false },
  ]);
  expect(decodeNotes('10:30 train:1:2:3')[0]?.instructions).toBe('10:30 train');
});

it('[ROUTE-07] custom notes behind the last segment end belong to the last segment', () => {
  const icon = [{ href: '/v7.1/marker_icon/2016/', id: '2016' }];
  const note = (notes: string) => ({ lat: 1, lng: 1, order: 0, notes, _links: { icon } });
  const plan = decodePlan([
    note('Before:1:1:0'),
    { lat: 0, lng: 0, order: 1 },
    note('Inside:1:1:5'),
    { lat: 1, lng: 1, order: 2, travel_mode: 1 },
    { lat: 2, lng: 2, order: 3, travel_mode: 1 },
    note('Trailing:1:1:9'),
  ]);
  const names = plan.segments.map(({ notes }) => notes.map(({ instructions }) => instructions));
  expect(names).toEqual([['Before', 'Inside'], ['Trailing']]);
  expect(decodePlan(encodePlan(plan))).toEqual(plan);
});

it('points without segment ends, as others write them, become one segment', () => {
  const plan = decodePlan([
    { lat: 1, lng: 1, order: 0 },
    { lat: 2, lng: 2, order: 0 },
    { lat: 3, lng: 3, order: 0 },
  ]);
  expect(plan.start).toEqual({ lat: 1, lng: 1 });
  expect(plan.segments.map(({ line }) => Array.from(line))).toEqual([[1, 1, 2, 2, 3, 3]]);
  expect(decodePlan([])).toEqual({ start: null, segments: [] });
  expect(encodePlan({ start: null, segments: [] })).toEqual([]);
  expect(decodePlan(encodePlan({ start: { lat: 4, lng: 5 }, segments: [] }))).toEqual({
    start: { lat: 4, lng: 5 },
    segments: [],
  });
});
