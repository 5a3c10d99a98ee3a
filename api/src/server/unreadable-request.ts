import type { Socket } from 'node:net';
import type { ErrorBody } from '@waymark/api-contract';

type Refusal = readonly [status: number, reason: string, code: string, description: string];

const UNREADABLE: Refusal = [400, 'Bad Request', 'invalid_request', 'This request is not valid.'];
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'headers_too_large',
    'The headers of this request are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    'Request Timeout',
    'request_timeout',
    'This request took too long to arrive. Send it again.',
  ],
};

/**
 * Answers what is no HTTP request, in the one form of errors, and closes the connection: nobody knows where the next
 * request on it would begin.
 */
export function answerUnreadableRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  requestId: string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
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
}
