import { z } from 'zod';
import { Id, IdParams, IdText, LinkKeyQuery, Links, type Call } from './common.ts';
import { HeartRateZone } from './users.ts';
import { Photo, WorkoutSummary } from './workouts.ts';
import {
  gearEndpoints,
  photoEndpoints,
  privacyZoneEndpoints,
  similarEndpoints,
  weatherEndpoints,
  zoneEndpoints,
} from './endpoints/workouts.ts';
import { MultiLine, SingleLine } from './text.ts';

const IMAGE_SIZES = ['small', 'medium', 'large'] as const;
/** Longest side in pixels: 320, 1024, 2048. */
export const PhotoSize = z.enum(IMAGE_SIZES);

export const PhotoList = z.object({
  _embedded: z.object({ photos: z.array(Photo) }),
  total_count: z.number().int(),
});
export type PhotoList = z.infer<typeof PhotoList>;

/**
 * Photos of a workout. An upload is re-encoded in the background without any of its metadata; others see only
 * photos that are ready. Refusals: too-big, invalid-image-type, image_too_large (pixels), too_many_photos.
 */
export const photoCalls = {
  list: {
    ...photoEndpoints.list,
    summary: 'Photos of a workout, in order',
    params: IdParams,
    querystring: LinkKeyQuery,
    response: PhotoList,
  },
  add: {
    ...photoEndpoints.add,
    summary: 'Add photos (multipart, any number of fields "photo")',
    multipart: true,
    params: IdParams,
    response: PhotoList,
    status: 202,
  },
  order: {
    ...photoEndpoints.order,
    summary: 'Put the photos in another order',
    params: IdParams,
    body: z.object({ ids: z.array(Id).max(50) }),
    response: PhotoList,
  },
  describe: {
    ...photoEndpoints.describe,
    summary: 'Say what a photo shows',
    params: IdParams,
    body: z.object({ caption: SingleLine.max(300, 'Keep the description below 300 characters.') }),
    response: Photo,
  },
  remove: {
    ...photoEndpoints.remove,
    summary: 'Delete a photo',
    params: IdParams,
    status: 204,
  },
  restore: {
    ...photoEndpoints.restore,
    summary: 'Undo the deletion of a photo within 24 hours',
    params: IdParams,
    response: Photo,
  },
  image: {
    ...photoEndpoints.image,
    summary: 'The image; the address is signed and lasts a day (`Photo.urls`)',
    params: z.object({ id: IdText, size: PhotoSize }),
    querystring: z.object({
      until: z.string().max(20),
      viewer: z.string().max(20).optional(),
      signature: z.string().max(100),
    }),
  },
} satisfies Record<keyof typeof photoEndpoints, Call>;

export const GEAR_KINDS = ['shoes', 'bike', 'other'] as const;
const distance = z
  .number()
  .min(0, 'Distance cannot be negative.')
  .max(1e9, 'This is further than any gear lasts.');

/** Beyond it the member is told to think of new ones; null for never. */
const AlertDistance = distance.min(1, 'An alert needs a distance above zero.').nullable();

/** Something that wears out. Metres; `distance` counts `initial_distance` and every workout that names it. */
export const Gear = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(GEAR_KINDS),
  brand: z.string(),
  model: z.string(),
  notes: z.string(),
  initial_distance: z.number(),
  distance: z.number(),
  workout_count: z.number().int(),
  alert_distance: AlertDistance,
  retired_datetime: z.string().nullable(),
  /** Activity groups whose new workouts take it by themselves. */
  default_for: z.array(z.string()),
  created_datetime: z.string(),
  _links: Links,
});
export type Gear = z.infer<typeof Gear>;

export const GearInput = z.object({
  name: SingleLine.min(1, 'Give it a name.').max(100, 'Keep the name below 100 characters.'),
  kind: z.enum(GEAR_KINDS),
  brand: SingleLine.max(100).optional(),
  model: SingleLine.max(100).optional(),
  notes: MultiLine.max(2000).optional(),
  initial_distance: distance.optional(),
  alert_distance: AlertDistance.optional(),
  retired: z.boolean().optional(),
  default_for: z.array(z.string().max(20)).max(20).optional(),
});
export type GearInput = z.infer<typeof GearInput>;
export const GearList = z.object({
  _embedded: z.object({ gear: z.array(Gear) }),
  total_count: z.number().int(),
});
export type GearList = z.infer<typeof GearList>;

