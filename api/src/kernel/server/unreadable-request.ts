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

/**
 * Answers what is no HTTP request, in the one form of errors, and closes the connection: nobody knows where the next
 * request on it would begin.
 */
export function answerUnreadableRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  requestId: string,
): void {
  const isAnswering = Boolean((socket as { _httpMessage?: unknown })._httpMessage);
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) return void socket.destroy();
  const [status, reason, code, description] = REFUSALS[error.code ?? ''] ?? UNREADABLE;
  const body: ErrorBody = { status, error: code, error_description: description, request_id: requestId };
  const text = JSON.stringify(body);
  socket.end(
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
  // Closing at once would reset the connection, and its reader would lose the answer.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
