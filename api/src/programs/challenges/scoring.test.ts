import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import type { AnnouncedRow } from '../../training/workout-store/announce-changes.ts';
import { addDays } from '../../kernel/local-day.ts';
import { CATALOGUE } from '@waymark/activities/catalogue';
import { CURVE_METERS, CURVE_SECONDS } from '@waymark/streams';
import { chance } from '../../training/sample-workouts/chance.ts';
import { findImpossibilities } from '../../training/workout-store/plausibility.ts';
import { PositionSet } from './position-set.ts';
import {
  contributionOf,
  judge,
  type ReviewedContribution,
  type ScoringRules,
  standingOf,
  toScore,
  toValue,
} from './scoring.ts';
import { startOfDay, stateOf, windowOf } from './window.ts';

const RULES: ScoringRules = {
  kind: 'distance',
  activity_groups: [],
  distance: null,
  first_day: '2026-05-01',
  last_day: '2026-05-31',
  time_zone: null,
  accepts_manual: true,
};
const row = (fields: Partial<AnnouncedRow> = {}): AnnouncedRow => ({
  user_id: 1,
  id: 1,
  parent_id: null,
  leg_count: 0,
  has_time_series: true,
  activity_type_id: 16,
  privacy: 3,
  source: 'file',
  start_at: new Date('2026-05-10T08:00:00Z'),
  local_day: '2026-05-10',
  distance_total: 10_000,
  active_time_total: 3600,
  elapsed_time_total: 3700,
  metabolic_energy_total: 2_000_000,
  ascent_total: 120.04,
  load: null,
  ...fields,
});
const amount = (rules: Partial<ScoringRules>, fields?: Partial<AnnouncedRow>) =>
  contributionOf({ ...RULES, ...rules }, row(fields), [])?.amount ?? null;

test('[CHAL-02] each kind counts its own figure in whole numbers, and shows it in the units of the contract', () => {
  const counted = {
    distance: 1_000_000,
    duration: 3600,
    ascent: 1200,
    count: 1,
    energy: 2_000_000,
    active_days: 1,
    longest: 1_000_000,
  } as const;
  for (const [kind, expected] of Object.entries(counted))
    assert.equal(amount({ kind: kind as keyof typeof counted }), expected, kind);
  const fastest = amount({ kind: 'fastest', distance: 5000 })!;
  assert.equal(toValue('fastest', fastest), 1800, 'half of the way in half of the time');
  assert.ok(toScore('fastest', 1799) > fastest, 'less time is better');
  assert.equal(amount({ kind: 'fastest', distance: 10_001 }), null, 'too short');
  assert.equal(toValue('distance', toScore('distance', 12_345.67)), 12_345.67);
});

test('[CHAL-02] a workout counts by the day on which it began: where it began, or in the zone of the challenge', () => {
  const zoned = { time_zone: 'America/New_York' };
  const begins = (start: string, local_day: string) => ({ start_at: new Date(start), local_day });
  const cases: [Partial<ScoringRules>, Partial<AnnouncedRow>, boolean][] = [
    [{}, begins('2026-04-30T10:00:00Z', '2026-05-01'), true],
    [{}, begins('2026-04-30T10:00:00Z', '2026-04-30'), false],
    [{}, begins('2026-06-01T11:59:00Z', '2026-05-31'), true],
    [zoned, begins('2026-05-01T03:59:59Z', '2026-05-01'), false],
    [zoned, begins('2026-05-01T04:00:00Z', '2026-05-01'), true],
    [zoned, begins('2026-06-01T03:59:59Z', '2026-06-01'), true],
    [zoned, begins('2026-06-01T04:00:00Z', '2026-06-01'), false],
  ];
  for (const [rules, fields, isCounted] of cases)
    assert.equal(amount(rules, fields) !== null, isCounted, JSON.stringify([rules, fields]));
});

