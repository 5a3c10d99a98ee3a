import { createRecovery, isChunkError, watchChunkErrors, withRecovery } from './chunk-errors.ts';

const chunkError = Object.assign(new Error('Loading chunk 42 failed. (timeout: /assets/42.js)'), {
  name: 'ChunkLoadError',
});

function setUp(live: string | null | Error) {
  const done: string[] = [];
  const recover = createRecovery({
    release: 'release-1',
    liveRelease: () => (live instanceof Error ? Promise.reject(live) : Promise.resolve(live)),
    reload: () => void done.push('reload'),
    tell: () => void done.push('tell'),
  });
  return { recover, done };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => sessionStorage.clear());

it.each([
  ['a ChunkLoadError', chunkError, true],
  ['a style sheet that failed', new Error('Loading CSS chunk 7 failed.\n(/assets/7.css)'), true],
  ['another error', new Error('Something else'), false],
  ['a text', 'Loading chunk 1 failed', false],
])('[HOST-23] knows whether a script did not arrive: %s', (_, error, expected) => {
  expect(isChunkError(error)).toBe(expected);
});

it('[HOST-23] tells the visitor, with a retry, when no new release is the cause', async () => {
  const { recover, done } = setUp('release-1');
  expect(recover(chunkError)).toBe(true);
  await settled();
  expect(done).toEqual(['tell']);
});

it('[HOST-23] loads the page anew once for a new release, and never loops', async () => {
  const first = setUp('release-2');
  first.recover(chunkError);
  first.recover(chunkError);
  await settled();
  expect(first.done).toEqual(['reload']);
  const afterReload = setUp('release-2');
  afterReload.recover(chunkError);
  await settled();
  expect(afterReload.done).toEqual(['tell']);
});

it('[HOST-23] does not load the page anew when it could not remember that it did', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('denied');
  });
  const { recover, done } = setUp('release-2');
  recover(chunkError);
  await settled();
  expect(done).toEqual(['tell']);
});

it('[HOST-23] tells the visitor when nobody says what is live', async () => {
  const { recover, done } = setUp(new Error('offline'));
  recover(chunkError);
  await settled();
  expect(done).toEqual(['tell']);
});

it('[HOST-23] hears of rejections nobody dealt with, and leaves other errors alone', () => {
  const heard: unknown[] = [];
  watchChunkErrors(window, (error) => {
    heard.push(error);
    return isChunkError(error);
  });
  const reject = (reason: unknown) => {
    const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
    return window.dispatchEvent(event);
  };
  expect(reject(chunkError)).toBe(false);
  expect(reject(new Error('other'))).toBe(true);
  expect(heard).toHaveLength(2);
});

it('[HOST-23] a lazy page that does not arrive after a deployment loads the page anew, and still fails for its boundary', async () => {
  const { recover, done } = setUp('release-2');
  await expect(withRecovery(() => Promise.reject(chunkError), recover)()).rejects.toBe(chunkError);
  await settled();
  expect(done).toEqual(['reload']);
  await expect(withRecovery(() => Promise.resolve('page'), recover)()).resolves.toBe('page');
  expect(done).toEqual(['reload']);
});
