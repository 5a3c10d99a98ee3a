import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody, ProblemCode } from '@waymark/api-contract';

type Refusal = readonly [status: number, reason: string, code: ProblemCode, description: string];

const UNREADABLE: Refusal = [400, 'Bad Request', 'invalid_request', 'This request is not valid.'];
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'headers_too_large',
    'The headers of this request are too large.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    413,
    'Payload Too Large',
    'too_large',
    'This is larger than the server takes.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'Request Timeout',
    'request_timeout',
    'This request took too long to arrive. Send it again.',
  ],
};

const LINGER_MS = 1000;

/** The answer that a call of this connection waits for. Node keeps it to itself. */
const pendingAnswer = (socket: Socket): ServerResponse | null =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? null;

/** Connections on which nothing is read any more: what still comes is unreadable, too. */
const closing = new WeakSet<Socket>();

/**
 * Answers what is no HTTP request, in the one form of errors, and closes the connection: nobody knows where the next
 * request on it would begin. A call whose body breaks off or is framed wrongly is answered so as well; one that was
 * complete before gets its own answer first.
 */
export function answerUnreadableRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  requestId: string,
): void {
  const pending = pendingAnswer(socket);
  if (error.code === 'ECONNRESET' || !socket.writable || pending?.headersSent) return void socket.destroy();
  if (closing.has(socket)) return;
  closing.add(socket);
  if (pending?.req.complete) return void pending.once('finish', () => closeSoon(socket));
  const [status, reason, code, description] = REFUSALS[error.code ?? ''] ?? UNREADABLE;
  const body: ErrorBody = { status, error: code, error_description: description, request_id: requestId };
  const text = JSON.stringify(body);
  closeSoon(
    socket,
    [
      `HTTP/1.1 ${status} ${reason}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}

/** Closing at once would reset the connection, and its reader would lose the answer. */
function closeSoon(socket: Socket, answer = ''): void {
  socket.end(answer);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