test('[CHAL-02] a window begins and ends with the days of its zone, also where the clock changes at midnight', () => {
  assert.equal(startOfDay('2026-05-01', 'Europe/Berlin').toISOString(), '2026-04-30T22:00:00.000Z');
  assert.equal(startOfDay('2026-03-30', 'Europe/Berlin').toISOString(), '2026-03-29T22:00:00.000Z');
  assert.equal(startOfDay('2026-05-01', 'Pacific/Kiritimati').toISOString(), '2026-04-30T10:00:00.000Z');
  // Clocks in Santiago skip the hour after midnight: this day begins at one.
  assert.equal(startOfDay('2026-09-06', 'America/Santiago').toISOString(), '2026-09-06T04:00:00.000Z');
  const anywhere = windowOf('2026-05-01', '2026-05-31', null);
  assert.equal(anywhere.freeze_at.toISOString(), '2026-06-04T12:00:00.000Z');
  const challenge = { first_day: '2026-05-01', last_day: '2026-05-31', ...anywhere };
  const at = new Date('2026-05-01T00:00:00Z');
  assert.deepEqual(
    ['2026-04-30', '2026-05-01', '2026-05-31', '2026-06-01'].map((today) => stateOf(challenge, at, today)),
    ['upcoming', 'open', 'open', 'past'],
  );
});

/** Days of many shapes: clocks change in some zone on each, and one began a month that an island skipped a day before. */
const FIRST_DAYS = ['2026-05-01', '2026-03-29', '2026-10-25', '2026-09-06', '2011-12-31', '2024-02-29'];
const SIX_HOURS_MS = 6 * 3_600_000;

test('[CHAL-02] before, across and after a window: in every zone a workout counts if the calendar there says so', () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), 'Etc/GMT+12', 'Etc/GMT-14'];
  assert.ok(zones.length > 400);
  for (const timeZone of zones) {
    const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    for (const first_day of FIRST_DAYS) {
      const last_day = addDays(first_day, 1);
      const rules = { ...RULES, first_day, last_day };
      const { starts_at: starts, ends_at: ends } = windowOf(first_day, last_day, timeZone);
      const edges = [starts!.getTime(), ends!.getTime()];
      const times = edges.flatMap((edge) => [-SIX_HOURS_MS, -1000, 0, SIX_HOURS_MS].map((by) => edge + by));
      for (const time of times) {
        const start_at = new Date(time);
        const day = calendar.format(start_at);
        // Elsewhere the workout is of another day; it lasts until after the edge that it begins before.
        const begun = row({ start_at, local_day: '2000-01-01', elapsed_time_total: 7200 });
        const isCounted = contributionOf({ ...rules, time_zone: timeZone }, begun, []) !== null;
        const told = `${timeZone} ${first_day} ${start_at.toISOString()}`;
        assert.equal(isCounted, day >= first_day && day <= last_day, told);
        assert.equal(isCounted, time >= edges[0]! && time < edges[1]!, `the stored window: ${told}`);
        const local = row({ start_at, local_day: day });
        assert.equal(contributionOf(rules, local, []) !== null, isCounted, `by its own clock: ${told}`);
      }
    }
  }
});

test('[CHAL-02] of a triathlon a challenge of runs counts the run', () => {
  const parent = row({ id: 5, leg_count: 3, activity_type_id: 1, distance_total: 51_500 });
  const legs = [16, 11, 15].map((activity_type_id, i) =>
    row({ id: 6 + i, parent_id: 5, activity_type_id, distance_total: [10_000, 40_000, 1500][i]! }),
  );
  const counted = (activity_groups: string[]) =>
    contributionOf({ ...RULES, activity_groups }, parent, legs)?.amount ?? null;
  assert.deepEqual(
    [counted(['run']), counted(['run', 'swim']), counted([]), counted(['yoga'])],
    [1_000_000, 1_150_000, 5_150_000, null],
  );
});

