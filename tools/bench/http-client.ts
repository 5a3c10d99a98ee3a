import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

const AGENT = new Agent({ keepAlive: true });

export interface TimedAnswer {
  /** Until the last byte was there. */
  ms: number;
  /** At the server, where it says so. */
  serverMs: number | null;
  body: string;
}

/**
 * A call over kept connections. Not by `fetch`: what that copies of long answers has this process collect its whole heap
 * every thirty calls, which takes longer than a call, and of a short one it takes as much computing as the server.
 * @throws Error for another status than 2xx
 */
export async function timedCall(
  url: string,
  {
    method = 'GET',
    headers,
    body,
  }: { method?: string; headers: Record<string, string>; body?: object | undefined },
): Promise<TimedAnswer> {
  const began = performance.now();
  const call = request(url, {
    agent: AGENT,
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
  });
  call.end(body && JSON.stringify(body));
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  const content = await text(answer);
  const ms = performance.now() - began;
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 299) throw new Error(`${method} ${url}: ${status} ${content}`);
  const told = /dur=([\d.]+)/.exec(String(answer.headers['server-timing'] ?? ''))?.[1];
  return { ms, serverMs: told === undefined ? null : Number(told), body: content };
}
