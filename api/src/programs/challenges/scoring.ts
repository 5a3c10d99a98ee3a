import type { ChallengeKind, ContributionExclusion } from '@waymark/api-contract';
import { isSharedWith } from '../../members/visibility/policy.ts';
import { groupOfActivity } from '../../recordings/activity-names.ts';
import type { AnnouncedRow } from '../../training/workout-store/announce-changes.ts';
import { localDay } from '../../kernel/local-day.ts';
import {
  activeSeconds,
  GENERAL_LIMITS,
  findImpossibilities,
  type Impossibility,
} from '../../training/workout-store/plausibility.ts';
import { PositionSet } from './position-set.ts';
import type { ChallengeContributionTable, ChallengeMemberTable, ChallengeTable } from './tables.ts';

export type ScoringRules = Pick<
  ChallengeTable,
  'kind' | 'activity_groups' | 'distance' | 'first_day' | 'last_day' | 'time_zone' | 'accepts_manual'
>;
export type Contribution = Omit<ChallengeContributionTable, 'user_id' | 'challenge_id'>;
/** With the reasons that moderators let pass for this workout. */
export type ReviewedContribution = Contribution & { accepted?: readonly ContributionExclusion[] };

/** Whole units of scores in one unit of the contract: centimetres, decimetres climbed, seconds, joules. */
const UNITS: Readonly<Record<Exclude<ChallengeKind, 'fastest'>, number>> = {
  distance: 100,
  longest: 100,
  ascent: 10,
  duration: 1,
  energy: 1,
  count: 1,
  active_days: 1,
};
/** Of a time that is less, more is left: a higher score is better for every kind. Milliseconds. */
const LONGEST_TIME_MS = 1_000_000_000;

/** A value of the contract as a score. Scores are whole numbers, so that equal results are equal. */
export const toScore = (kind: ChallengeKind, value: number): number =>
  kind === 'fastest' ? LONGEST_TIME_MS - Math.round(value * 1000) : Math.round(value * UNITS[kind]);

/** A score as a value of the contract; 0 where there is none. */
export function toValue(kind: ChallengeKind, score: number): number {
  if (score <= 0) return 0;
  return kind === 'fastest' ? (LONGEST_TIME_MS - score) / 1000 : score / UNITS[kind];
}

/** Typed by hand: no recording and no file says it. */
const isManual = (row: AnnouncedRow): boolean => !row.has_time_series && row.source !== 'file';

/** The workout, or those of its legs, that a challenge of some activities counts. */
function countedParts(groups: readonly string[], row: AnnouncedRow, legs: readonly AnnouncedRow[]) {
  if (groups.length === 0) return [row];
  const matches = (part: AnnouncedRow) => groups.includes(groupOfActivity(part.activity_type_id));
  return legs.length > 0 ? legs.filter(matches) : [row].filter(matches);
}

const sum = (parts: readonly AnnouncedRow[], amount: (part: AnnouncedRow) => number | null): number =>
  parts.reduce((all, part) => all + (amount(part) ?? 0), 0);

const amounts: Readonly<
  Record<ChallengeKind, (parts: readonly AnnouncedRow[], rules: ScoringRules) => number | null>
> = {
  distance: (parts) =>
    toScore(
      'distance',
      sum(parts, (part) => part.distance_total),
    ),
  longest: (parts) =>
    toScore(
      'longest',
      sum(parts, (part) => part.distance_total),
    ),
  ascent: (parts) =>
    toScore(
      'ascent',
      sum(parts, (part) => part.ascent_total),
    ),
  duration: (parts) => toScore('duration', sum(parts, activeSeconds)),
  energy: (parts) =>
    toScore(
      'energy',
      sum(parts, (part) => part.metabolic_energy_total),
    ),
  count: () => 1,
  active_days: () => 1,
  /** A workout of at least the distance counts, with the time that its mean speed takes for it. */
  fastest: (parts, { distance }) => {
    const meters = sum(parts, (part) => part.distance_total);
    const seconds = sum(parts, activeSeconds);
    return distance === null || meters < distance || seconds <= 0
      ? null
      : toScore('fastest', (seconds * distance) / meters);
  },
};

