import assert from 'node:assert/strict';
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { services } from '../../services.ts';
import { notificationsService } from './service.ts';

/** Pushes wait until a test sends them. */
export const withoutPushSweep = services.with(services.indexOf(notificationsService), {
  ...notificationsService,
  sweep: () => Promise.resolve(),
});

/** A browser's side of a subscription: it alone can read what is sent. */
export class PushBrowser {
  readonly #pair: ECDH = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly endpoint: string;

  constructor(service: string, name: string) {
    this.endpoint = `${service}/send/${name}`;
    this.#pair.generateKeys();
  }

  get subscription() {
    return {
      endpoint: this.endpoint,
      keys: {
        p256dh: this.#pair.getPublicKey('base64url', 'uncompressed'),
        auth: this.#auth.toString('base64url'),
      },
    };
  }

  /** RFC 8291 over RFC 8188, of one record. */
  decrypt(body: Buffer): unknown {
    const salt = body.subarray(0, 16);
    const keyLength = body[20]!;
    const serverKey = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), serverKey]);
    const secret = Buffer.from(hkdfSync('sha256', this.#pair.computeSecret(serverKey), this.#auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // The last record ends with 2 and any number of zeros.
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
  }
}

export interface PushRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Checks the signature with which this site names itself to the push service. */
export function readVapid({ headers }: PushRequest): { key: string; claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  assert.ok(
    verify(
      'sha256',
      signed,
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  );
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown> };
}

/** A push service on this machine. */
export async function startPushService() {
  const received: PushRequest[] = [];
  const state = {
    status: 201,
    headers: {} as Record<string, string>,
    /** Waited for before each answer. */
    hold: Promise.resolve() as Promise<unknown>,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) });
      void state.hold.then(() => response.writeHead(state.status, state.headers).end());
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    state,
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
