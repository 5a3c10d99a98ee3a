import type { Aggregates, Lap, Links, Workout, WorkoutSummary } from '@waymark/api-contract';
import { writtenFieldsOf } from '../../recordings/model/written-fields.ts';
import type { VisibleWorkout } from '../privacy/visible-workout.ts';
import { groupOfActivity, nameOfActivity } from '../../recordings/activity-names.ts';
import type { WorkoutExtras } from './extras.ts';
import { utcOffset } from '../../kernel/local-day.ts';
import type { Member, Zone } from '../workout-store/member.ts';
import { abilities } from '../workout-store/policy.ts';
import { FIGURES, type SummaryRow } from '../workout-store/workout-rows.ts';

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

/** A workout as lists show it. */
export function presentSummary(row: VisibleWorkout<SummaryRow>): WorkoutSummary {
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
    preview: { polyline: row.polyline, bounds: row.bounds },
    _links: linksOf(row),
  };
}

/** A workout as its page shows it. @param laps what `readVisibleLaps` gives */
export function presentWorkout(
  row: VisibleWorkout,
  legs: readonly VisibleWorkout<SummaryRow>[],
  owner: Member,
  hrZones: Zone[],
  laps: Lap[],
): Omit<Workout, keyof WorkoutExtras | 'locality'> {
  return {
    ...presentSummary(row),
    start_utc_offset: utcOffset(row.start_at, row.time_zone),
    ...writtenFieldsOf(row),
    device: row.device,
    file_name: row.file_name,
    warnings: row.warnings,
    created_datetime: row.created_at.toISOString(),
    updated_datetime: row.updated_at.toISOString(),
    laps,
    lengths: row.lengths,
    pool_length: row.pool_length,
    legs: legs.map(presentSummary),
    // They divide the heart rate: to others they would tell its limits without one.
    hrZones:
      row.view.hidesHealthData || (row.view.relation !== 'self' && row.heartrate_avg === null) ? [] : hrZones,
    user: { id: owner.id, display_name: owner.displayName, username: owner.username },
    can: abilities(row.view.relation),
  };
}
