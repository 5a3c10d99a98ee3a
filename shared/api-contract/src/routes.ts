import { z } from 'zod';
import {
  ActivityTypeIdText,
  Id,
  IdParams,
  IdText,
  Link,
  LinkKeyQuery,
  Links,
  Privacy,
  ShareLink,
  type Call,
} from './common.ts';
import { ROUTE_NOTES_MAX, ROUTE_POINTS_MAX, TRAVEL_MODES } from './limits.ts';
import { routeEndpoints } from './endpoints/routes.ts';
import { MultiLine, SingleLine } from './text.ts';

export const TravelMode = z.literal(TRAVEL_MODES);
export type TravelMode = z.infer<typeof TravelMode>;

const lat = z.number().min(-90, 'Latitude is between -90 and 90.').max(90, 'Latitude is between -90 and 90.');
const lng = z
  .number()
  .min(-180, 'Longitude is between -180 and 180.')
  .max(180, 'Longitude is between -180 and 180.');

/**
 * One saved point. `order` is 0 between and counts up from 1 at the ends of segments (the first point is an end);
 * `travel_mode` belongs to the segment that ends there. `notes` are the segment's notes, joined by '~', each as
 * `instructions:lat:lng:distance` (metres from the segment's start; '~', ':' and '\' in the instructions are
 * written with a '\' before them). A custom note is a point of its own with `order` 0 and the icon link 2016.
 */
export const RoutePoint = z.object({
  lat,
  lng,
  order: z.number().int().min(0).max(100_000),
  travel_mode: TravelMode.optional(),
  notes: MultiLine.max(ROUTE_NOTES_MAX, 'These notes are too long. Shorten them or delete some.').optional(),
  /** Metres above the sea; null where no source knows. */
  elevation: z.number().min(-12_000).max(9_000).nullable().optional(),
  _links: z.object({ icon: z.array(Link).max(10).optional() }).optional(),
});
export type RoutePoint = z.infer<typeof RoutePoint>;

/** What a member drew. Metres. The server measures distance, ascent and descent itself. */
export const RouteInput = z.object({
  name: SingleLine.min(1, 'Give the route a name.').max(200, 'Keep the name below 200 characters.'),
  description: MultiLine.max(5000, 'Keep the description below 5,000 characters.').optional(),
  activity_type_id: Id,
  privacy: Privacy.optional(),
  points: z
    .array(RoutePoint)
    .min(2, 'A route needs at least two points.')
    .max(ROUTE_POINTS_MAX, 'A route has at most 100,000 points. Simplify it and try again.'),
});
export type RouteInput = z.infer<typeof RouteInput>;

/** A route as lists show it (field set `simple`). */
export const RouteSummary = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  activity_type_id: Id,
  activity_name: z.string(),
  activity_group: z.string(),
  distance: z.number(),
  ascent: z.number().nullable(),
  descent: z.number().nullable(),
  privacy: Privacy,
  start: z.object({ lat: z.number(), lng: z.number() }),
  /** Where it starts, in words; empty parts where nobody knows. */
  locality: z.string(),
  region: z.string(),
  country: z.string(),
  /** Whole course thinned to at most 200 points, precision 5; bounds west, south, east, north. */
  preview: z.object({ polyline: z.string(), bounds: z.array(z.number()).length(4) }),
  date_created: z.string(),
  date_updated: z.string(),
  /** Metres from the place that was searched for. */
  away: z.number().nullable(),
  /** Id of the caller's bookmark. */
  bookmark_id: Id.nullable(),
  user: z.object({ id: Id, display_name: z.string(), username: z.string() }),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
  _links: Links,
});
export type RouteSummary = z.infer<typeof RouteSummary>;

/** With its points (field set `detailed`). */
export const RouteDetail = RouteSummary.extend({ points: z.array(RoutePoint) });
export type RouteDetail = z.infer<typeof RouteDetail>;

/**
 * Six orders: newest, oldest, longest, shortest, highest and lowest climb; and the best match of a text, and the
 * nearest to the place that is searched around.
 */
export const RouteOrder = z.enum([
  '-date_created',
  'date_created',
  '-distance',
  'distance',
  '-elevation',
  'elevation',
  '-text_match',
  'nearest',
]);
export type RouteOrder = z.infer<typeof RouteOrder>;

const DISTANCE_MAX = 3_218_688;
const Meters = z.coerce.number().min(0, 'Distance cannot be negative.').max(DISTANCE_MAX, 'This is too far.');

