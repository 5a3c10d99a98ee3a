import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '@waymark/api-contract/address-network';
import { endWithProblem } from './client-errors.ts';

export interface ConnectionLimits {
  /** Connections that one address may hold, or requests under way where a proxy is in front; 0 does not count them. */
  perAddress: number;
  /** Requests that one connection may have waiting for their answers, which are made one after the other. */
  maxPipelined: number;
  /** Connections kept open between requests. The one idle for longest goes first. */
  maxIdle: number;
  /** How long a visitor may leave an answer untouched. */
  writeTimeoutMs: number;
  /** Slower than this, an answer is given up. */
  minBytesPerSecond: number;
}

export const CONNECTION_DEFAULTS: ConnectionLimits = {
  perAddress: 256,
  maxPipelined: 16,
  maxIdle: 4096,
  writeTimeoutMs: 30_000,
  minBytesPerSecond: 4096,
};

/** Programs on this machine, such as a tunnel or a proxy, bring the requests of many. */
const UNCOUNTED = new Set(['127.0.0.1', '::ffff:127.0.0.1', '::1']);

/** What limits of an address count by; null for an address that they leave out. */
export const countedNetwork = (address: string): string | null =>
  UNCOUNTED.has(address) ? null : networkOf(address);

const SWEEP_MS = 5000;

interface Answering {
  requests: number;
  /** Bytes sent at which all that lay waiting when the deadline was set is gone. */
  dueBytes: number;
  /** Infinity while nothing waits. */
  deadline: number;
}

/**
 * Counts the requests under way for each visitor. Behind a proxy all connections are the proxy's, so that theirs cannot be
 * counted.
 * @returns begins a request: what ends it, or null where its visitor has too many
 */
export function createRequestLimit(maxPerAddress: number): (address: string) => (() => void) | null {
  const underWay = new Map<string, number>();
  return (address) => {
    const network = networkOf(address);
    const count = underWay.get(network) ?? 0;
    if (count >= maxPerAddress) return null;
    underWay.set(network, count + 1);
    return () => {
      const left = (underWay.get(network) ?? 1) - 1;
      if (left > 0) underWay.set(network, left);
      else underWay.delete(network);
    };
  };
}

/**
 * Begins the answers of each connection one after the other: those to requests that were sent ahead would each hold a
 * place of a call and their whole answer, although the one before is not taken yet.
 */
export function createAnswerOrder(): (
  request: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
) => void {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return ({ socket }, response, begin) => {
    const next = waiting.get(socket);
    if (next) next.push(begin);
    else {
      waiting.set(socket, []);
      begin();
    }
    response.once('close', () => {
      const following = waiting.get(socket)?.shift();
      if (!following) waiting.delete(socket);
      else if (!socket.destroyed) following();
    });
  };
}

export interface Connections {
  /**
   * Ends connections as soon as no request is under way on them. Browsers open some ahead and keep others; Node's own
   * close waits for those that have not sent a request yet.
   */
  drain(): void;
}

/** Bounds what connections cost: how many an address holds, how many lie idle, and how slowly an answer may be taken. */
export function guardConnections(server: Server, limits: ConnectionLimits): Connections {
  const open = new Set<Socket>();
  let isDraining = false;
  const held = new Map<string, number>();
  const idle = new Set<Socket>();
  const answering = new Map<Socket, Answering>();

  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      idle.delete(socket);
      answering.delete(socket);
    });
    const address = countedNetwork(socket.remoteAddress ?? '');
    if (limits.perAddress === 0 || address === null) return;
    const count = (held.get(address) ?? 0) + 1;
    held.set(address, count);
    socket.once('close', () => {
      const left = (held.get(address) ?? 1) - 1;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    });
    if (count > limits.perAddress)
      endWithProblem(
        socket,
        429,
        'too_many_connections',
        'Too many connections are open from your address. Close some and try again.',
      );
  });

  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    const state = answering.get(socket) ?? { requests: 0, dueBytes: 0, deadline: Infinity };
    state.requests++;
    answering.set(socket, state);
    if (state.requests > limits.maxPipelined) socket.destroy();
    response.once('close', () => {
      if (--state.requests > 0 || socket.destroyed) return;
      answering.delete(socket);
      if (isDraining) return socket.destroySoon();
      idle.add(socket);
      const [longest] = idle;
      if (idle.size > limits.maxIdle) longest?.destroy();
    });
  });

  // Counts silence on both ways of a connection; what is being written and taken bit by bit is no silence.
  server.setTimeout(limits.writeTimeoutMs, (socket: Socket) => {
    const isWaitingForUs = answering.has(socket) && socket.writableLength === 0;
    if (isWaitingForUs) socket.setTimeout(limits.writeTimeoutMs);
    else socket.destroy();
  });

  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [socket, state] of answering) {
      const waiting = socket.writableLength;
      const sent = socket.bytesWritten - waiting;
      if (waiting === 0) state.deadline = Infinity;
      else if (state.deadline === Infinity || sent >= state.dueBytes) {
        const neededMs = (waiting / limits.minBytesPerSecond) * 1000;
        state.dueBytes = sent + waiting;
        state.deadline = now + limits.writeTimeoutMs + neededMs;
      }
      if (now > state.deadline) socket.destroy();
    }
  }, SWEEP_MS);
  sweep.unref();
  server.once('close', () => clearInterval(sweep));

  return {
    drain() {
      isDraining = true;
      for (const socket of open) if (!answering.has(socket)) socket.destroy();
    },
  };
}
