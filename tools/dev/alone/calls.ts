import { SERVICE_BASES, type ServiceName } from '@waymark/api-contract';
import { ApiError, type HttpClient, type RequestOptions } from '@waymark/contract';

interface Answer {
  status: number;
  statusText: string;
  body: unknown;
}
export interface CallOptions {
  token: () => string | null;
  /** Gets another token after a 401. @returns whether there is one */
  renew: () => Promise<boolean>;
}

/** The stand-in's client of the API: token, one renewal, errors as the contract has them. */
export function createCalls({ token, renew }: CallOptions): (service: ServiceName) => HttpClient {
  const request = async <T>(
    service: ServiceName,
    method: string,
    path: string,
    body?: unknown,
    o?: RequestOptions,
  ) => {
    const given = Object.entries(o?.params ?? {}).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    const url = SERVICE_BASES[service] + path + (query && `?${query}`);
    let answer = await send(method, url, token(), body, o);
    if (answer.status === 401 && !o?.noRefresh && (await renew()))
      answer = await send(method, url, token(), body, o);
    if (answer.status < 200 || answer.status > 299)
      throw new ApiError(answer.status, answer.statusText, answer.body);
    return answer.body as T;
  };
  return (service) => ({
    get: (path, o) => request(service, 'GET', path, undefined, o),
    post: (path, body, o) => request(service, 'POST', path, body, o),
    put: (path, body, o) => request(service, 'PUT', path, body, o),
    patch: (path, body, o) => request(service, 'PATCH', path, body, o),
    delete: (path, o) => request(service, 'DELETE', path, undefined, o),
  });
}

/** One call, with the progress of what it sends. Resolves whatever the answer is; status 0: none came. */
function send(
  method: string,
  url: string,
  token: string | null,
  body?: unknown,
  o: RequestOptions = {},
): Promise<Answer> {
  return new Promise((resolve) => {
    const call = new XMLHttpRequest();
    call.open(method, url);
    const type = o.responseType ?? 'json';
    call.responseType = type === 'json' ? 'text' : type;
    const plain = body === undefined || body instanceof FormData || body instanceof Blob;
    const headers = {
      accept: 'application/json',
      'x-requested-with': 'waymark',
      ...(plain ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...o.headers,
    };
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.upload.addEventListener('progress', ({ loaded, total }) => o.onUploadProgress?.({ loaded, total }));
    call.addEventListener('loadend', () => {
      const { status, statusText, response } = call;
      resolve({ status, statusText, body: type === 'json' ? parsed(String(response ?? '')) : response });
    });
    o.signal?.addEventListener('abort', () => call.abort());
    if (o.signal?.aborted) call.abort();
    else call.send(plain ? body : JSON.stringify(body));
  });
}

function parsed(text: string): unknown {
  try {
    return text ? (JSON.parse(text) as unknown) : null;
  } catch {
    return text;
  }
}