/** The caller's gear; nobody sees another's list, only the name of what a workout was done with. */
export const gearCalls = {
  list: {
    ...gearEndpoints.list,
    summary: 'Gear, in use first, then retired',
    querystring: z.object({ user: IdText.optional() }),
    response: GearList,
  },
  one: {
    ...gearEndpoints.one,
    summary: 'One piece of gear',
    params: IdParams,
    response: Gear,
  },
  create: {
    ...gearEndpoints.create,
    summary: 'Add gear',
    body: GearInput,
    response: Gear,
    status: 201,
  },
  update: {
    ...gearEndpoints.update,
    summary: 'Change or retire gear',
    params: IdParams,
    body: GearInput.partial(),
    response: Gear,
  },
  remove: {
    ...gearEndpoints.remove,
    summary: 'Delete gear; workouts keep everything else',
    params: IdParams,
    status: 204,
  },
} satisfies Record<keyof typeof gearEndpoints, Call>;

/** Weather at the start: degrees Celsius, percent, m/s, degrees from north (where it comes from), millimetres an hour. */
export const Weather = z.object({
  temperature: z.number(),
  feels_like: z.number().nullable(),
  humidity: z.number().nullable(),
  wind_speed: z.number().nullable(),
  wind_direction: z.number().nullable(),
  precipitation: z.number().nullable(),
  /** clear, partly_cloudy, cloudy, fog, drizzle, rain, snow, thunderstorm */
  condition: z.string().nullable(),
  observed_datetime: z.string(),
});
export type Weather = z.infer<typeof Weather>;
/**
 * PENDING until the provider answered; then `_links.weather` is there. NOT_CONFIGURED: this site asks no provider.
 * NOT_APPLICABLE: indoors, without a position, or too long ago. UNAVAILABLE: the provider had nothing after all tries.
 */
export const WeatherAssociation = z.object({
  workout_id: Id,
  status: z.enum(['PENDING', 'READY', 'UNAVAILABLE', 'NOT_APPLICABLE', 'NOT_CONFIGURED']),
  weather: Weather.nullable(),
  /** Who says so, to be shown beside the figures. */
  attribution: z.object({ name: z.string(), href: z.string() }).nullable(),
  _links: Links,
});
export type WeatherAssociation = z.infer<typeof WeatherAssociation>;
export const weatherCalls = {
  association: {
    ...weatherEndpoints.association,
    summary: 'Weather of a workout',
    params: IdParams,
    querystring: LinkKeyQuery,
    response: WeatherAssociation,
  },
} satisfies Record<keyof typeof weatherEndpoints, Call>;

