import { create, type AxiosAdapter } from 'axios';
import { axiosTransport, readEarly } from './transport.ts';

/** The transport over a server that is played by `answer`. */
const over = (answer: AxiosAdapter) => axiosTransport(create({ adapter: answer }));
const call = { method: 'GET' as const, url: '/x', headers: { accept: 'application/json' } };

it('resolves with whatever the server answers', async () => {
  const send = over((config) =>
    Promise.resolve({ status: 404, statusText: 'Not Found', data: '{"error":"gone"}', headers: {}, config }),
  );
  await expect(send(call)).resolves.toEqual({
    status: 404,
    statusText: 'Not Found',
    body: { error: 'gone' },
  });
});

it('reads the error of a call for bytes', async () => {
  const data = new TextEncoder().encode('{"error":"forbidden"}').buffer;
  const send = over((config) =>
    Promise.resolve({ status: 403, statusText: 'Forbidden', data, headers: {}, config }),
  );
  await expect(send({ ...call, responseType: 'arraybuffer' })).resolves.toMatchObject({
    body: { error: 'forbidden' },
  });
});

it('has status 0 when no answer came', async () => {
  await expect(over(() => Promise.reject(new Error('offline')))(call)).resolves.toMatchObject({ status: 0 });
  await expect(readEarly(Promise.reject(new TypeError('offline')))).resolves.toMatchObject({ status: 0 });
});

it('tells how much was sent', async () => {
  const seen: { loaded: number; total?: number }[] = [];
  const send = over((config) => {
    config.onUploadProgress?.({ loaded: 5, total: 10, bytes: 5, lengthComputable: true, upload: true });
    return Promise.resolve({ status: 200, statusText: 'OK', data: '', headers: {}, config });
  });
  await send({ ...call, method: 'POST', onUploadProgress: (progress) => void seen.push(progress) });
  expect(seen).toEqual([{ loaded: 5, total: 10 }]);
});
