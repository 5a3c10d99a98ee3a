import { ApiError } from '@waymark/contract';
import { installTestHost, type TestCall } from '@waymark/remote/testing';
import { waitFor } from '@testing-library/react';
import { UploadQueue } from './upload-queue.ts';

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
  const queue = new UploadQueue();
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
  const queue = new UploadQueue();
  const huge = file('huge.zip');
  Object.defineProperty(huge, 'size', { value: 300 * 1024 * 1024 });
  queue.add([file('empty.gpx', 0), huge, file('good.fit')]);
  expect(queue.get().map((u) => [u.name, u.state, u.problem?.code])).toEqual([
    ['empty.gpx', 'refused', 'empty'],
    ['huge.zip', 'refused', 'too-big'],
    ['good.fit', 'sending', undefined],
  ]);
  expect(waiting.map(({ call }) => nameOf(call))).toEqual(['good.fit']);
});

it('[WORK-03] a file whose sending failed is kept and can be sent again', async () => {
  const { waiting } = slowServer();
  const queue = new UploadQueue();
  queue.add([file('run.fit')]);
  waiting[0]?.fail(new ApiError(0, '', null));
  await waitFor(() => expect(queue.get()[0]?.problem?.code).toBe('offline'));
  expect(queue.busy).toBe(false);
  const key = queue.get()[0]?.key ?? '';
  expect(queue.canRetry(key)).toBe(true);
  queue.retry(key);
  expect(waiting).toHaveLength(2);
  const accepted: unknown[] = [];
  queue.onAccepted((list) => accepted.push(list.total_count));
  waiting[1]?.done({ _embedded: { file_imports: [] }, total_count: 1, pending: 1 });
  await waitFor(() => expect(queue.get()).toEqual([]));
  expect(accepted).toEqual([1]);
});

it('the progress of a file is the bytes sent, never more than it has', () => {
  const { waiting } = slowServer();
  const queue = new UploadQueue();
  queue.add([file('run.fit', 100)]);
  waiting[0]?.call.options?.onUploadProgress?.({ loaded: 60 });
  expect(queue.get()[0]?.sent).toBe(60);
  waiting[0]?.call.options?.onUploadProgress?.({ loaded: 250 });
  expect(queue.get()[0]?.sent).toBe(100);
});
