import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../kernel/server/context.ts';
import { VERSION } from '../../kernel/server/version.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { GeoFeature } from './presenters.ts';

const TIMEOUT_MS = 3000;
/** A request that would wait longer in the queue is answered from the built-in list of cities. */
const MAX_WAIT_MS = 2000;
/** The usage policy of public Nominatim servers requires caching. */
const MAX_ANSWERS = 500;
const MAX_AGE_MS = 24 * 3_600_000;
const STANDARD_CREDIT = 'OpenStreetMap contributors (ODbL)';

const text = z.string().optional();
const Answer = z.object({
  licence: text,
  features: z.array(
    z.object({
      geometry: z.object({ type: z.string(), coordinates: z.array(z.unknown()) }),
      properties: z.object({
        display_name: z.string(),
        name: z.string().nullish(),
        address: z
          .object({
            city: text,
            town: text,
            village: text,
            municipality: text,
            hamlet: text,
            state: text,
            country_code: text,
          })
          .optional(),
      }),
    }),
  ),
});
const Point = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);

export interface GeocoderAnswer {
  features: GeoFeature[];
  attribution: string;
}

function featuresOf(answer: z.infer<typeof Answer>): GeoFeature[] {
  return answer.features.flatMap(({ geometry, properties: { display_name, name, address } }) => {
    const point = Point.safeParse(geometry.coordinates);
    if (geometry.type !== 'Point' || !point.success) return [];
    const { city, town, village, municipality, hamlet, state, country_code } = address ?? {};
    return {
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates: point.data },
      center: point.data,
      properties: {
        display_name,
        name: name ?? display_name.split(',')[0]!,
        locality: city ?? town ?? village ?? municipality ?? hamlet ?? '',
        region: state ?? '',
        country: country_code?.toUpperCase() ?? '',
        geoname_id: null,
      },
    };
  });
}

/** A Nominatim server, used as its operators require: with a user agent, a rate limit and cached answers. */
class Geocoder {
  readonly #base: string;
  readonly #agent: string;
  readonly #intervalMs: number;
  #nextRequestMs = -Infinity;
  readonly #answers = new LRUCache<string, Promise<GeocoderAnswer>>({ max: MAX_ANSWERS, ttl: MAX_AGE_MS });

  constructor(base: string, site: string, requestsPerSecond: number) {
    this.#base = base.endsWith('/') ? base : `${base}/`;
    this.#intervalMs = 1000 / requestsPerSecond;
    this.#agent = `Waymark/${VERSION} (${site})`;
  }

  ask(path: 'search' | 'reverse', query: Record<string, string>): Promise<GeocoderAnswer> {
    const url = new URL(path, this.#base);
    for (const [name, value] of Object.entries({ ...query, format: 'geojson', addressdetails: '1' }))
      url.searchParams.set(name, value);
    const known = this.#answers.get(url.href);
    if (known) return known;
    const answer = this.#fetch(url);
    this.#answers.set(url.href, answer);
    // A failed request is repeated the next time.
    answer.catch(() => this.#answers.delete(url.href));
    return answer;
  }

  /** Requests go at the pace that the server's operators allow. @throws Error when too many wait already */
  async #waitForTurn(): Promise<void> {
    const now = performance.now();
    const waitMs = this.#nextRequestMs - now;
    if (waitMs > MAX_WAIT_MS) throw new Error('More is asked of the geocoder than its operators allow.');
    this.#nextRequestMs = Math.max(now, this.#nextRequestMs) + this.#intervalMs;
    if (waitMs > 0) await setTimeout(waitMs);
  }

  async #fetch(url: URL): Promise<GeocoderAnswer> {
    await this.#waitForTurn();
    const response = await fetch(url, {
      headers: { 'user-agent': this.#agent, accept: 'application/json', 'accept-language': 'en' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The geocoder answers ${response.status}.`);
    const answer = Answer.parse(await response.json());
    return { features: featuresOf(answer), attribution: answer.licence ?? STANDARD_CREDIT };
  }
}

const geocoders = new WeakMap<Context, Geocoder>();

/** Asks the configured geocoder. A failure is noted in the log. @returns null without one, without an answer or a find */
export async function askGeocoder(
  context: Context,
  path: 'search' | 'reverse',
  query: Record<string, string>,
): Promise<GeocoderAnswer | null> {
  const { GEOCODER_URL, GEOCODER_PER_SECOND, SITE_URL } = context.env;
  if (!GEOCODER_URL) return null;
  let geocoder = geocoders.get(context);
  if (!geocoder)
    geocoders.set(context, (geocoder = new Geocoder(GEOCODER_URL, SITE_URL, GEOCODER_PER_SECOND)));
  try {
    const answer = await geocoder.ask(path, query);
    return answer.features.length > 0 ? answer : null;
  } catch (error) {
    context.log.warn({ err: error }, 'the geocoder failed; cities of our own are searched');
    return null;
  }
}
