import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import type { Visit } from './visit.ts';

/** Bodies up to this size are read whole before the API hears of them. */
const SMALL_BODY_BYTES = 64 * 1024;
/** Of a body that nobody wants any more so much is read away, so that its sender sees the answer. */
const DISCARD_MAX_BYTES = 64 * 1024 * 1024;

export interface BodyLimits {
  /** A small body is there after this time; of a longer one, its first part. */
  timeoutMs: number;
  /** What follows comes at least as fast, looked at over windows of `rateWindowMs`. */
  minBytesPerSecond: number;
  /** An upload that comes more slowly gives its place to another one where all are taken. */
  yieldingBytesPerSecond: number;
  rateWindowMs: number;
}

export const BODY_DEFAULTS: BodyLimits = {
  timeoutMs: 15_000,
  minBytesPerSecond: 1024,
  yieldingBytesPerSecond: 16 * 1024,
  rateWindowMs: 10_000,
};

/** The body did not arrive in time. */
export class SlowBody extends Error {
  override readonly name = 'SlowBody';
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads a body as far as it is small.
 * @returns its bytes, and whether they are all of it; the rest is still to be read
 * @throws SlowBody when it takes too long, Error when the visitor leaves
 */
export function readBodyStart(
  request: IncomingMessage,
  { timeoutMs }: BodyLimits,
): Promise<{ start: Buffer; isWhole: boolean }> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const stop = () => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
    };
    const onData = (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      if (bytes <= SMALL_BODY_BYTES) return;
      request.pause();
      stop();
      resolve({ start: Buffer.concat(parts), isWhole: false });
    };
    const onEnd = () => {
      stop();
      resolve({ start: Buffer.concat(parts), isWhole: true });
    };
    const onClose = () => {
      stop();
      reject(new Error('The visitor left.'));
    };
    const timer = setTimeout(() => {
      stop();
      reject(new SlowBody());
    }, timeoutMs);
    request.on('data', onData).once('end', onEnd).once('close', onClose).on('error', onClose);
  });
}

export interface BodyPipe {
  stop: () => void;
  /** Of the last whole window; Infinity before there is one, and while the receiver is what is slow. */
  bytesPerSecond: () => number;
}

/**
 * Passes the rest of a body on. The time that the receiver takes does not count against the sender.
 * @param onSlow called once when it comes too slowly
 */
export function pipeBody(
  request: IncomingMessage,
  target: Writable,
  { minBytesPerSecond, rateWindowMs }: BodyLimits,
  onSlow: () => void,
): BodyPipe {
  let bytes = 0;
  let rate = Infinity;
  let wasBlocked = false;
  const onData = (part: Buffer) => {
    bytes += part.length;
    if (target.write(part)) return;
    wasBlocked = true;
    request.pause();
  };
  const onDrain = () => void request.resume();
  const onEnd = () => {
    stop();
    target.end();
  };
  let isOver = false;
  const judge = () => {
    if (isOver) return;
    rate = wasBlocked ? Infinity : (bytes * 1000) / rateWindowMs;
    if (rate < minBytesPerSecond) {
      stop();
      onSlow();
    }
    bytes = 0;
    wasBlocked = target.writableNeedDrain;
  };
  // What arrived while this process was busy is read first: the sender is not to blame for that.
  const timer = setInterval(() => setImmediate(judge), rateWindowMs);
  const stop = () => {
    isOver = true;
    clearInterval(timer);
    request.off('data', onData).off('end', onEnd).off('close', stop);
    target.off('drain', onDrain);
  };
  request.on('data', onData).once('end', onEnd).once('close', stop);
  target.on('drain', onDrain);
  request.resume();
  return { stop, bytesPerSecond: () => rate };
}

/**
 * Where the visitor wants the connection closed, Node would close it with the answer, and a visitor who is still sending
 * would lose that. It ends when the body does.
 */
export function lingerForBody({ request, response }: Pick<Visit, 'request' | 'response'>): void {
  if (request.complete || response.shouldKeepAlive || response.headersSent) return;
  response.shouldKeepAlive = true;
  const endWhenDone = () => request.readableEnded && response.writableFinished && request.socket.end();
  request.once('end', endWhenDone);
  response.once('finish', endWhenDone);
}

/** Reads away what is left of a body, and ends the connection when that is too much or takes too long. */
export function discardBody(
  { request, response }: Pick<Visit, 'request' | 'response'>,
  { timeoutMs }: BodyLimits = BODY_DEFAULTS,
): void {
  if (request.complete || request.destroyed) return void request.resume();
  lingerForBody({ request, response });
  let bytes = 0;
  const timer = setTimeout(() => request.socket.destroy(), timeoutMs);
  request.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > DISCARD_MAX_BYTES) request.socket.destroy();
  });
  request.on('error', () => {});
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer));
  request.resume();
}
