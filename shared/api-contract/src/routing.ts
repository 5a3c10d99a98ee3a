import { z } from 'zod';
import { type Call } from './common.ts';
import { elevationEndpoints, routingEndpoints } from './endpoints/routes.ts';
import { EXCLUDED_LOCATIONS_MAX } from './limits.ts';

const LAT = 'Latitude is between -90 and 90.';
const LNG = 'Longitude is between -180 and 180.';
const Latitude = z.number().min(-90, LAT).max(90, LAT);
const Longitude = z.number().min(-180, LNG).max(180, LNG);

const TOO_MANY_EXCLUDED = `Routing keeps off at most ${EXCLUDED_LOCATIONS_MAX} places at once.`;
/** A place of an encoded polyline has at most two numbers of seven characters. */
const MAX_EXCLUDED_CHARACTERS = 14 * EXCLUDED_LOCATIONS_MAX;

/** Surfaces that routing prefers where it knows them; an extension of the Valhalla form. */
const PreferredSurface = z.enum(['paved', 'unpaved'], 'A preferred surface is paved or unpaved.');

/** The question to the routing service, as JSON in `?json=` (the Valhalla form). */
export const RoutingQuestion = z.object({
  locations: z
    .array(
      z.object({
        lat: Latitude,
        lon: Longitude,
        type: z.enum(['break', 'through', 'via']).optional(),
      }),
    )
    .min(2, 'Routing needs at least two places.')
    .max(50, 'Routing takes at most 50 places at once.'),
  costing: z.enum(['pedestrian', 'bicycle', 'auto'], 'Routing goes by pedestrian, bicycle or auto.'),
  costing_options: z
    .object({
      pedestrian: z
        .object({ walking_speed: z.number().min(0.5).max(25), surface: PreferredSurface })
        .partial(),
      bicycle: z.object({ cycling_speed: z.number().min(5).max(60), surface: PreferredSurface }).partial(),
      auto: z.object({ use_highways: z.number().min(0).max(1) }).partial(),
    })
    .partial()
    .optional(),
  /** The stretch of road nearest to each of them, from crossing to crossing, is not passed. */
  exclude_locations: z
    .array(z.object({ lat: Latitude, lon: Longitude }))
    .max(EXCLUDED_LOCATIONS_MAX, TOO_MANY_EXCLUDED)
    .optional(),
  directions_options: z
    .object({ units: z.enum(['kilometers', 'miles']) })
    .partial()
    .optional(),
});
export type RoutingQuestion = z.infer<typeof RoutingQuestion>;

/** `length` in kilometres, `time` in seconds; the indices point into the leg's shape. `type` as Valhalla counts them. */
export const Maneuver = z.object({
  type: z.number().int(),
  instruction: z.string(),
  street_names: z.array(z.string()).optional(),
  length: z.number(),
  time: z.number(),
  begin_shape_index: z.number().int(),
  end_shape_index: z.number().int(),
});
export type Maneuver = z.infer<typeof Maneuver>;

/** `shape` is an encoded polyline with 6 decimals. */
export const RoutingAnswer = z.object({
  trip: z.object({
    locations: z.array(z.object({ lat: z.number(), lon: z.number() })),
    legs: z.array(
      z.object({
        shape: z.string(),
        summary: z.object({ length: z.number(), time: z.number() }),
        maneuvers: z.array(Maneuver),
      }),
    ),
    summary: z.object({ length: z.number(), time: z.number() }),
    status: z.number().int(),
    status_message: z.string(),
    units: z.string(),
  }),
});
export type RoutingAnswer = z.infer<typeof RoutingAnswer>;

export const WAY_SURFACES = ['paved', 'gravel', 'ground'] as const;
export type WaySurface = (typeof WAY_SURFACES)[number];
export const WAY_KINDS = ['main_road', 'minor_road', 'street', 'cycleway', 'track', 'path', 'steps'] as const;
export type WayKind = (typeof WAY_KINDS)[number];
/** `length` in metres. */
export const WaySpan = z.object({
  length: z.number(),
  surface: z.enum(WAY_SURFACES).nullable(),
  kind: z.enum(WAY_KINDS).nullable(),
});
export type WaySpan = z.infer<typeof WaySpan>;
/** Enough for some 20,000 points. */
const MAX_WAYS_CHARACTERS = 400_000;

/**
 * Refusals: no_coverage (no roads are known there), no_path, too_far_from_road, routing_unavailable, routing_slow,
 * each with `leg` (from 0) in `diagnostics`.
 */
