import polyline from '@mapbox/polyline';
import { RoutingQuestion, routingCalls, SERVICE_BASES } from '@waymark/api-contract';
import { EXCLUDED_LOCATIONS_MAX } from '@waymark/api-contract/limits';
import { abortWhenLeft } from '../../kernel/server/abort-when-left.ts';
import { ApiProblem, invalid } from '../../kernel/server/errors.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { hasMorePlaces } from '../elevation/encoded-line.ts';
import { hasElevation } from '../elevation/sources.ts';
import { NoWay } from './graph/router.ts';
import { ownRouter } from './worker/router-queue.ts';
import { askValhalla, roundTripByValhalla } from './valhalla/valhalla.ts';
import { tileCreditsHandler, tileHandler } from './tile-routes.ts';

/** Points of a line that one question may have. */
const MAX_WAYS_PLACES = 20_000;

/** A refusal that names the leg, so that a page can say which one. */
function refuse(error: unknown): never {
  if (!(error instanceof NoWay)) throw error;
  throw new ApiProblem(422, error.code, error.message, { diagnostics: { leg: [String(error.leg)] } });
}

function questionOf(json: string): RoutingQuestion {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw invalid({ json: ['Send the question as JSON: {"locations": [...], "costing": "pedestrian"}.'] });
  }
  const question = RoutingQuestion.safeParse(value);
  if (question.success) return question.data;
  const [issue] = question.error.issues;
  throw invalid({ [issue?.path.join('.') ?? 'json']: [issue?.message ?? 'The question is not complete.'] });
}

/** Decodes places that a caller sent. @param field what is named when they are none */
function decodeLine(field: string, encoded: string): [lat: number, lng: number][] {
  const line = polyline.decode(encoded, 6);
  if (line.some(([lat, lng]) => !(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)))
    throw invalid({ [field]: ['Send the line as an encoded polyline with 6 decimals.'] });
  return line;
}

function decodeExclusions(encoded: string): NonNullable<RoutingQuestion['exclude_locations']> {
  if (hasMorePlaces(encoded, EXCLUDED_LOCATIONS_MAX))
    throw invalid({
      exclude_locations: [`Routing keeps off at most ${EXCLUDED_LOCATIONS_MAX} places at once.`],
    });
  return decodeLine('exclude_locations', encoded).map(([lat, lon]) => ({ lat, lon }));
}

/** Ways along roads: by roads of our own from OpenStreetMap extracts, or by a Valhalla server. */
export const routingService: Service = {
  name: 'Routing',
  base: SERVICE_BASES.routing,
  routes: [
    tileHandler,
    tileCreditsHandler,
    route<typeof routingCalls.route>({
      call: routingCalls.route,
      access: 'anyone',
      lenient: true,
      limit: { max: 2400, windowSeconds: 60 },
      async handler({ context, query, reply }) {
        const left = abortWhenLeft(reply);
        const question = questionOf(query.json);
        void reply.header('cache-control', 'private, max-age=60');
        if (context.env.ROUTING_URL) return askValhalla(context.env.ROUTING_URL, question).catch(refuse);
        return ownRouter(context).ask({ kind: 'route', question }, left).catch(refuse);
      },
    }),
    route<typeof routingCalls.coverage>({
      call: routingCalls.coverage,
      access: 'anyone',
      lenient: true,
      async handler({ context }) {
        const valhalla = Boolean(context.env.ROUTING_URL);
        return {
          regions: valhalla ? [] : await ownRouter(context).ask({ kind: 'regions' }),
          provider: valhalla ? 'valhalla' : 'own',
          elevation: hasElevation(context.env),
        };
      },
    }),
    route<typeof routingCalls.ways>({
      call: routingCalls.ways,
      access: 'anyone',
      lenient: true,
      limit: [
        { max: 240, windowSeconds: 60 },
        { max: 6_000_000, windowSeconds: 60, unit: 'bytes' },
      ],
      async handler({ context, body, reply }) {
        const left = abortWhenLeft(reply);
        if (hasMorePlaces(body.encoded_polyline, MAX_WAYS_PLACES))
          throw invalid({
            encoded_polyline: ['Ways are named for at most 20,000 points at once. Send the line in parts.'],
          });
        const line = decodeLine('encoded_polyline', body.encoded_polyline);
        return { spans: await ownRouter(context).ask({ kind: 'ways', line }, left) };
      },
    }),
    route<typeof routingCalls.roundTrip>({
      call: routingCalls.roundTrip,
      access: 'anyone',
      lenient: true,
      limit: { max: 120, windowSeconds: 60 },
      async handler({ context, query, reply }) {
        const left = abortWhenLeft(reply);
        const { lat, lng, length, costing, seed, exclude_locations: excluded } = query;
        // The golden angle: each further try sets off in a direction of its own.
        const heading = query.heading ?? (seed * 137.508) % 360;
        const request = {
          lat,
          lng,
          length,
          costing,
          heading,
          ...(excluded && { exclude_locations: decodeExclusions(excluded) }),
        };
        const found = context.env.ROUTING_URL
          ? roundTripByValhalla(context.env.ROUTING_URL, request)
          : ownRouter(context).ask({ kind: 'roundTrip', request }, left);
        return found.catch(refuse);
      },
    }),
  ],
};