/**
 * What a workout counts in a challenge; null where it is none of its workouts. It counts by its start.
 * @param judgePart says why nobody can have done a workout or leg
 * @param seenByOthers gives a workout or leg the figures of its visible part
 */
export function contributionOf(
  rules: ScoringRules,
  row: AnnouncedRow,
  legs: readonly AnnouncedRow[],
  judgePart: (part: AnnouncedRow) => readonly Impossibility[] = findImpossibilities,
  seenByOthers: (part: AnnouncedRow) => AnnouncedRow = (part) => part,
): Contribution | null {
  if (row.source === 'sample') return null;
  const day = rules.time_zone === null ? row.local_day : localDay(row.start_at, rules.time_zone);
  if (day < rules.first_day || day > rules.last_day) return null;
  const parts = countedParts(rules.activity_groups, row, legs);
  if (parts.length === 0) return null;
  const amount = amounts[rules.kind](parts, rules);
  if (amount === null || amount <= 0) return null;
  const sharedAmount = amounts[rules.kind](parts.map(seenByOthers), rules) ?? 0;
  const seconds = row.elapsed_time_total ?? row.active_time_total ?? 0;
  const isUnwelcomeEntry = isManual(row) && !rules.accepts_manual;
  const [exclusion = null, ...further_exclusions] = new Set([
    ...parts.flatMap((part) => judgePart(part)),
    ...(isUnwelcomeEntry ? (['manual_entry'] as const) : []),
  ]);
  return {
    workout_id: row.id,
    amount,
    shared_amount: sharedAmount === amount ? null : sharedAmount,
    day,
    started_at: row.start_at,
    ended_at: new Date(row.start_at.getTime() + Math.round(seconds * 1000)),
    is_shared: isSharedWith('friends', row.privacy),
    is_recorded: !isManual(row),
    exclusion,
    further_exclusions,
  };
}

function overlaps(one: Contribution, other: Contribution): boolean {
  const [from, to] = [one, other].map(({ started_at }) => started_at.getTime()) as [number, number];
  const [end, otherEnd] = [one, other].map(({ ended_at }) => ended_at.getTime()) as [number, number];
  const shared = Math.min(end, otherEnd) - Math.max(from, to);
  return shared * 100 > GENERAL_LIMITS.overlap_percent * Math.min(end - from, otherEnd - to);
}

export interface JudgedContribution extends Omit<Contribution, 'exclusion' | 'further_exclusions'> {
  /** The first reason that stands; null where the workout counts. */
  exclusion: ContributionExclusion | null;
  further_exclusions: readonly ContributionExclusion[];
  /** The recording that counts in its place. */
  overlaps_id: number | null;
}

/**
 * Finds whether a recording overlaps one that counts, in log(n) steps. Of recordings that count none lies within another,
 * so that in the order of their starts they also end in order, and few share a moment: each next one shares at most half
 * of what the one before does.
 */
class CountedRecordings {
  readonly #byStart: readonly Contribution[];
  readonly #positions: ReadonlyMap<number, number>;
  readonly #counted: PositionSet;
  /** Overlap others, and count because a moderator says so. */
  readonly #exempt: Contribution[] = [];

  constructor(contributions: readonly Contribution[]) {
    this.#byStart = contributions.toSorted((a, b) => a.started_at.getTime() - b.started_at.getTime());
    this.#positions = new Map(this.#byStart.map(({ workout_id }, position) => [workout_id, position]));
    this.#counted = new PositionSet(contributions.length);
  }

