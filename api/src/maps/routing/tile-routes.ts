import { routingCalls } from '@waymark/api-contract';
import { citiesIn } from '../places/nearest.ts';
import { hasPlaces, placesOf } from '../places/places.ts';
import type { Env } from '../../kernel/server/env.ts';
import { abortWhenLeft } from '../../kernel/server/abort-when-left.ts';
import { route } from '../../kernel/server/route.ts';
import { sendVectorTile } from '../map-tiles/encoded-tile.ts';
import { ownRouter } from './worker/router-queue.ts';
import type { Box } from '../map-tiles/grid.ts';
import { coverable, type Label } from './tiles/tile.ts';

/** Old roads are better than none while new ones are fetched. */
const CACHING = 'public, max-age=600, stale-while-revalidate=86400';

function citiesOn(env: Env, box: Box): Label[] {
  if (!hasPlaces(env)) return [];
  const places = placesOf(env);
  return citiesIn(places, box).map((city) => {
    const { lat, lng } = places.spot(city);
    return { name: places.name(city), lat, lng, population: places.data.population[city]! };
  });
}

/** A map asks for dozens at once, and what was made is kept: the limit is far above what several members reach. */
export const tileHandler = route<typeof routingCalls.tile>({
  call: routingCalls.tile,
  access: 'anyone',
  lenient: true,
  limit: { max: 6000, windowSeconds: 60 },
  async handler({ context, params: tile, request, reply }) {
    void reply.header('cache-control', CACHING).header('vary', 'accept-encoding');
    const box = coverable(tile);
    const sent =
      box &&
      (await ownRouter(context).ask(
        { kind: 'tile', tile, cities: citiesOn(context.env, box) },
        abortWhenLeft(reply),
      ));
    return sendVectorTile(request, reply, sent);
  },
});

/** A map asks once and shows what is about the part of the world that it shows. */
export const tileCreditsHandler = route<typeof routingCalls.tileCredits>({
  call: routingCalls.tileCredits,
  access: 'anyone',
  lenient: true,
  async handler({ context, reply }) {
    void reply.header('cache-control', CACHING);
    const regions = await ownRouter(context).ask({ kind: 'regions' });
    return { credits: regions.map(({ bounds, attribution }) => ({ bounds: [...bounds], attribution })) };
  },
});