test('[CHAL-02] what nobody can do, what is typed where that is excluded and samples do not count, with the reason', () => {
  const exclusion = (fields: Partial<AnnouncedRow>, rules: Partial<ScoringRules> = {}) =>
    contributionOf({ ...RULES, ...rules }, row(fields), [])?.exclusion;
  assert.equal(exclusion({}), null);
  assert.equal(exclusion({ distance_total: 30_000 }), 'too_fast');
  assert.equal(exclusion({ distance_total: 30_000, activity_type_id: 11 }), null, 'by bicycle it is fine');
  const isTooFast = ({ id }: { id: number }) =>
    exclusion({ activity_type_id: id, distance_total: 140_000 }) === 'too_fast';
  assert.deepEqual(
    CATALOGUE.filter((type) => !isTooFast(type)),
    [],
    'nobody covers 140 km in an hour',
  );
  for (const id of [78, 145, 2702, 23, 2954])
    assert.equal(exclusion({ activity_type_id: id, distance_total: 30_000 }), 'too_fast', `${id}`);
  assert.equal(exclusion({ ascent_total: 3000 }), 'too_steep');
  assert.equal(exclusion({ active_time_total: 90_000 }), 'too_long');
  const manual = { source: 'manual', has_time_series: false } as const;
  assert.equal(exclusion(manual), null);
  assert.equal(exclusion(manual, { accepts_manual: false }), 'manual_entry');
  assert.equal(exclusion({ source: 'sample' }), undefined);
});

test('[CHAL-02] a part that is as fast as a vehicle and power that nobody has do not count, by limits of each sport', () => {
  const at = (metersPerSecond: number, upTo: number) =>
    Float32Array.from(
      CURVE_METERS.filter((meters) => meters <= upTo),
      (meters) => meters / metersPerSecond,
    );
  const reason = (typeId: number, speed: number, upTo: number) =>
    findImpossibilities(row({ activity_type_id: typeId, distance_total: null }), {
      distance: at(speed, upTo),
      power: null,
    })[0] ?? null;
  const [run, ride, walk, swim, yoga, golf] = [16, 11, 9, 15, 78, 145];
  const [speedSkating, downhill, rowing, inlineSkating, wheelchair, soccer] = [
    1610, 1658, 2200, 2303, 1011, 2000,
  ];
  const cases: [typeId: number, speed: number, upTo: number, reason: string | null][] = [
    // World records: 1,000 m in 2:11.96, 10 km in 26:11, the marathon in 2:00:35; a swim of 1,500 m in 14:30.
    [run, 1000 / 131.96, 1000, null],
    [run, 10_000 / 1571, 10_000, null],
    [run, 42_195 / 7235, 42_195, null],
    [swim, 1500 / 870, 1500, null],
    [run, 8.5, 990, null],
    [run, 8.5, 1000, 'vehicle'],
    [run, 7, 10_000, 'vehicle'],
    [walk, 6, 3000, null],
    [walk, 10, 3000, 'vehicle'],
    [ride, 25, 10_000, null],
    [ride, 25, 25_000, 'vehicle'],
    // Speed skating: 10,000 m in 12:26; a downhill race of 4.5 km at 29 m/s; an eight over 2,000 m in 5:18.
    [speedSkating, 10_000 / 746, 10_000, null],
    [downhill, 29, 4500, null],
    [rowing, 2000 / 318, 2000, null],
    [rowing, 9, 1000, 'vehicle'],
    [inlineSkating, 42_195 / 3405, 42_195, null],
    [wheelchair, 42_195 / 4667, 42_195, null],
    [yoga, 25, 25_000, 'vehicle'],
    [golf, 10, 5000, 'vehicle'],
    [soccer, 12, 3000, 'vehicle'],
  ];
  for (const [typeId, speed, upTo, expected] of cases)
    assert.equal(reason(typeId, speed, upTo), expected, `${typeId}: ${speed} m/s over ${upTo} m`);
  const powerOf = (watts: number, upTo: number) =>
    findImpossibilities(row({ activity_type_id: ride }), {
      distance: null,
      power: Float32Array.from(
        CURVE_SECONDS.filter((seconds) => seconds <= upTo),
        () => watts,
      ),
    })[0] ?? null;
  assert.deepEqual(
    [powerOf(2300, 30), powerOf(1000, 60), powerOf(480, 3600), powerOf(1300, 60), powerOf(600, 3600)],
    [null, null, null, 'too_powerful', 'too_powerful'],
  );
});

