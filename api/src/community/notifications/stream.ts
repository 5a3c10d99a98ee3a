import type { ServerResponse } from 'node:http';
import { notificationCalls, type NotificationEvent } from '@waymark/api-contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { firstIdAt } from '../../kernel/database/ids.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { TokenHolder } from '../../kernel/server/access-tokens.ts';
import { busy } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { isFollowed, isPresentedTo } from '../stories/read-feed.ts';
import { isSharedRow } from '../../members/visibility/relation.ts';
import { readCount } from './read-notifications.ts';

const EVENT_STREAM = 'text/event-stream; charset=utf-8';
/** The database is asked so often, once for all streams of this process. */
const POLL_MS = 2000;
/** Keeps proxies from closing a stream in which nothing happens. */
const PING_MS = 25_000;
const STREAMS_MAX = 5000;
const STREAMS_PER_MEMBER = 5;
/** Stories that were stored by other processes a moment ago, whose clocks differ a little. */
const STORY_OVERLAP_MS = 10_000;

/** What was shared so long after it was stored is found by its position; as the index `stories_shared_later` has it. */
const SHARED_LATER = sql.raw(String(5000 * 4096));

/** Pages that a stopping process sent away come back spread over this time. */
const RECONNECT_MS = 5000;

interface Stream {
  response: ServerResponse;
  sessionId: number;
  endsAt: number;
  pinged: number;
}

/** What is known of a member with a stream: the state in the database, and what was sent last. */
interface Listener {
  streams: Set<Stream>;
  raw: string;
  sent: NotificationEvent;
}

const eventId = (event: NotificationEvent): string =>
  [event.latest, event.unread_count, event.latest_story, event.premium_version, event.friends_version].join(
    '.',
  );

type Versions = Pick<NotificationEvent, 'premium_version' | 'friends_version'>;
interface MemberState extends Versions {
  /** Differs when the unread causes do. */
  unread: string;
}
const versionsOf = (state: MemberState | undefined): Versions => ({
  premium_version: state?.premium_version ?? 0,
  friends_version: state?.friends_version ?? 0,
});

function send({ response }: Stream, event: NotificationEvent): void {
  response.write(`id: ${eventId(event)}\nevent: change\ndata: ${JSON.stringify(event)}\n\n`);
}

/** The open streams of one process. */
class StreamHub {
  readonly #context: Context;
  readonly #app: FastifyInstance;
  readonly #listeners = new Map<number, Listener>();
  #timer: NodeJS.Timeout | null = null;
  #isPolling = false;
  #storiesSeen = 0;

  constructor(context: Context, app: FastifyInstance) {
    this.#context = context;
    this.#app = app;
  }

