import type { Axios, AxiosResponse } from 'axios';
import type { ServiceName } from '@waymark/api-contract';

/** Headers that a service wants besides the bearer token. */
export const SERVICE_HEADERS: Partial<Record<ServiceName, Record<string, string>>> = {
  auth: { 'x-requested-with': 'waymark' },
  challenges: { 'api-key': 'waymark-web' },
  billing: { 'billing-domain': 'mmf' },
};

const RETRIED: Partial<Record<ServiceName, readonly number[]>> = {
  main: [502, 503, 504],
  loyalty: [502, 503, 504],
  challenges: [502],
  consent: [503, 504],
};

/** Is this a temporary status that the service's calls are tried again after, once? */
export const isRetried = (service: ServiceName, status: number): boolean =>
  RETRIED[service]?.includes(status) ?? false;

export const RETRY_PAUSE_MS = 250;

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: unknown;
  responseType?: 'json' | 'arraybuffer' | 'blob';
  signal?: AbortSignal;
  onUploadProgress?: (progress: { loaded: number; total?: number }) => void;
}
/** `status` 0: no answer came. */
export interface Answer {
  status: number;
  statusText: string;
  body: unknown;
}
export type Transport = (call: Call) => Promise<Answer>;

const NO_ANSWER: Answer = { status: 0, statusText: '', body: null };

/** Sends a call through axios; resolves whatever the answer is. */
export const axiosTransport =
  (axios: Pick<Axios, 'request'>): Transport =>
  async ({ body, headers, onUploadProgress, responseType = 'json', ...call }) => {
    const json = body !== undefined && !isBinary(body);
    try {
      const answer: AxiosResponse<unknown> = await axios.request({
        ...call,
        headers: json ? { 'content-type': 'application/json', ...headers } : headers,
        data: json ? JSON.stringify(body) : body,
        responseType,
        transformRequest: [],
        transformResponse: [(data: unknown) => (typeof data === 'string' && data ? parsed(data) : data)],
        validateStatus: () => true,
        ...(onUploadProgress
          ? { onUploadProgress: ({ loaded, total }) => onUploadProgress({ loaded, total }) }
          : {}),
      });
      const failed = answer.status >= 400 && responseType !== 'json';
      return {
        status: answer.status,
        statusText: answer.statusText,
        body: failed ? await errorFromBytes(answer.data) : answer.data,
      };
    } catch {
      return NO_ANSWER;
    }
  };

/** Sent as it is; the browser names its type. */
const isBinary = (body: unknown): boolean =>
  body instanceof FormData || body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);

/** Reads an answer of `fetch`, as the early calls are. A failed one is JSON whatever was asked for. */
export async function readEarly(
  answer: Promise<Response>,
  responseType: Call['responseType'] = 'json',
): Promise<Answer> {
  try {
    const response = await answer;
    if (responseType === 'arraybuffer' && response.ok)
      return { status: response.status, statusText: response.statusText, body: await response.arrayBuffer() };
    const text = await response.text();
    return { status: response.status, statusText: response.statusText, body: text ? parsed(text) : null };
  } catch {
    return NO_ANSWER;
  }
}

/** A call for bytes still fails with the JSON of every error. */
async function errorFromBytes(data: unknown): Promise<unknown> {
  const text = data instanceof Blob ? await data.text() : new TextDecoder().decode(data as ArrayBuffer);
  return parsed(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