  /** The recording that counts and that this one overlaps. */
  findOverlap(one: Contribution): Contribution | null {
    const start = one.started_at.getTime();
    const end = one.ended_at.getTime();
    if (start >= end) return null;
    const next = (from: number, side: -1 | 1) => {
      const position = this.#counted.neighbour(from, side);
      return position === null ? null : { position, other: this.#byStart[position]! };
    };
    const own = this.#positions.get(one.workout_id)!;
    for (let at = next(own, -1); at && at.other.ended_at.getTime() > start; at = next(at.position, -1))
      if (overlaps(one, at.other)) return at.other;
    for (let at = next(own, 1); at && at.other.started_at.getTime() < end; at = next(at.position, 1))
      if (overlaps(one, at.other)) return at.other;
    return this.#exempt.find((other) => overlaps(one, other)) ?? null;
  }

  add(one: Contribution, isOverlapping: boolean): void {
    if (isOverlapping) this.#exempt.push(one);
    // What takes no time overlaps nothing.
    else if (one.started_at < one.ended_at) this.#counted.add(this.#positions.get(one.workout_id)!);
  }
}

/**
 * Decides which contributions count. Nobody trains twice at a time: of recordings that overlap the one that was stored
 * first counts. Workouts typed by hand have rough times and are not compared. Moderators accept single reasons: a workout
 * with another one still does not count.
 */
export function judge(contributions: readonly ReviewedContribution[]): JudgedContribution[] {
  const recorded = new CountedRecordings(contributions.filter(({ is_recorded }) => is_recorded));
  return contributions
    .toSorted((a, b) => a.workout_id - b.workout_id)
    .map((one) => {
      const overlapped = one.is_recorded ? recorded.findOverlap(one) : null;
      const isTwice = overlapped !== null;
      const [exclusion = null, ...further_exclusions] = [
        ...(one.exclusion === null ? [] : [one.exclusion, ...one.further_exclusions]),
        ...(isTwice ? (['overlap'] as const) : []),
      ].filter((reason) => !one.accepted?.includes(reason));
      if (exclusion === null && one.is_recorded) recorded.add(one, isTwice);
      const overlaps_id = exclusion === 'overlap' ? overlapped!.workout_id : null;
      return Object.assign({}, one, { exclusion, further_exclusions, overlaps_id });
    });
}

interface Total {
  score: number;
  reachedAt: number;
}
const NOTHING: Total = { score: 0, reachedAt: 0 };

/** A score and when it was reached: the end of the workout that did, whenever it was stored. */
function totalOf(kind: ChallengeKind, counted: readonly JudgedContribution[]): Total {
  if (counted.length === 0) return NOTHING;
  const ends = counted.map(({ ended_at }) => ended_at.getTime());
  if (kind === 'longest' || kind === 'fastest') {
    const score = Math.max(...counted.map(({ amount }) => amount));
    return { score, reachedAt: Math.min(...ends.filter((_, i) => counted[i]!.amount === score)) };
  }
  if (kind === 'active_days') {
    const firstEnds = new Map<string, number>();
    for (const [i, { day }] of counted.entries())
      firstEnds.set(day, Math.min(ends[i]!, firstEnds.get(day) ?? Infinity));
    return { score: firstEnds.size, reachedAt: Math.max(...firstEnds.values()) };
  }
  return { score: counted.reduce((all, { amount }) => all + amount, 0), reachedAt: Math.max(...ends) };
}

export type Standing = Pick<
  ChallengeMemberTable,
  'progress' | 'score' | 'reached_at' | 'workout_count' | 'excluded_count'
>;

/** What a member's own progress counts: private workouts where the member wants that. */
export const ownContributions = <C extends { is_shared: boolean }>(
  contributions: readonly C[],
  countsPrivate: boolean,
): readonly C[] => (countsPrivate ? contributions : contributions.filter(({ is_shared }) => is_shared));

/**
 * A member's standing from all their contributions. The board is judged without the private workouts: one that hides
 * behind another recording of the same time would show that it is there. Of the others it counts what others see: what
 * the score has more than a page would tell how far a privacy zone reaches.
 */
export function standingOf(
  kind: ChallengeKind,
  contributions: readonly ReviewedContribution[],
  countsPrivate: boolean,
): Standing {
  const own = ownContributions(contributions, countsPrivate);
  const shared = ownContributions(contributions, false).filter(({ shared_amount }) => shared_amount !== 0);
  const judged = judge(own);
  const counted = judged.filter(({ exclusion }) => exclusion === null);
  // Most members have no private workouts.
  const judgedShared = shared.length === own.length ? judged : judge(shared);
  const board = totalOf(
    kind,
    judgedShared
      .filter(({ exclusion }) => exclusion === null)
      .map((one) => Object.assign({}, one, { amount: one.shared_amount ?? one.amount })),
  );
  return {
    progress: totalOf(kind, counted).score,
    score: board.score,
    reached_at: new Date(board.reachedAt),
    workout_count: counted.length,
    excluded_count: judged.length - counted.length,
  };
}
