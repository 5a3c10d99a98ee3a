import type { Aggregates, Lap, Links, Workout, WorkoutSummary } from '@waymark/api-contract';
import { writtenFieldsOf } from '../recordings/model/written-fields.ts';
import { redactPreview } from '../privacy/redaction/redact-preview.ts';
import { redact, type ViewerScope } from '../privacy/redaction/viewer-scope.ts';
import { visibleLengths } from '../privacy/redaction/visible-recording.ts';
import { groupOfActivity, nameOfActivity } from '../workout-store/activity-names.ts';
import type { WorkoutExtras } from './extras.ts';
import { utcOffset } from '../workout-store/local-day.ts';
import type { Member, Zone } from '../workout-store/member.ts';
import { abilities } from '../workout-store/policy.ts';
import type { Relation } from '../visibility/policy.ts';
import { FIGURES, type SummaryRow, type WorkoutRow } from '../workout-store/workout-rows.ts';

const link = (href: string, id: number) => [{ href, id: String(id) }];

function linksOf(row: SummaryRow): Links {
  const self = `/v7.1/workout/${row.id}/`;
  const links: Links = {
    self: link(self, row.id),
    user: link(`/v7.1/user/${row.user_id}/`, row.user_id),
    activity_type: link(`/v7.1/activity_type/${row.activity_type_id}/`, row.activity_type_id),
    privacy: link(`/v7.1/privacy_option/${row.privacy}/`, row.privacy),
  };
  if (row.has_time_series) links.time_series = [{ href: `${self}time_series/` }];
  if (row.parent_id !== null) links.parent = link(`/v7.1/workout/${row.parent_id}/`, row.parent_id);
  return links;
}

function figuresOf(row: SummaryRow): Aggregates {
  const figures = {} as Aggregates;
  for (const figure of FIGURES) figures[figure] = row[figure];
  return figures;
}

/**
 * A workout as lists show it.
 * @param scope what `viewerScopeOf` gives for the caller and these rows; `NOTHING_HIDDEN` only where it is their own
 */
export function presentSummary(whole: SummaryRow, scope: ViewerScope): WorkoutSummary {
  const row = redact(whole, scope);
  const { polyline, bounds } = redactPreview(row, scope);
  return {
    id: row.id,
    name: row.name,
    activity_type_id: row.activity_type_id,
    activity_name: nameOfActivity(row.activity_type_id),
    activity_group: groupOfActivity(row.activity_type_id),
    start_datetime: row.start_at.toISOString(),
    start_locale_timezone: row.time_zone,
    privacy: row.privacy,
    source: row.source,
    has_time_series: row.has_time_series,
    parent_id: row.parent_id,
    leg_count: row.leg_count,
    aggregates: figuresOf(row),
    preview: { polyline, bounds },
    _links: linksOf(row),
  };
}

/**
 * When a workout was stored, as a viewer may know it: a watch that sends at once would tell the hidden end, so
 * that of a workout with a hidden part is the day.
 */
const shownMoment = (at: Date, id: number, { redactions }: ViewerScope): string =>
  redactions.has(id) ? `${at.toISOString().slice(0, 10)}T00:00:00.000Z` : at.toISOString();

/**
 * A workout as its page shows it. What only its owner has a use for stays with the owner: the name of their
 * file and what was repaired in it.
 * @param laps as the caller may see them
 */
export function presentWorkout(
  row: WorkoutRow,
  legs: readonly SummaryRow[],
  owner: Member,
  hrZones: Zone[],
  relation: Relation,
  scope: ViewerScope,
  laps: Lap[],
): Omit<Workout, keyof WorkoutExtras | 'locality'> {
  const own = relation === 'self';
  const summary = presentSummary(row, scope);
  return {
    ...summary,
    start_utc_offset: utcOffset(new Date(summary.start_datetime), row.time_zone),
    ...writtenFieldsOf(row),
    device: row.device,
    file_name: own ? row.file_name : null,
    warnings: own ? row.warnings : [],
    created_datetime: shownMoment(row.created_at, row.id, scope),
    updated_datetime: shownMoment(row.updated_at, row.id, scope),
    laps,
    lengths: visibleLengths(row, relation),
    pool_length: row.pool_length,
    legs: legs.map((leg) => presentSummary(leg, scope)),
    hrZones: scope.hidesHealthData ? [] : hrZones,
    user: { id: owner.id, display_name: owner.displayName, username: owner.username },
    can: abilities(relation),
  };
}
