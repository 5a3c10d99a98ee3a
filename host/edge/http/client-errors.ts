import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '@waymark/api-contract';

const LINGER_MS = 1000;

const REFUSALS: Record<string, [status: number, error: string, description: string]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'headers_too_large',
    'This request carries more than the site takes. Delete this site’s cookies and try again.',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too_large', 'This is larger than the server takes.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request took too long to arrive. Try again.'],
};
const INVALID = [400, 'invalid_request', 'This is not a request that can be read.'] as const;

/** Answers what cannot be read as a request in the one form of errors, and ends the connection. */
export function answerClientErrors(server: Server): void {
  const refused = new WeakSet<object>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const isAnswering = Boolean((socket as { _httpMessage?: unknown })._httpMessage);
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) return void socket.destroy();
    const [status, code, description] = REFUSALS[error.code ?? ''] ?? INVALID;
    endWithProblem(socket as Socket, status, code, description);
  });
}

/** Writes a whole answer to a connection that has no request, and ends it. */
export function endWithProblem(socket: Socket, status: number, error: string, description: string): void {
  const body: ErrorBody = { status, error, error_description: description, request_id: crypto.randomUUID() };
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n${text}`,
  );
  // Closing at once would reset the connection, and the visitor would lose the answer.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
