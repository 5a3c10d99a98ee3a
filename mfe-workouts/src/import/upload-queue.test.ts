import { ApiError } from '@waymark/contract';
import { installTestHost, type TestCall } from '@waymark/remote/testing';
import { waitFor } from '@testing-library/react';
import { rateMeter } from './upload-queue.ts';
import { createUploads, refusalOf } from './uploads.ts';

const file = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name);

/** A server that answers when told to. */
function slowServer() {
  const waiting: { call: TestCall; done: (answer: unknown) => void; fail: (error: Error) => void }[] = [];
  const host = installTestHost((call) => new Promise((done, fail) => waiting.push({ call, done, fail })));
  return { host, waiting };
}

const nameOf = (call: TestCall) => ((call.body as FormData).get('file') as File).name;

it('[WORK-03] sends three files at a time and the rest as places come free', async () => {
  const { waiting } = slowServer();
  const queue = createUploads();
  queue.add(['a.fit', 'b.gpx', 'c.tcx', 'd.fit'].map((name) => file(name)));
  expect(waiting.map(({ call }) => nameOf(call))).toEqual(['a.fit', 'b.gpx', 'c.tcx']);
  waiting[1]?.done({ _embedded: { file_imports: [] }, total_count: 1, pending: 1 });
  await waitFor(() => expect(waiting).toHaveLength(4));
  expect(queue.get().map((u) => [u.name, u.state])).toEqual([
    ['a.fit', 'sending'],
    ['c.tcx', 'sending'],
    ['d.fit', 'sending'],
  ]);
});

it('[WORK-03] an empty or too large file is refused here, and the others go on', () => {
  const { waiting } = slowServer();
  const queue = createUploads();
  const huge = file('huge.zip');
  Object.defineProperty(huge, 'size', { value: 9 * 1024 ** 3 });
  queue.add([file('empty.gpx', 0), huge, file('good.fit')]);
  expect(queue.get().map((u) => [u.name, u.state, u.problem?.code])).toEqual([
    ['empty.gpx', 'refused', 'empty'],
    ['huge.zip', 'refused', 'archive-too-big'],
    ['good.fit', 'sending', undefined],
  ]);
  expect(waiting.map(({ call }) => nameOf(call))).toEqual(['good.fit']);
});

it('[WORK-03] [SESS-06] a file whose sending failed is kept and can be sent again, under the same idempotency key', async () => {
  const { waiting } = slowServer();
  const queue = createUploads();
  queue.add([file('run.fit')]);
  waiting[0]?.fail(new ApiError(0, '', null));
  await waitFor(() => expect(queue.get()[0]?.problem?.code).toBe('offline'));
  expect(queue.busy).toBe(false);
  const key = queue.get()[0]?.key ?? '';
  expect(queue.canRetry(key)).toBe(true);
  queue.retry(key);
  expect(waiting).toHaveLength(2);
  const [lost, repeated] = waiting.map(({ call }) => call.options?.headers?.['idempotency-key']);
  expect(lost).toMatch(/^[\d-]+$/);
  expect(repeated).toBe(lost);
  const accepted: unknown[] = [];
  queue.onAccepted((list) => accepted.push(list.total_count));
  waiting[1]?.done({ _embedded: { file_imports: [] }, total_count: 1, pending: 1 });
  await waitFor(() => expect(queue.get()).toEqual([]));
  expect(accepted).toEqual([1]);
});

it('the progress of a file is the bytes sent, never more than it has', () => {
  const { waiting } = slowServer();
  const queue = createUploads();
  queue.add([file('run.fit', 100)]);
  waiting[0]?.call.options?.onUploadProgress?.({ loaded: 60 });
  expect(queue.get()[0]?.sent).toBe(60);
  waiting[0]?.call.options?.onUploadProgress?.({ loaded: 250 });
  expect(queue.get()[0]?.sent).toBe(100);
});

it('[WORK-03] an archive may have 8 GB, a single file 256 MB', () => {
  const GB = 1024 ** 3;
  expect(refusalOf({ name: 'export.ZIP', size: 8 * GB })).toBeNull();
  expect(refusalOf({ name: 'export.zip', size: 8 * GB + 1 })).toBe('archive-too-big');
  expect(refusalOf({ name: 'ride.fit', size: 256 * 1024 * 1024 + 1 })).toBe('too-big');
});

it('[WORK-03] a file that is being sent can be cancelled, and the next one takes its place', async () => {
  const { waiting } = slowServer();
  const queue = createUploads();
  queue.add(['a.fit', 'b.fit', 'c.fit', 'd.fit'].map((name) => file(name)));
  const first = waiting[0]!;
  queue.dismiss(queue.get().find((u) => u.name === 'a.fit')!.key);
  expect(first.call.options?.signal?.aborted).toBe(true);
  expect(queue.get().map((u) => u.name)).toEqual(['b.fit', 'c.fit', 'd.fit']);
  first.fail(new ApiError(0, '', null));
  await waitFor(() => expect(waiting.map(({ call }) => nameOf(call))).toContain('d.fit'));
});

it('[WORK-03] what a lost connection stopped is sent again all at once', async () => {
  const { waiting } = slowServer();
  const queue = createUploads();
  queue.add([file('a.fit'), file('b.fit'), file('empty.fit', 0)]);
  for (const { fail } of waiting) fail(new ApiError(0, '', null));
  await waitFor(() => expect(queue.busy).toBe(false));
  queue.retryAll();
  // The empty one has nothing that could be sent.
  expect(queue.get().map((u) => u.state)).toEqual(['sending', 'sending', 'refused']);
});

it('2,000 files at once are taken in without a pause', () => {
  slowServer();
  const queue = createUploads();
  queue.add(Array.from({ length: 2000 }, (_, i) => file(`${i}.fit`)));
  expect(queue.get().filter((u) => u.state === 'sending')).toHaveLength(3);
});

it('[WORK-03] the rate is bytes a second, evened out', () => {
  let now = 0;
  const measure = rateMeter(() => now);
  expect(measure(0)).toBeNull();
  now = 1000;
  expect(measure(1_000_000)).toBe(1_000_000);
  now = 1100;
  expect(measure(5_000_000)).toBe(1_000_000);
  now = 2000;
  expect(measure(3_000_000)).toBe(1_300_000);
});
