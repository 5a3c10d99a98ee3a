import type { RouteDetail, RouteSummary } from '@waymark/api-contract';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../kernel/server/context.ts';
import { notFound } from '../../kernel/server/errors.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { pointsJson } from './points/packed.ts';
import { presentRoute } from './presenter.ts';
import type { SummaryRow } from './route-rows.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends `head` with one member more, whose JSON is there already: points go out as they are stored and are never made
 * into objects on the thread that answers. What a handler returns of it is what was promised, as the type says.
 */
export function sendWithJson<T extends object, K extends string>(
  reply: FastifyReply,
  head: T,
  member: K,
  json: Uint8Array,
): never {
  const text = JSON.stringify(head);
  const start = `${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(member)}:`;
  const body = Buffer.concat([Buffer.from(start), json, Buffer.from('}')]);
  return reply.type(JSON_TYPE).send(body) as never;
}

/** Stored points, packed. */
export async function storedPoints(
  { db }: Context,
  { user_id, id }: Pick<SummaryRow, 'user_id' | 'id'>,
): Promise<{ n: number; data: Uint8Array }> {
  const stored = await db
    .selectFrom('route_points')
    .select(['n', 'data'])
    .where('user_id', '=', user_id)
    .where('route_id', '=', id)
    .executeTakeFirst();
  // Deleted for good between two queries.
  if (!stored) throw notFound('route');
  return stored;
}

/** Sends a route without its points. */
export function sendSummary(row: SummaryRow, caller: Caller | null, reply: FastifyReply): RouteSummary {
  void reply.type(JSON_TYPE).serializer(JSON.stringify);
  return presentRoute(row, caller);
}

/** Sends a route with its points. @param json of the points, where it is at hand */
export async function answerRoute(
  context: Context,
  caller: Caller | null,
  row: SummaryRow,
  reply: FastifyReply,
  json?: Uint8Array,
): Promise<RouteDetail> {
  const points = json ?? (await pointsJson((await storedPoints(context, row)).data));
  return sendWithJson(reply, presentRoute(row, caller), 'points', points);
}
