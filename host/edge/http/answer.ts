import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ErrorBody } from '@waymark/api-contract';
import type { Visit } from './visit.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | null;

/** The best encoding that the browser takes. */
export function encodingFor(acceptEncoding: string | string[] | undefined): Encoding {
  const accepted = new Map(
    String(acceptEncoding ?? '')
      .split(',')
      .map((part) => {
        const [name = '', ...rest] = part.split(';').map((text) => text.trim().toLowerCase());
        return [name, rest.some((text) => /^q=0(\.0*)?$/.test(text))] as const;
      }),
  );
  return accepted.get('br') === false ? 'br' : accepted.get('gzip') === false ? 'gzip' : null;
}

/** Compresses for one answer: a few percent larger than the best, in a fraction of its time. */
export async function encode(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    return brotli(content, { params });
  }
  return encoding === 'gzip' ? zip(content, { level: 5 }) : content;
}

/** A text that many visitors are sent, with its compressed forms. */
export class SharedContent {
  readonly raw: Buffer;
  #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(text: string) {
    this.raw = Buffer.from(text);
  }

  encode(encoding: Encoding): Promise<Buffer> {
    let encoded = this.#encoded.get(encoding);
    if (!encoded) this.#encoded.set(encoding, (encoded = encode(this.raw, encoding)));
    return encoded;
  }
}

/** Sends a whole answer, compressed where the browser takes it and it pays. */
export async function send(
  { request, response }: Visit,
  status: number,
  headers: OutgoingHttpHeaders,
  content: string | SharedContent,
): Promise<void> {
  const raw = typeof content === 'string' ? Buffer.from(content) : content.raw;
  const encoding = raw.length > 700 ? encodingFor(request.headers['accept-encoding']) : null;
  const body = await (typeof content === 'string' ? encode(raw, encoding) : content.encode(encoding));
  response.writeHead(status, {
    'x-content-type-options': 'nosniff',
    ...headers,
    ...(encoding && { 'content-encoding': encoding }),
    'content-length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** @param body an object, or its JSON */
export const sendJson = (
  visit: Visit,
  status: number,
  body: object | SharedContent,
  headers: OutgoingHttpHeaders = {},
) =>
  send(
    visit,
    status,
    { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body instanceof SharedContent ? body : JSON.stringify(body),
  );

/** Somebody looks at the answer, instead of a script. */
const isPageVisit = ({ request: { method = 'GET', headers } }: Visit): boolean =>
  ['GET', 'HEAD'].includes(method) &&
  (headers.accept ?? '').includes('text/html') &&
  headers['x-requested-with'] === undefined;

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const problemPage = (status: number, description: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${status}</title>
<style>body{font:1.1rem/1.6 system-ui,sans-serif;max-width:30rem;margin:20vh auto;padding:0 1.5rem;text-align:center}a{color:inherit}</style>
</head><body><h1>This page cannot be shown</h1><p>${escapeHtml(description)}</p><p><a href="/">Go to the home page</a></p></body></html>
`;

/** An error in the API's one form, for what the edge itself refuses; a page for visitors who came to see one. */
export function sendProblem(
  visit: Visit,
  status: number,
  error: string,
  description: string,
  headers: OutgoingHttpHeaders = {},
): Promise<void> {
  if (isPageVisit(visit)) {
    const pageHeaders: OutgoingHttpHeaders = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      ...headers,
    };
    return send(visit, status, pageHeaders, problemPage(status, description));
  }
  const body: ErrorBody = { status, error, error_description: description, request_id: visit.id };
  return sendJson(visit, status, body, headers);
}
