import { CATALOGUE } from '@waymark/activities/catalogue';
import type { Privacy } from '@waymark/api-contract';
import type { Db } from '../../kernel/database/tables.ts';
import { readScopeOfCaller, type ViewerScope } from '../privacy/viewer-scope.ts';
import { recomputeSome } from '../privacy/redaction/recompute-jobs.ts';
import type { Context } from '../../kernel/server/context.ts';
import { invalid, notFound } from '../../kernel/server/errors.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { localDay } from '../../kernel/local-day.ts';
import { loadMember, type Member } from '../workout-store/member.ts';
import { listedPrivacy, type Relation } from '../../members/visibility/policy.ts';

/** Whose workouts, at which privacy levels, and of which activity types (null is all). */
export interface Scope {
  userId: number;
  privacy: readonly Privacy[];
  types: readonly number[] | null;
  /** The caller may miss parts of tracks: of those workouts they are told what `redactWorkout` says. */
  partly: boolean;
  /** Nobody else learns energy that was estimated by the member's weight. */
  isOwner: boolean;
  hidesHealthData: boolean;
}

export interface StatsQuery extends Scope {
  member: Member;
  relation: Relation;
  viewer: ViewerScope;
  /** On the wall of the member. */
  today: string;
}

/** The ids of a filter with all types below them; null for every activity. */
export function typesOf(filter: string | undefined): number[] | null {
  if (filter === undefined || filter === 'all') return null;
  const wanted = new Set(filter.split(',').map(Number));
  // A parent always stands before its children or is a root: rounds go on until nothing is added.
  for (let size = -1; size !== wanted.size;) {
    size = wanted.size;
    for (const { id, parentId } of CATALOGUE) if (parentId !== null && wanted.has(parentId)) wanted.add(id);
  }
  return [...wanted];
}

/**
 * What the caller may see of a member.
 * @throws ApiProblem 404, the same for nobody and for a member of whom the caller may see no workout; members
 * always see their own statistics, empty ones too
 */
export async function scopeOf(
  context: Context,
  caller: Caller | null,
  userId: number,
  filter?: string,
): Promise<StatsQuery> {
  const { db, now } = context;
  const [viewer, member] = await Promise.all([readScopeOfCaller(db, caller, userId), loadMember(db, userId)]);
  const { relation, hidesHealthData } = viewer;
  const privacy = listedPrivacy(relation);
  if (relation !== 'self' && !(await hasAny(db, userId, privacy))) throw notFound('member');
  const partly = viewer.areas.circles.length > 0;
  if (partly) await recomputeSome(context, userId);
  return {
    userId,
    privacy,
    types: typesOf(filter),
    partly,
    isOwner: relation === 'self',
    hidesHealthData,
    viewer,
    member,
    relation,
    today: localDay(now(), member.timeZone),
  };
}

async function hasAny(db: Db, userId: number, privacy: readonly Privacy[]): Promise<boolean> {
  if (privacy.length === 0) return false;
  const found = await db
    .selectFrom('workout_counts')
    .select('n')
    .where('user_id', '=', userId)
    .where('privacy', 'in', [...privacy])
    .where('n', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

const FIRST = '1900-01-01';
const LAST = '2200-12-31';

/** @throws ApiProblem with a sentence for a day outside the calendar that statistics know */
export function checkDay(field: string, day: string | undefined): void {
  if (day !== undefined && (day < FIRST || day > LAST)) {
    throw invalid({ [field]: ['Choose a day between 1900 and 2200.'] });
  }
}

/** @throws ApiProblem with a sentence when the span ends before it begins */
export function checkSpan(from: string | undefined, to: string | undefined): void {
  checkDay('from', from);
  checkDay('to', to);
  if (from !== undefined && to !== undefined && to < from) {
    throw invalid({ to: ['The last day lies before the first. Choose a later one.'] });
  }
}
