import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT = { client_id: 'waymark', client_secret: 'secret-of-waymark' };
export const NOTICE_SECRET = 'notices-are-from-us';

interface Code {
  user: number;
  challenge: string | null;
  redirectUri: string;
}

/** Polar AccessLink and the Wahoo Cloud API as they are documented, as far as connectors use them, in one server. */
export interface StandIn {
  origin: string;
  /** Who agrees at the service next. */
  user: number;
  /** FIT files by user and workout; an empty one is a workout without a file. */
  readonly files: Map<string, Uint8Array>;
  /** Every call, such as `GET /v3/exercises`. */
  readonly calls: string[];
  /** Statuses with which the next calls are answered instead. */
  readonly failures: { status: number; headers?: Record<string, string> }[];
  /** Hears of the next file before it is sent; the status that it gives is answered instead. */
  onNextFile: (() => Promise<number | undefined>) | null;
  /** Where Wahoo says that files are; its own origin unless set. */
  fileOrigin: string | null;
  /** Ends all tokens there are. */
  endTokens(): void;
  stop(): void;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

export async function startStandIn(): Promise<StandIn> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const codes = new Map<string, Code>();
  const access = new Map<string, number>();
  const refresh = new Map<string, number>();
  const standIn: StandIn = {
    origin,
    user: 1,
    files: new Map(),
    calls: [],
    failures: [],
    onNextFile: null,
    fileOrigin: null,
    endTokens() {
      access.clear();
      refresh.clear();
    },
    stop: () => server.close(),
  };

  const json = (response: ServerResponse, body: unknown, status = 200) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const empty = (response: ServerResponse, status: number) => void response.writeHead(status).end();
  const refsOf = (user: number) =>
    [...standIn.files.keys()].flatMap((key) => (key.startsWith(`${user}/`) ? [key.split('/')[1]!] : []));
  const sendFile = async (response: ServerResponse, key: string) => {
    const file = standIn.files.get(key);
    const hears = standIn.onNextFile;
    standIn.onNextFile = null;
    const status = await hears?.();
    if (status !== undefined || !file?.length) return empty(response, status ?? 404);
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file);
  };

  function authorize(url: URL, response: ServerResponse): void {
    const code = randomBytes(8).toString('hex');
    const redirectUri = url.searchParams.get('redirect_uri') ?? '';
    codes.set(code, { user: standIn.user, challenge: url.searchParams.get('code_challenge'), redirectUri });
    const to = new URL(redirectUri);
    to.searchParams.set('state', url.searchParams.get('state') ?? '');
    to.searchParams.set('code', code);
    response.writeHead(302, { location: to.href }).end();
  }

  async function token(request: IncomingMessage, response: ServerResponse, isPolar: boolean): Promise<void> {
    const form = new URLSearchParams(await bodyOf(request));
    const basic = `Basic ${Buffer.from(`${CLIENT.client_id}:${CLIENT.client_secret}`).toString('base64')}`;
    const isKnown = isPolar
      ? request.headers.authorization === basic
      : form.get('client_secret') === CLIENT.client_secret;
    if (!isKnown) return json(response, { error: 'invalid_client' }, 401);
    let user: number | undefined;
    if (form.get('grant_type') === 'authorization_code') {
      const code = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (code?.redirectUri === form.get('redirect_uri') && (isPolar || code.challenge === challenge))
        user = code.user;
    } else {
      user = refresh.get(form.get('refresh_token') ?? '');
      // A refresh token counts once.
      refresh.delete(form.get('refresh_token') ?? '');
    }
    if (user === undefined) return json(response, { error: 'invalid_grant' }, 400);
    const [next, renewal] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')];
    access.set(next, user);
    if (isPolar)
      return json(response, {
        access_token: next,
        token_type: 'bearer',
        expires_in: 31_535_999,
        x_user_id: user,
      });
    refresh.set(renewal, user);
    json(response, { access_token: next, token_type: 'Bearer', expires_in: 7199, refresh_token: renewal });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin);
    const what = `${request.method} ${url.pathname}`;
    standIn.calls.push(what);
    const failure = standIn.failures.shift();
    if (failure) return void response.writeHead(failure.status, failure.headers).end();
    if (what === 'GET /oauth2/authorization' || what === 'GET /oauth/authorize')
      return authorize(url, response);
    if (what === 'POST /v2/oauth2/token') return token(request, response, true);
    if (what === 'POST /oauth/token') return token(request, response, false);
    if (url.pathname.startsWith('/files/')) return sendFile(response, url.pathname.slice('/files/'.length));
    const user = access.get((request.headers.authorization ?? '').replace('Bearer ', ''));
    if (user === undefined) return json(response, { error: 'unauthorized' }, 401);
    const [, version, area, ref, part] = url.pathname.split('/');
    if (what === 'POST /v3/users') return empty(response, 409);
    if (what === `DELETE /v3/users/${user}` || what === 'DELETE /v1/permissions') {
      for (const [held, of] of access) if (of === user) access.delete(held);
      return empty(response, 204);
    }
    if (what === 'GET /v3/exercises')
      return json(
        response,
        refsOf(user).map((id) => ({ id })),
      );
    if (version === 'v3' && area === 'exercises' && part === 'fit')
      return sendFile(response, `${user}/${ref}`);
    if (what === 'GET /v1/user') return json(response, { id: user });
    if (what === 'GET /v1/workouts')
      return json(response, { workouts: refsOf(user).map((id) => ({ id: Number(id) })) });
    if (version === 'v1' && area === 'workouts' && part === 'workout_summary')
      return json(response, {
        file: { url: `${standIn.fileOrigin ?? origin}/files/${user}/${ref}` },
      });
    empty(response, 404);
  }

  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  return standIn;
}

/** A notice of Polar with the headers that it comes with. */
export function polarNotice(user: number, entity: string, key: string = NOTICE_SECRET) {
  const body = JSON.stringify({
    event: 'EXERCISE',
    user_id: user,
    entity_id: entity,
    timestamp: '2026-05-01T08:00:00Z',
    url: `https://www.polaraccesslink.com/v3/exercises/${entity}`,
  });
  const signature = createHmac('sha256', key).update(body).digest('hex');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'polar-webhook-event': 'EXERCISE',
      'polar-webhook-signature': signature,
    },
  };
}

/** A notice of Wahoo: the token is in its body. */
export const wahooNotice = (user: number, workout: number, token: string = NOTICE_SECRET) => ({
  body: {
    event_type: 'workout_summary',
    webhook_token: token,
    user: { id: user },
    workout_summary: { id: 9, workout: { id: workout, starts: '2026-05-01T06:00:00.000Z' } },
  },
});