/** A set of heart-rate zones; the latest made before a workout began applies to it. */
export const HeartRateZones = z.object({
  id: Id.nullable(),
  created_datetime: z.string().nullable(),
  is_default: z.boolean(),
  zones: z.array(HeartRateZone),
});
export type HeartRateZones = z.infer<typeof HeartRateZones>;
export const HeartRateZonesInput = z.object({
  zones: z.array(HeartRateZone).min(2, 'Give at least two zones.').max(8, 'Give at most eight zones.'),
  /** From when they apply, for workouts that are there already; now unless given. */
  valid_from: z.iso.datetime({ offset: true }).optional(),
});
/** Threshold power in watts, from when it applies. */
export const ThresholdPower = z.object({ id: Id, watts: z.number().int(), created_datetime: z.string() });
export type ThresholdPower = z.infer<typeof ThresholdPower>;
export const zoneCalls = {
  list: {
    ...zoneEndpoints.list,
    summary: 'Sets of heart-rate zones, latest first; the default set when there is none (own only)',
    querystring: z.object({ user: IdText.optional() }),
    response: z.object({
      _embedded: z.object({ heart_rate_zones: z.array(HeartRateZones) }),
      total_count: z.number().int(),
    }),
  },
  create: {
    ...zoneEndpoints.create,
    summary: 'Set heart-rate zones',
    body: HeartRateZonesInput,
    response: HeartRateZones,
    status: 201,
  },
  remove: {
    ...zoneEndpoints.remove,
    summary: 'Delete a set; the one before applies again',
    params: IdParams,
    status: 204,
  },
  powerList: {
    ...zoneEndpoints.powerList,
    summary: 'Threshold powers, latest first (own only)',
    response: z.object({
      _embedded: z.object({ threshold_powers: z.array(ThresholdPower) }),
      total_count: z.number().int(),
    }),
  },
  powerCreate: {
    ...zoneEndpoints.powerCreate,
    summary: 'Set the threshold power',
    body: z.object({
      watts: z
        .number()
        .int()
        .min(30, 'Threshold power is between 30 and 700 watts.')
        .max(700, 'Threshold power is between 30 and 700 watts.'),
      valid_from: z.iso.datetime({ offset: true }).optional(),
    }),
    response: ThresholdPower,
    status: 201,
  },
  powerRemove: {
    ...zoneEndpoints.powerRemove,
    summary: 'Delete a threshold power',
    params: IdParams,
    status: 204,
  },
} satisfies Record<keyof typeof zoneEndpoints, Call>;

/** A circle (degrees, metres) inside which nobody but its owner sees where a track goes. */
export const PrivacyZone = z.object({
  id: Id,
  name: z.string(),
  lat: z.number(),
  lng: z.number(),
  radius: z.number(),
  created_datetime: z.string(),
});
export type PrivacyZone = z.infer<typeof PrivacyZone>;
export const PrivacyZoneInput = z.object({
  name: SingleLine.min(1, 'Give the zone a name.').max(60, 'Keep the name below 60 characters.'),
  lat: z.number().min(-90, 'Latitude is between -90 and 90.').max(90, 'Latitude is between -90 and 90.'),
  lng: z
    .number()
    .min(-180, 'Longitude is between -180 and 180.')
    .max(180, 'Longitude is between -180 and 180.'),
  radius: z
    .number()
    .min(100, 'The radius is between 100 and 5,000 meters.')
    .max(5000, 'The radius is between 100 and 5,000 meters.'),
});
export type PrivacyZoneInput = z.infer<typeof PrivacyZoneInput>;
export const privacyZoneCalls = {
  list: {
    ...privacyZoneEndpoints.list,
    summary: 'The own privacy zones',
    response: z.object({
      _embedded: z.object({ privacy_zones: z.array(PrivacyZone) }),
      total_count: z.number().int(),
    }),
  },
  create: {
    ...privacyZoneEndpoints.create,
    summary: 'Add a privacy zone (at most 20)',
    body: PrivacyZoneInput,
    response: PrivacyZone,
    status: 201,
  },
  update: {
    ...privacyZoneEndpoints.update,
    summary: 'Change a privacy zone',
    params: IdParams,
    body: PrivacyZoneInput,
    response: PrivacyZone,
  },
  remove: {
    ...privacyZoneEndpoints.remove,
    summary: 'Delete a privacy zone',
    params: IdParams,
    status: 204,
  },
} satisfies Record<keyof typeof privacyZoneEndpoints, Call>;

/** Own workouts on the same course as one of them (which is included), newest first. `rank` 1 is the fastest. */
export const SimilarWorkouts = z.object({
  workouts: z.array(WorkoutSummary.extend({ rank: z.number().int() })),
  total_count: z.number().int(),
});
export type SimilarWorkouts = z.infer<typeof SimilarWorkouts>;
export const similarCalls = {
  similar: {
    ...similarEndpoints.similar,
    summary: 'Workouts of the same member on the same course',
    params: IdParams,
    querystring: LinkKeyQuery,
    response: SimilarWorkouts,
  },
} satisfies Record<keyof typeof similarEndpoints, Call>;
