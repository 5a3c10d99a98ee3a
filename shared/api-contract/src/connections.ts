import { z } from 'zod';
import { Id, IdParams, Links, type Call } from './common.ts';
import { connectionEndpoints } from './endpoints/account.ts';
import { SingleLine } from './text.ts';

/** A service or a way to bring workouts in by itself. `oauth` sends the member there; `upload` makes a private address. */
export const ConnectionType = z.object({
  type: z.string(),
  name: z.string(),
  kind: z.enum(['oauth', 'upload']),
  description: z.string(),
  /** What its terms demand of what it brings, to be shown before connecting; null for nothing. */
  notice: z.string().nullable(),
});
export type ConnectionType = z.infer<typeof ConnectionType>;

export const Connection = z.object({
  id: Id,
  type: z.string(),
  name: z.string(),
  /** needs_attention: the service refuses our token; connect again. */
  status: z.enum(['active', 'needs_attention']),
  /** The member's storage is full: workouts that the service named wait until there is room. */
  waits_for_room: z.boolean(),
  created_datetime: z.string(),
  last_received_datetime: z.string().nullable(),
  workouts_received: z.number().int(),
  /** Of an upload address: where files are sent by PUT or POST. Shown once, when it is made. */
  upload_url: z.string().nullable(),
  _links: Links,
});
export type Connection = z.infer<typeof Connection>;

export const connectionCalls = {
  types: {
    ...connectionEndpoints.types,
    summary: 'What can be connected on this site',
    response: z.object({
      _embedded: z.object({ remote_connection_types: z.array(ConnectionType) }),
      total_count: z.number().int(),
    }),
  },
  list: {
    ...connectionEndpoints.list,
    summary: 'Connected services and upload addresses',
    response: z.object({
      _embedded: z.object({ remote_connections: z.array(Connection) }),
      total_count: z.number().int(),
    }),
  },
  one: { ...connectionEndpoints.one, summary: 'One connection', params: IdParams, response: Connection },
  connect: {
    ...connectionEndpoints.connect,
    summary: 'Connect: answers where to go on (oauth) or the new connection (upload)',
    body: z.object({ type: z.string().max(40), name: SingleLine.max(60).optional() }),
    response: z.object({ authorization_url: z.string().nullable(), connection: Connection.nullable() }),
    status: 201,
  },
  finish: {
    ...connectionEndpoints.finish,
    summary: 'Finish with what the service sent the browser back with',
    body: z.object({
      state: z.string().min(10).max(600),
      code: z.string().max(2000).optional(),
      error: z.string().max(200).optional(),
    }),
    response: Connection,
  },
  remove: {
    ...connectionEndpoints.remove,
    summary: 'Disconnect, here and there; workouts that came stay',
    params: IdParams,
    status: 204,
  },
} satisfies Record<keyof typeof connectionEndpoints, Call>;
