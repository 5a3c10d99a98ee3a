import { parseNumber } from '@waymark/units';
import { type Criteria, type DistanceUnit, maxRadius, wordOf } from './search-criteria.ts';

/** The filters as they are typed. */
export interface Draft {
  radius: string;
  unit: DistanceUnit;
  distanceType: Criteria['distanceType'];
  least: string;
  most: string;
  routeName: string;
  activityType: number | null;
}

const typed = (value: number | null, locale: string): string =>
  value === null ? '' : value.toLocaleString(locale, { maximumFractionDigits: 2, useGrouping: false });

export const draftOf = (criteria: Criteria, locale: string): Draft => ({
  radius: String(criteria.radius),
  unit: criteria.unit,
  distanceType: criteria.distanceType,
  least: typed(criteria.distanceMinimum, locale),
  most: typed(criteria.distanceMaximum, locale),
  routeName: criteria.routeName,
  activityType: criteria.activityType,
});

export type DraftProblem = 'not a number' | 'too far' | 'turned around' | 'no letters';

/** What keeps a draft from being searched, by field. */
export type DraftProblems = Partial<Record<'least' | 'most' | 'routeName', DraftProblem>>;

function distanceIn(text: string, unit: DistanceUnit, locale: string): number | null | DraftProblem {
  if (text.trim() === '') return null;
  const value = parseNumber(text, locale);
  if (value === null || value < 0) return 'not a number';
  // As exact as a member sees it in the address.
  return value > maxRadius(unit) ? 'too far' : Math.round(value * 1000) / 1000;
}

/** Puts a draft's filters into criteria, or says what is wrong with them. */
export function fillIn(
  criteria: Criteria,
  draft: Draft,
  locale: string,
): { criteria: Criteria; problems: null } | { criteria: null; problems: DraftProblems } {
  const problems: DraftProblems = {};
  const between = draft.distanceType === 'between';
  const least = distanceIn(draft.least, draft.unit, locale);
  const most = between ? distanceIn(draft.most, draft.unit, locale) : null;
  if (typeof least === 'string') problems.least = least;
  if (typeof most === 'string') problems.most = most;
  if (typeof least === 'number' && typeof most === 'number' && least > most) problems.most = 'turned around';
  const routeName = draft.routeName.trim();
  if (routeName && !wordOf(routeName)) problems.routeName = 'no letters';
  if (typeof least === 'string' || typeof most === 'string' || Object.keys(problems).length > 0)
    return { criteria: null, problems };
  return {
    problems: null,
    criteria: {
      ...criteria,
      radius: Number(draft.radius),
      unit: draft.unit,
      distanceType: draft.distanceType,
      distanceMinimum: least || null,
      distanceMaximum: most,
      routeName,
      activityType: draft.activityType,
      // A name brings its own order along, and takes it away again.
      sort: criteria.sort === '-text_match' && !routeName ? null : criteria.sort,
    },
  };
}