  get size(): number {
    let size = 0;
    for (const { streams } of this.#listeners.values()) size += streams.size;
    return size;
  }

  /** @throws ApiProblem 503 when too many are open or the process stops; nothing has been answered then */
  async open(
    { userId, sessionId }: TokenHolder,
    reply: FastifyReply,
    { lastEventId, seconds }: { lastEventId: string | undefined; seconds: number },
  ): Promise<void> {
    const [latest_story, states] = await Promise.all([this.#latestStory(userId), this.#readStates([userId])]);
    // After the state that stands for it: what changes in between is seen by the next poll.
    const count = await readCount(this.#context.db, userId, this.#context.now());
    if (this.size >= STREAMS_MAX || this.#app.stopping)
      throw busy('Too many pages listen at the moment. This one asks again later.');
    const response = reply.raw;
    reply.hijack();
    // Its reader left meanwhile: nothing tells that once more.
    if (response.destroyed) return;
    response.writeHead(200, {
      'content-type': EVENT_STREAM,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const now = Date.now();
    const stream = { response, sessionId, endsAt: now + seconds * 1000, pinged: now };
    const state = states.get(userId);
    const event = { ...count, latest_story, ...versionsOf(state) };
    let listener = this.#listeners.get(userId);
    // What other streams of this member have not been sent yet is left to the next poll.
    if (!listener) {
      listener = { streams: new Set(), raw: JSON.stringify(state), sent: event };
      this.#listeners.set(userId, listener);
    }
    listener.streams.add(stream);
    response.on('close', () => this.#close(userId, stream));
    if (listener.streams.size > STREAMS_PER_MEMBER) [...listener.streams][0]!.response.end();
    this.#start();
    response.write(': open\n\n');
    if (lastEventId !== eventId(event)) send(stream, event);
    if (seconds === 0) response.end();
  }

  #close(userId: number, stream: Stream): void {
    const listener = this.#listeners.get(userId);
    if (!listener?.streams.delete(stream) || listener.streams.size > 0) return;
    this.#listeners.delete(userId);
    if (this.#listeners.size > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #start(): void {
    if (this.#timer) return;
    this.#storiesSeen = firstIdAt(Date.now() - STORY_OVERLAP_MS);
    this.#timer = setInterval(() => void this.#tick(), POLL_MS / 2);
    this.#timer.unref();
  }

  async #tick(): Promise<void> {
    if (this.#app.stopping) return this.#endAll();
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      await this.#poll();
    } catch (error) {
      // The database is away: the next poll asks again.
      this.#context.log.warn({ err: error }, 'notifications could not be polled');
    } finally {
      this.#isPolling = false;
    }
  }

  /** Readers that have not taken the end of their stream by the next tick are not waited for. */
  #endAll(): void {
    for (const { streams } of this.#listeners.values())
      for (const { response } of streams)
        if (response.writableEnded) response.destroy();
        else response.end(`retry: ${Math.ceil(Math.random() * RECONNECT_MS)}\n\n`);
  }

  async #poll(): Promise<void> {
    const now = Date.now();
    for (const { streams } of this.#listeners.values())
      for (const stream of streams)
        if (now > stream.endsAt || this.#app.tokens.isRevoked(stream.sessionId)) stream.response.end();
        else if (now - stream.pinged > PING_MS) {
          stream.pinged = now;
          stream.response.write(': ping\n\n');
        }
    const ids = [...this.#listeners.keys()];
    if (ids.length === 0) return;
    const [states, stories] = await Promise.all([this.#readStates(ids), this.#readStories(ids)]);
    for (const [userId, listener] of this.#listeners) {
      const state = states.get(userId);
      const raw = JSON.stringify(state);
      const latest_story = Math.max(listener.sent.latest_story, stories.get(userId) ?? 0);
      const isChanged = raw !== listener.raw;
      if (!isChanged && latest_story === listener.sent.latest_story) continue;
      listener.raw = raw;
      const count = isChanged
        ? await readCount(this.#context.db, userId, this.#context.now())
        : listener.sent;
      const event = {
        unread_count: count.unread_count,
        latest: count.latest,
        latest_story,
        ...versionsOf(state),
      };
      if (eventId(event) === eventId(listener.sent)) continue;
      listener.sent = event;
      for (const stream of listener.streams) send(stream, event);
    }
  }

  /** The versions and the unread causes of all listeners. One query. */
  async #readStates(ids: number[]): Promise<Map<number, MemberState>> {
    const { rows } = await sql<MemberState & { user_id: number }>`
      select k.user_id, coalesce(b.version, 0) as premium_version, coalesce(f.version, 0) as friends_version, n.unread
      from unnest(${ids}::bigint[]) as k (user_id)
      left join billing_accounts b on b.user_id = k.user_id
      left join friend_counts f on f.user_id = k.user_id
      cross join lateral (
        select concat(count(*), '.', max(id)) as unread from (
          select id from notification_causes
          where user_id = k.user_id and read_at is null order by id desc limit 101) as causes) as n`.execute(
      this.#context.db,
    );
    return new Map(rows.map((row) => [row.user_id, row]));
  }

  /** The newest story of a friend for each listener, among those stored or shared since the poll before. One query. */
  async #readStories(ids: number[]): Promise<Map<number, number>> {
    const since = this.#storiesSeen;
    this.#storiesSeen = firstIdAt(Date.now() - STORY_OVERLAP_MS);
    const isShared = sql`${isSharedRow('friends')} and not is_hidden_from_feed and removed_at is null`;
    const { rows } = await sql<{ user_id: number; position: number }>`
      select f.user_id, max(stories.position) as position
      from (
        (select user_id, position, kind, object_id from stories
          where id > ${since} and ${isShared} order by id desc limit 2000)
        union all (
          select user_id, position, kind, object_id from stories
          where position > ${since} and position > id + ${SHARED_LATER} and ${isShared}
          order by position desc limit 2000)) as stories
      join friendships f on f.friend_id = stories.user_id and f.user_id = any(${ids}::bigint[])
      where ${isFollowed(this.#context.now())} and ${isPresentedTo(sql`f.user_id`)}
      group by f.user_id`.execute(this.#context.db);
    return new Map(rows.map(({ user_id, position }) => [user_id, position]));
  }

  async #latestStory(userId: number): Promise<number> {
    const { rows } = await sql<{ position: number | null }>`
      select max(s.position) as position from friendships f cross join lateral (
        select position from stories
        where user_id = f.friend_id and ${isSharedRow('friends')} and not is_hidden_from_feed and removed_at is null
          and ${isPresentedTo(userId)}
        order by position desc limit 1) as s
      where f.user_id = ${userId} and ${isFollowed(this.#context.now())}`.execute(this.#context.db);
    return rows[0]?.position ?? 0;
  }
}

const hubs = new WeakMap<Context, StreamHub>();

export const streamHandler = route<typeof notificationCalls.stream>({
  call: notificationCalls.stream,
  access: 'member',
  async handler({ context, query, request, reply }) {
    if (request.method === 'HEAD') return reply.type(EVENT_STREAM).send();
    let hub = hubs.get(context);
    if (!hub) hubs.set(context, (hub = new StreamHub(context, request.server)));
    const header = request.headers['last-event-id'];
    const lastEventId = query.last_event_id ?? (typeof header === 'string' ? header : undefined);
    await hub.open(request.holder!, reply, { lastEventId, seconds: query.seconds });
    return reply;
  },
});