test('[CHAL-02] two recordings of the same time count once, the one stored first', () => {
  const of = (id: number, start: string, fields: Partial<AnnouncedRow> = {}) =>
    contributionOf(RULES, row({ id, start_at: new Date(start), ...fields }), [])!;
  const first = of(1, '2026-05-10T08:00:00Z');
  const second = of(2, '2026-05-10T08:10:00Z');
  const later = of(3, '2026-05-10T09:10:00Z');
  const typed = of(4, '2026-05-10T08:10:00Z', { source: 'manual', has_time_series: false });
  assert.deepEqual(
    judge([later, second, typed, first]).map(({ workout_id, exclusion }) => [workout_id, exclusion]),
    [
      [1, null],
      [2, 'overlap'],
      [3, null],
      [4, null],
    ],
  );
});

test('[CHAL-02] all that nobody can do is found, of the workout and its legs, each reason once', () => {
  const impossible = { distance_total: 30_000, ascent_total: 4000, active_time_total: 3000 };
  const manual = { source: 'manual', has_time_series: false } as const;
  const reasons = (fields: Partial<AnnouncedRow>, legs: readonly Partial<AnnouncedRow>[] = []) => {
    const rules = { ...RULES, accepts_manual: false, activity_groups: legs.length > 0 ? ['run'] : [] };
    const found = contributionOf(rules, row(fields), legs.map(row))!;
    return [found.exclusion, ...found.further_exclusions];
  };
  assert.deepEqual(reasons({ ...impossible, ...manual }), ['too_fast', 'too_steep', 'manual_entry']);
  assert.deepEqual(reasons({ active_time_total: 90_000, ascent_total: 80_000 }), ['too_long', 'too_steep']);
  assert.deepEqual(reasons({}, [impossible, impossible, { distance_total: 10_000 }]), [
    'too_fast',
    'too_steep',
  ]);
  assert.deepEqual(reasons({}), [null]);
  const judged = (...accepted: NonNullable<ReviewedContribution['accepted']>) => {
    const [one] = judge([{ ...contributionOf(RULES, row(impossible), [])!, accepted }]);
    return [one!.exclusion, one!.further_exclusions];
  };
  assert.deepEqual(judged(), ['too_fast', ['too_steep']]);
  assert.deepEqual(judged('too_steep'), ['too_fast', []]);
  assert.deepEqual(judged('too_fast'), ['too_steep', []]);
  assert.deepEqual(judged('too_steep', 'too_fast'), [null, []]);
});

test('[CHAL-02] of a recording with two reasons each that is accepted is lifted and the other stays', () => {
  const fast = (id: number, ...accepted: NonNullable<ReviewedContribution['accepted']>) => ({
    ...contributionOf(RULES, row({ id, distance_total: 30_000 }), [])!,
    accepted,
  });
  const reasons = (...all: ReviewedContribution[]) => judge(all).map(({ exclusion }) => exclusion);
  assert.deepEqual(reasons(fast(1, 'too_fast'), fast(2, 'too_fast')), [null, 'overlap']);
  assert.deepEqual(reasons(fast(1, 'too_fast'), fast(2, 'overlap')), [null, 'too_fast']);
  assert.deepEqual(reasons(fast(1, 'too_fast'), fast(2, 'too_fast', 'overlap')), [null, null]);
});

