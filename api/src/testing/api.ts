import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { SignupBody, SignupResponse } from '@waymark/api-contract';
import type { Context } from '../kernel/server/context.ts';
import { readEnv } from '../kernel/server/env.ts';
import { createLog } from '../kernel/server/log.ts';
import type { Service } from '../kernel/server/route.ts';
import { services as allServices } from '../services.ts';
import { startApi } from '../start.ts';
import { testDatabase } from './database.ts';
import { memberBody } from './member.ts';

export interface TestApiOptions {
  /** What the API connects to instead of that database, such as a proxy in front of it. */
  through?(url: string): Promise<string>;
  env?: Record<string, string>;
  services?: Service[];
  /** Hears each line of the log instead of standard output. */
  onLogLine?: (line: string) => void;
}

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  /** The parsed JSON; undefined when the answer is something else. */
  body: T;
  text: string;
}

export interface CallOptions {
  token?: string;
  /** An object goes as JSON; FormData, text and bytes go as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  cookie?: string;
}

export interface TestMember {
  token: string;
  userId: number;
  email: string;
  password: string;
  /** `name=value`, as a browser would send it back. */
  cookie: string;
}

export interface TestApi {
  url: string;
  app: FastifyInstance;
  context: Context;
  call<T = Record<string, unknown>>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>;
  signUp(overrides?: Partial<SignupBody>): Promise<TestMember>;
  stop(): Promise<void>;
}

let members = 0;

/** The whole API on a fresh database and a folder of its own, on a free port of the loopback. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-test-'));
  const database = await testDatabase();
  const env = readEnv({
    DATA_DIR: folder,
    DATABASE_URL: (await options.through?.(database.url)) ?? database.url,
    DATABASE_POOL: '8',
    API_PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'false',
    ...options.env,
  });
  const clean = async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  const api = await startApi(
    env,
    createLog(env, options.onLogLine && { write: options.onLogLine }),
    options.services ?? allServices,
  ).catch(async (error: unknown) => {
    await clean();
    throw error;
  });
  await api.startupHooks;
  const call: TestApi['call'] = (method, where, given) => request(api.url + where, method, given);
  return {
    url: api.url,
    app: api.app,
    context: api.context,
    call,
    signUp: (overrides) => signUp(call, overrides),
    async stop() {
      await api.stop();
      await clean();
    },
  };
}

async function request<T>(
  url: string,
  method: string,
  { token, body, headers = {}, cookie }: CallOptions = {},
): Promise<Answer<T>> {
  const raw =
    body === undefined || typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array;
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(cookie && { cookie }),
      ...(raw ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.includes('json');
  return {
    status: answer.status,
    headers: answer.headers,
    body: (json ? JSON.parse(text) : undefined) as T,
    text,
  };
}

/** The refresh cookie that an answer sets, as a browser sends it back; null when it sets none. */
export function cookieOf(answer: Pick<Answer, 'headers'>): string | null {
  return answer.headers.getSetCookie().at(-1)?.split(';')[0] ?? null;
}

async function signUp(call: TestApi['call'], overrides: Partial<SignupBody> = {}): Promise<TestMember> {
  const n = ++members;
  const body = memberBody({
    email: `runner${n}@example.com`,
    password: `blue-heron-lake-${n}`,
    last_name: `Runner${n}`,
    ...overrides,
  });
  const answer = await call<SignupResponse>('POST', '/auth/signup', { body });
  if (answer.status !== 201) throw new Error(`sign-up: ${answer.status} ${answer.text}`);
  return {
    token: answer.body.access_token,
    userId: answer.body.user_id,
    email: body.email,
    password: body.password,
    cookie: cookieOf(answer) ?? '',
  };
}

/** A call that looks at who asks: with an id of 1 wherever it names something. */
export interface GuardedCall {
  method: string;
  path: string;
  /** What a token needs for it; null where tokens open nothing. */
  scope: string | null;
}

/** All calls of all services that are for members alone. */
export function memberCalls(): GuardedCall[] {
  return allServices.flatMap(({ base, routes, scopeArea }) =>
    routes.flatMap(({ call: { method, path }, access }) => {
      if (access !== 'member') return [];
      const isRead = method === 'GET' && !path.includes('privacy_toggle');
      return {
        method,
        path: (base + path).replaceAll(/:(\w+)/g, '1'),
        scope: scopeArea ? `${scopeArea}:${isRead ? 'read' : 'write'}` : null,
      };
    }),
  );
}
