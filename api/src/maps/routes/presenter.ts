import type { RouteSummary } from '@waymark/api-contract';
import type { Caller } from '../../kernel/server/route.ts';
import { groupOfActivity, nameOfActivity } from '../../recordings/activity-names.ts';
import type { SummaryRow } from './route-rows.ts';

const link = (href: string, id: number) => [{ href, id: String(id) }];

/** A route as lists show it. @param away metres from the place that was searched for */
export function presentRoute(
  row: SummaryRow,
  caller: Caller | null,
  away: number | null = null,
): RouteSummary {
  const own = caller?.userId === row.user_id;
  const { locality, region, country, activity_type_id } = row;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    activity_type_id,
    activity_name: nameOfActivity(activity_type_id),
    activity_group: groupOfActivity(activity_type_id),
    distance: row.distance,
    ascent: row.ascent,
    descent: row.descent,
    privacy: row.privacy,
    start: { lat: row.start_lat, lng: row.start_lng },
    locality,
    region,
    country,
    preview: { polyline: row.polyline, bounds: row.bounds },
    date_created: row.created_at.toISOString(),
    date_updated: row.updated_at.toISOString(),
    away: away === null ? null : Math.round(away),
    bookmark_id: row.bookmark_id,
    user: { id: row.user_id, display_name: row.display_name, username: row.username },
    can: { edit: own, delete: own },
    _links: {
      self: link(`/v7.1/route/${row.id}/`, row.id),
      root: [{ href: '/v7.1/route/' }],
      user: link(`/v7.1/user/${row.user_id}/`, row.user_id),
      activity_type: link(`/v7.1/activity_type/${activity_type_id}/`, activity_type_id),
      privacy: link(`/v7.1/privacy_option/${row.privacy}/`, row.privacy),
      ...(row.bookmark_id !== null && {
        bookmark: link(`/v7.1/route_bookmark/${row.bookmark_id}/`, row.bookmark_id),
      }),
    },
  };
}
