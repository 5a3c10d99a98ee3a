import type { RouteList, RouteSummary, User } from '@waymark/api-contract';

/** A route around Lady Bird Lake as the API lists it. */
export const sampleRoute = (over: Partial<RouteSummary> = {}): RouteSummary => ({
  id: 501,
  name: 'Lady Bird Lake',
  description: '',
  activity_type_id: 16,
  activity_name: 'Run',
  activity_group: 'run',
  distance: 16_093.44,
  ascent: 61,
  descent: 61,
  privacy: 3,
  start: { lat: 30.2672, lng: -97.7431 },
  locality: 'Austin',
  region: 'TX',
  country: 'US',
  // (30.26, -97.76), (30.27, -97.75), (30.26, -97.74)
  preview: { polyline: '_duwD~vtsQo}@o}@n}@o}@', bounds: [-97.76, 30.26, -97.74, 30.27] },
  date_created: '2026-11-01T12:00:00.000Z',
  date_updated: '2026-11-01T12:00:00.000Z',
  away: null,
  bookmark_id: null,
  user: { id: 77, display_name: 'Ada R.', username: 'ada' },
  can: { edit: false, delete: false },
  _links: {},
  ...over,
});

/** A page of a list. @param links addresses of its neighbours */
export const sampleList = (
  routes: readonly RouteSummary[],
  total = routes.length,
  links: { next?: string; prev?: string } = {},
): RouteList => ({
  _links: {
    self: [{ href: '/v7.1/route/' }],
    ...(links.next && { next: [{ href: links.next }] }),
    ...(links.prev && { prev: [{ href: links.prev }] }),
  },
  _embedded: { routes: [...routes] },
  total_count: total,
});

/** The parts of a member that pages read. */
export const sampleMember = (over: Partial<User> = {}): User =>
  ({
    id: 42,
    username: 'robin',
    display_name: 'Robin T.',
    display_measurement_system: 'metric',
    first_day_of_week: 1,
    favorite_activities: [],
    ...over,
  }) as User;
