import { parentPort, workerData } from 'node:worker_threads';
import type { RoutingAnswer, RoutingQuestion, WaySpan } from '@waymark/api-contract';
import type { Graph } from '../graph/graph.ts';
import { type RoundTrip, roundTrip } from '../graph/round-trip.ts';
import { NoWay, Router } from '../graph/router.ts';
import { waysAlong } from '../graph/ways-along.ts';
import type { EncodedTile } from '../../map-tiles/encoded-tile.ts';
import type { Tile } from '../../map-tiles/grid.ts';
import { TileCache } from '../tiles/tile-cache.ts';
import type { Label } from '../tiles/tile.ts';
import { Regions } from '../regions/regions.ts';

export interface Region {
  name: string;
  bounds: Graph['bounds'];
  demo: boolean;
  attribution: string;
}

export type RouterTask =
  | { kind: 'route'; question: RoutingQuestion }
  | { kind: 'roundTrip'; request: RoundTrip }
  | { kind: 'ways'; line: [lat: number, lng: number][] }
  | { kind: 'tile'; tile: Tile; cities: Label[] }
  | { kind: 'regions' };
export interface RouterAnswers {
  route: RoutingAnswer;
  roundTrip: RoutingAnswer;
  ways: WaySpan[];
  tile: EncodedTile | null;
  regions: Region[];
}
export type RouterReply =
  | { id: number; answer: RouterAnswers[keyof RouterAnswers] }
  | { id: number; problem: { code: NoWay['code']; leg: number; message: string } }
  | { id: number; failure: string };

const { dataDir, demo } = workerData as { dataDir: string; demo: boolean };
const regions = new Regions(dataDir, demo);
const routers = new WeakMap<Graph, Router>();
/** The list of files is read again only after this time: a drag asks many times a second. */
const MAX_AGE_MS = 1000;
let known: { at: number; graphs: Promise<Graph[]> } | null = null;

function graphs(): Promise<Graph[]> {
  const now = performance.now();
  if (!known || now - known.at > MAX_AGE_MS) {
    const reading = regions.all();
    known = { at: now, graphs: reading };
    reading.catch(() => (known = null));
  }
  return known.graphs;
}

function routerOf(graph: Graph): Router {
  let router = routers.get(graph);
  if (!router) routers.set(graph, (router = new Router(graph)));
  return router;
}

const holds = ({ bounds: [west, south, east, north] }: Graph, { lat, lon }: { lat: number; lon: number }) =>
  lat >= south - MARGIN && lat <= north + MARGIN && lon >= west - MARGIN && lon <= east + MARGIN;
/** Degrees around a region in which a place may still be near one of its roads. */
const MARGIN = 0.005;

async function covering(places: readonly { lat: number; lon: number }[]): Promise<Router> {
  const all = await graphs();
  const found = all.find((graph) => places.every((place) => holds(graph, place)));
  if (found) return routerOf(found);
  const outside = places.findIndex((place) => !all.some((graph) => holds(graph, place)));
  throw new NoWay(
    'no_coverage',
    Math.max(0, Math.min(outside, places.length - 2)),
    'The map has no roads in this area. Draw this leg straight.',
  );
}

const tiles = new TileCache();

async function answer(task: RouterTask): Promise<RouterAnswers[keyof RouterAnswers]> {
  if (task.kind === 'tile') return tiles.tileOf(await graphs(), task.tile, task.cities);
  if (task.kind === 'regions')
    return (await graphs()).map(({ name, bounds, demo: invented, attribution }) => ({
      name,
      bounds,
      demo: invented,
      attribution,
    }));
  if (task.kind === 'ways') return waysAlong(await graphs(), task.line);
  if (task.kind === 'route') return (await covering(task.question.locations)).route(task.question);
  const router = await covering([{ lat: task.request.lat, lon: task.request.lng }]);
  return roundTrip((question) => router.route(question), task.request);
}

parentPort!.on('message', ({ id, task }: { id: number; task: RouterTask }) => {
  answer(task).then(
    (result) => parentPort!.postMessage({ id, answer: result } satisfies RouterReply, []),
    (error: unknown) => {
      const reply: RouterReply =
        error instanceof NoWay
          ? { id, problem: { code: error.code, leg: error.leg, message: error.message } }
          : { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
      parentPort!.postMessage(reply, []);
    },
  );
});