test('[CHAL-02] a score is reached with the end of the workout that did it, whatever was stored when', () => {
  const of = (id: number, day: number, fields: Partial<AnnouncedRow> = {}) => {
    const date = `2026-05-${day}`;
    const dated = { id, start_at: new Date(`${date}T08:00:00Z`), local_day: date };
    return contributionOf(RULES, row({ ...dated, elapsed_time_total: 3600, ...fields }), [])!;
  };
  const all = [of(3, 11), of(1, 12), of(2, 10, { privacy: 0 })];
  const standing = standingOf('distance', all, true);
  assert.deepEqual(
    [standing.progress, standing.score, standing.reached_at.toISOString(), standing.workout_count],
    [3_000_000, 2_000_000, '2026-05-12T09:00:00.000Z', 3],
  );
  assert.equal(standingOf('distance', all, false).progress, 2_000_000, 'private ones do not count');
  assert.equal(standingOf('longest', all, true).reached_at.toISOString(), '2026-05-11T09:00:00.000Z');
  const days = standingOf('active_days', [...all, of(4, 12)], true);
  assert.deepEqual([days.progress, days.score], [3, 2]);
  assert.deepEqual(standingOf('distance', all.toReversed(), true), standing, 'in any order');
});

test('[CHAL-02] the board does not show that a private recording of the same time is there', () => {
  const of = (id: number, fields: Partial<AnnouncedRow>) =>
    contributionOf(RULES, row({ id, ...fields }), [])!;
  const both = [of(1, { privacy: 0, distance_total: 12_000 }), of(2, {})];
  const standing = standingOf('distance', both, true);
  assert.deepEqual([standing.progress, standing.score], [1_200_000, 1_000_000]);
  assert.deepEqual([standing.workout_count, standing.excluded_count], [1, 1]);
  const shared = standingOf('distance', both, false);
  assert.deepEqual([shared.progress, shared.score, shared.excluded_count], [1_000_000, 1_000_000, 0]);
});

/** Each recording compared with every one before it. */
function judgePairs(contributions: readonly ReviewedContribution[]) {
  const counted: ReviewedContribution[] = [];
  return contributions
    .toSorted((a, b) => a.workout_id - b.workout_id)
    .map((one) => {
      const span = ({ started_at, ended_at }: ReviewedContribution) =>
        ended_at.getTime() - started_at.getTime();
      const isTwice = counted.some((other) => {
        const end = Math.min(one.ended_at.getTime(), other.ended_at.getTime());
        const shared = end - Math.max(one.started_at.getTime(), other.started_at.getTime());
        return shared > 0.5 * Math.min(span(one), span(other));
      });
      const reason = isTwice ? 'overlap' : null;
      const exclusion = reason !== null && one.accepted?.includes(reason) ? null : reason;
      if (exclusion === null) counted.push(one);
      return exclusion;
    });
}

test('[CHAL-02] recordings by chance are judged as if each was compared with all before it', () => {
  const random = chance(11);
  const below = (n: number) => Math.floor(random() * n);
  for (let round = 0; round < 60; round++) {
    const all = Array.from({ length: 80 }, (_, id) => {
      const start_at = new Date(Date.UTC(2026, 4, 10) + below(600) * 60_000);
      const one = contributionOf(RULES, row({ id, start_at, elapsed_time_total: below(8) ** 5 }), [])!;
      return { ...one, accepted: below(20) === 0 ? (['overlap'] as const) : [] };
    });
    assert.deepEqual(
      judge(all).map(({ exclusion }) => exclusion),
      judgePairs(all),
    );
  }
});

test('[CHAL-02] 10,000 recordings of the same hours are judged in the blink of an eye', () => {
  const steps = mock.method(PositionSet.prototype, 'neighbour');
  for (const spread of [0, 1, 1850, 3700]) {
    steps.mock.resetCalls();
    const all = Array.from({ length: 10_000 }, (_, id) =>
      contributionOf(RULES, row({ id, start_at: new Date(Date.UTC(2026, 4, 10) + id * spread) }), [])!,
    );
    judge(all);
    assert.ok(steps.mock.callCount() < 4 * all.length, `${spread}: ${steps.mock.callCount()} look-ups`);
  }
  steps.mock.restore();
});