/** Lists, search and batches are one call: by `user`, by place, by `city`, by `ids`, by text. */
export const RouteListQuery = z.object({
  user: IdText.optional(),
  /** Comma-separated ids. */
  ids: z
    .string()
    .regex(/^\d+(,\d+){0,99}$/, 'Give ids separated by commas, at most 100.')
    .optional(),
  /** `lat,lng` in degrees. */
  close_to_location: z
    .string()
    .regex(/^-?\d+(\.\d+)?,-?\d+(\.\d+)?$/, 'Write the place as lat,lng.')
    .optional(),
  /** Metres. */
  search_radius: z.coerce
    .number()
    .min(100, 'The radius is at least 100 metres.')
    .max(500_000, 'The radius is at most 500 kilometres.')
    .default(16_093.44),
  minimum_distance: Meters.optional(),
  maximum_distance: Meters.optional(),
  text_search: z.string().trim().max(100).optional(),
  /** An activity type with all below it. */
  activity_type: ActivityTypeIdText.optional(),
  /** geoname_id of a city: routes that start in it. */
  city: IdText.optional(),
  order_by: RouteOrder.default('-date_created'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type RouteListQuery = z.infer<typeof RouteListQuery>;
/** `_links.next` and `_links.prev` hold the address of the neighbour pages. */
export const RouteList = z.object({
  _links: Links,
  _embedded: z.object({ routes: z.array(RouteSummary) }),
  total_count: z.number().int(),
});
export type RouteList = z.infer<typeof RouteList>;

export const RouteBookmark = z.object({
  id: Id,
  date_created: z.string(),
  route: RouteSummary,
  _links: Links,
});
export const RouteBookmarkList = z.object({
  _links: Links,
  _embedded: z.object({ route_bookmarks: z.array(RouteBookmark) }),
  total_count: z.number().int(),
  /**
   * Bookmarks whose route has been deleted or made private since, or has a new link, newest first, at most 100, not counted in the total:
   * nothing of the route is told. They can be removed; they come back with it.
   */
  gone: z.array(z.object({ id: Id, date_created: z.string() })),
});
export type RouteBookmarkList = z.infer<typeof RouteBookmarkList>;

export const RouteExportQuery = LinkKeyQuery.extend({ format: z.enum(['gpx', 'tcx', 'fit', 'kml']) });

/** `simple` leaves the points out: whoever saved a route has them. */
const FieldSetQuery = z.object({
  field_set: z.enum(['simple', 'detailed', 'detailed_internal']).default('detailed'),
});

export const routeCalls = {
  list: {
    ...routeEndpoints.list,
    summary: 'Routes of a member, near a place, in a city, by ids or by name',
    querystring: RouteListQuery,
    response: RouteList,
  },
  create: {
    ...routeEndpoints.create,
    summary: 'Save a route',
    querystring: FieldSetQuery,
    body: RouteInput,
    response: z.union([RouteDetail, RouteSummary]),
    status: 201,
  },
  one: {
    ...routeEndpoints.one,
    summary: 'A route',
    params: IdParams,
    querystring: LinkKeyQuery.extend(FieldSetQuery.shape),
    response: z.union([RouteDetail, RouteSummary]),
  },
  /**
   * For those who draw it: 'WMR1', uint32 (little endian) length of a JSON `RouteSummary`, that JSON, and the course as
   * `packPlan` of @waymark/routes writes it. The same course as that of the points, in an eighth of the bytes.
   */
  packed: {
    ...routeEndpoints.packed,
    summary: 'A route with its course in few bytes (application/vnd.waymark.route)',
    params: IdParams,
    querystring: LinkKeyQuery,
  },
  update: {
    ...routeEndpoints.update,
    summary: 'Change a route',
    params: IdParams,
    querystring: FieldSetQuery,
    body: RouteInput.partial(),
    response: z.union([RouteDetail, RouteSummary]),
  },
  remove: { ...routeEndpoints.remove, summary: 'Delete a route', params: IdParams, status: 204 },
  restore: {
    ...routeEndpoints.restore,
    summary: 'Undo a deletion of the last 24 hours',
    params: IdParams,
    response: RouteDetail,
  },
  file: {
    ...routeEndpoints.file,
    summary: 'A route as GPX, TCX course, FIT course or KML',
    params: IdParams,
    querystring: RouteExportQuery,
  },
  shareLink: {
    ...routeEndpoints.shareLink,
    summary: 'The link to an own route that is accessible by link',
    params: IdParams,
    response: ShareLink,
  },
  /** The link before it stops working at once. 409 `not_by_link` unless the privacy level is 6. */
  renewShareLink: {
    ...routeEndpoints.renewShareLink,
    summary: 'Make a new link to an own route; the old one stops working',
    params: IdParams,
    response: ShareLink,
  },
  /** Nothing is saved: the points come back for the planner. Multipart field "file" (GPX, TCX, FIT, KML). */
  readFile: {
    ...routeEndpoints.readFile,
    summary: 'The course in a file',
    multipart: true,
    response: z.object({
      name: z.string(),
      /** What the file says of its sport; null where it says nothing that is known. */
      activity_type_id: Id.nullable(),
      points: z.array(RoutePoint),
      warnings: z.array(z.string()),
    }),
  },
  fromWorkout: {
    ...routeEndpoints.fromWorkout,
    summary: 'The track of an own workout as points for the planner',
    params: IdParams,
    response: z.object({
      name: z.string(),
      activity_type_id: Id,
      warnings: z.array(z.string()),
      points: z.array(RoutePoint),
    }),
  },
  bookmarks: {
    ...routeEndpoints.bookmarks,
    summary: 'Own bookmarks, newest first',
    querystring: z.object({
      user: IdText.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      offset: z.coerce.number().int().min(0).max(100_000).default(0),
    }),
    response: RouteBookmarkList,
  },
  /**
   * Body: links to the route (`/v7.1/route/{id}/`) and the user, as the specification has it. A route that is accessible
   * by link is bookmarked with the key of its link, and the bookmark opens it for as long as that key is valid.
   */
  bookmark: {
    ...routeEndpoints.bookmark,
    summary: 'Bookmark a route',
    querystring: LinkKeyQuery,
    body: z.object({
      _links: z.object({ route: z.array(Link).min(1).max(10), user: z.array(Link).max(10).optional() }),
    }),
    response: RouteBookmark,
    status: 201,
  },
  removeBookmark: {
    ...routeEndpoints.removeBookmark,
    summary: 'Remove a bookmark',
    params: IdParams,
    status: 204,
  },
  /** content_type_id 1 is a route. */
  privacyToggle: {
    ...routeEndpoints.privacyToggle,
    summary: 'Change who may see a route',
    querystring: z.object({
      content_type_id: z.coerce.number().int(),
      object_id: IdText,
      set_privacy_to: z.coerce.number().int(),
    }),
    response: z.object({ privacy: Privacy }),
  },
} satisfies Record<keyof typeof routeEndpoints, Call>;