export const routingCalls = {
  route: {
    ...routingEndpoints.route,
    summary: 'A way along roads and paths',
    querystring: z.object({ json: z.string().max(20_000) }),
    response: RoutingAnswer,
  },
  /** Which regions have roads; `demo` marks the invented town. Bounds west, south, east, north. */
  coverage: {
    ...routingEndpoints.coverage,
    summary: 'Where routing and elevation work',
    response: z.object({
      regions: z.array(
        z.object({
          name: z.string(),
          bounds: z.array(z.number()).length(4),
          demo: z.boolean(),
          attribution: z.string(),
        }),
      ),
      provider: z.enum(['own', 'valhalla']),
      elevation: z.boolean(),
    }),
  },
  /**
   * The imported streets as vector tiles: layer `land` with `class` (areas as wood, water or building; lines as river,
   * stream and rail) and `name`, layer `roads` with `class` (motorway, major, minor, track, way, path) and `name`, layer
   * `places` with `name`. 204 where there are none. From zoom 6 to 14; anyone may ask.
   */
  tile: {
    ...routingEndpoints.tile,
    summary: 'Streets of the imported regions as map tiles',
    params: z.object({
      z: z.coerce.number().int().min(0).max(22),
      x: z.coerce.number().int().min(0),
      y: z.coerce.number().int().min(0),
    }),
  },
  /** Who is to be thanked for the roads on those tiles, region by region; the same whoever finds the ways. */
  tileCredits: {
    ...routingEndpoints.tileCredits,
    summary: 'Whose the roads on the map tiles are',
    response: z.object({
      credits: z.array(z.object({ bounds: z.array(z.number()).length(4), attribution: z.string() })),
    }),
  },
  /**
   * A closed walk of about that length (metres) that begins at a place and leaves in a direction (degrees). It keeps off
   * the places of `exclude_locations` as a route does; here they are an encoded polyline with 6 decimals.
   */
  roundTrip: {
    ...routingEndpoints.roundTrip,
    summary: 'A round trip of a wished length',
    querystring: z.object({
      lat: z.coerce.number().min(-90, LAT).max(90, LAT),
      lng: z.coerce.number().min(-180, LNG).max(180, LNG),
      length: z.coerce
        .number()
        .min(500, 'A round trip is at least 500 metres long.')
        .max(200_000, 'A round trip is at most 200 kilometres long.'),
      costing: z.enum(['pedestrian', 'bicycle', 'auto']).default('pedestrian'),
      heading: z.coerce.number().min(0).max(360).optional(),
      seed: z.coerce.number().int().min(0).max(1_000_000).default(0),
      exclude_locations: z.string().max(MAX_EXCLUDED_CHARACTERS, TOO_MANY_EXCLUDED).optional(),
    }),
    response: RoutingAnswer,
  },
  /**
   * Surfaces and kinds of way along a line (an encoded polyline with 6 decimals), in its order: each span with its
   * length in metres. Null is unknown: no road is near, or its map does not tell. Empty where no roads are imported.
   */
  ways: {
    ...routingEndpoints.ways,
    summary: 'Surfaces and kinds of way along a line',
    body: z.object({ encoded_polyline: z.string().max(MAX_WAYS_CHARACTERS) }),
    response: z.object({ spans: z.array(WaySpan) }),
  },
} satisfies Record<keyof typeof routingEndpoints, Call>;

/** Zooms between which there are tiles of terrain; maps enlarge the last ones. */
export const TERRAIN_ZOOMS = { least: 7, most: 15 } as const;

const TerrainTile = z.object({
  z: z.coerce
    .number()
    .int()
    .min(TERRAIN_ZOOMS.least, 'There is no terrain below zoom 7.')
    .max(TERRAIN_ZOOMS.most, 'There is no terrain above zoom 15.'),
  x: z.coerce.number().int().min(0),
  y: z.coerce.number().int().min(0),
});

export const elevationCalls = {
  /**
   * The land's relief as a transparent picture of 256 pixels to lay over a map, lit from the north-west. 204 where no
   * heights are known or all is flat. Anyone may ask.
   */
  shadingTile: {
    ...elevationEndpoints.shadingTile,
    summary: 'Shading of slopes as map tiles',
    params: TerrainTile,
  },
  /**
   * Lines of one height as vector tiles: layer `contours` with `height`, in whole metres or feet, and `major`, 1 for each
   * fifth and 0 for the others. From zoom 9; 204 where there are none. Anyone may ask.
   */
  contourTile: {
    ...elevationEndpoints.contourTile,
    summary: 'Contour lines as map tiles',
    params: TerrainTile,
    querystring: z.object({ units: z.enum(['metric', 'imperial']).default('metric') }),
  },
  /** Heights in metres for an encoded polyline (6 decimals); null where no source knows. */
  heights: {
    ...elevationEndpoints.heights,
    summary: 'Heights along a line',
    body: z.object({ encoded_polyline: z.string().max(2_000_000) }),
    response: z.object({ height: z.array(z.number().nullable()), source: z.string().nullable() }),
  },
} satisfies Record<keyof typeof elevationEndpoints, Call>;
