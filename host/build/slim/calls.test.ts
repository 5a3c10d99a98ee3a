import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import vm from 'node:vm';
import { runWebpack } from '@waymark/remote/build/webpack';
import * as rxjs from 'rxjs';
import { browserConfiguration } from '../configuration.ts';
import { innerFrom, scheduled, timer } from './rxjs-parts.ts';
import { slimRules } from './slim.ts';

/** A stand-in for the browser's class, which answers by the end of the address. */
function recordingRequest(sent: object[]) {
  const target = () => {
    const listeners = new Map<string, (event: object) => void>();
    return {
      listeners,
      addEventListener: (name: string, listener: (event: object) => void) =>
        void listeners.set(name, listener),
      removeEventListener: (name: string) => void listeners.delete(name),
    };
  };
  return class {
    upload = target();
    status = 0;
    statusText = '';
    responseText = '';
    response: unknown = '';
    responseType = '';
    responseURL = '';
    readyState = 0;
    timeout: unknown;
    onloadend?: (event: object) => void;
    onerror?: (event: object) => void;
    #sent = {
      method: '',
      url: '',
      headers: {} as Record<string, string>,
      type: '',
      body: '',
      aborted: false,
    };

    open(method: string, url: string) {
      Object.assign(this.#sent, { method, url });
    }
    setRequestHeader(name: string, value: string) {
      this.#sent.headers[name.toLowerCase()] = value;
    }
    getAllResponseHeaders() {
      return 'content-type: application/json\r\nx-request-id: 7\r\n';
    }
    addEventListener() {}
    removeEventListener() {}
    abort() {
      this.#sent.aborted = true;
    }
    send(body: unknown) {
      const { url } = this.#sent;
      Object.assign(this.#sent, {
        type: this.responseType,
        body: typeof body === 'string' ? body : typeof body,
      });
      sent.push(this.#sent);
      const refused = url.endsWith('refused');
      const text = refused ? '{"code":"refused"}' : '{"ok":true}';
      if (url.endsWith('hanging')) return;
      setTimeout(() => {
        if (url.endsWith('unreachable')) return this.onerror?.({});
        this.upload.listeners.get('progress')?.({ loaded: 4, total: 8, lengthComputable: true });
        this.status = refused ? 409 : 200;
        this.statusText = refused ? 'Conflict' : 'OK';
        this.response = this.responseType === 'arraybuffer' ? new TextEncoder().encode(text).buffer : text;
        this.responseText = text;
        this.onloadend?.({});
      });
    }
  };
}

async function run(t: test.TestContext, slim: boolean) {
  const outDir = mkdtempSync(path.join(tmpdir(), 'waymark-calls-'));
  t.after(() => rmSync(outDir, { recursive: true, force: true }));
  const configuration = browserConfiguration({
    mode: 'production',
    folder: path.join(import.meta.dirname, '../..'),
    entry: './build/slim/calls.testing.ts',
    outDir,
    shared: {},
    cache: false,
  });
  const replaced = new Set(slimRules().map(({ loader }) => loader));
  await runWebpack({
    ...configuration,
    output: { path: outDir, filename: 'calls.js', library: { name: 'calls', type: 'var' } },
    module: {
      rules: configuration.module?.rules?.filter(
        (rule) => slim || typeof rule !== 'object' || !replaced.has(rule?.loader),
      ),
    },
    optimization: { minimize: false },
  });
  const sent: object[] = [];
  const location = new URL('https://waymark.example/');
  const page: { calls?: { outcomes: Promise<unknown> } } = vm.createContext({
    AbortController,
    AbortSignal,
    ArrayBuffer,
    Blob,
    FormData,
    TextDecoder,
    URL,
    URLSearchParams,
    XMLHttpRequest: recordingRequest(sent),
    clearTimeout,
    console,
    document: { cookie: 'session=1' },
    location,
    navigator: { userAgent: 'test' },
    setTimeout,
    window: { location },
  });
  vm.runInContext(readFileSync(path.join(outDir, 'calls.js'), 'utf8'), page);
  return JSON.parse(JSON.stringify({ ended: await page.calls?.outcomes, sent })) as {
    ended: { answers: { status: number }[]; uploaded: object[] };
    sent: { url: string; headers: Record<string, string>; body: string; aborted: boolean }[];
  };
}

test('calls are sent and answered as with the whole of axios', async (t) => {
  const whole = await run(t, false);
  const slim = await run(t, true);
  assert.deepEqual(slim, whole);
  assert.deepEqual(
    slim.ended.answers.map(({ status }) => status),
    [200, 200, 409, 0, 200, 409, 200, 200, 200, 200, 200, 200, 200, 0, 0],
  );
  assert.deepEqual(slim.ended.uploaded.at(0), { loaded: 4, total: 8 });
  const form = slim.sent.find(({ url }) => url.endsWith('form'));
  assert.equal(form?.headers['content-type'], undefined);
  assert.ok(slim.sent.some(({ aborted }) => aborted));
});

const seen = async <T>(from: rxjs.Observable<T>): Promise<unknown> => {
  const values = await rxjs.firstValueFrom(from.pipe(rxjs.toArray())).catch((error: unknown) => error);
  return values instanceof Error ? values.message : values;
};

test('observables begin as with the whole of rxjs', async () => {
  const sources = () => [
    rxjs.of(1, 2),
    ['a', 'b'],
    Promise.resolve('later'),
    Promise.reject(new Error('refused')),
    rxjs.from([1, 2, 3]).pipe(rxjs.take(2)),
  ];
  const of = (from: (source: never) => rxjs.Observable<unknown>) =>
    Promise.all(sources().map((source) => seen(from(source as never))));
  assert.deepEqual(await of(innerFrom), await of(rxjs.from));
  assert.deepEqual(
    await seen(innerFrom([1, 2, 3]).pipe(rxjs.take(2))),
    await seen(rxjs.from([1, 2, 3]).pipe(rxjs.take(2))),
  );
  assert.throws(scheduled, /not scheduled/);
});

test('an observable waits once as with the whole of rxjs, and not after it was left', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  for (const wait of [rxjs.timer, timer]) {
    const told: unknown[] = [];
    wait(1000).subscribe({ next: (value) => told.push(value), complete: () => told.push('complete') });
    wait(1000)
      .subscribe(() => told.push('left'))
      .unsubscribe();
    t.mock.timers.tick(999);
    assert.deepEqual(told, []);
    t.mock.timers.tick(1);
    assert.deepEqual(told, [0, 'complete']);
    t.mock.timers.tick(5000);
    assert.deepEqual(told, [0, 'complete']);
  }
});
