import { waitFor } from '@testing-library/react';
import type { Channel } from '../session/tabs.ts';
import { followNotifications, type FollowOptions } from './follow-notifications.ts';

type Event = {
  unread_count: number;
  latest: number;
  latest_story: number;
  premium_version?: number;
  friends_version?: number;
};

/** A server with one count, whose streams a test feeds. */
function fakeServer() {
  const state = { count: { unread_count: 1, latest: 10 }, counted: 0, isDown: false };
  const streams: { lastEventId: string; send: (id: string, event: Event) => void; end: () => void }[] = [];
  const openStream: FollowOptions['openStream'] = (lastEventId, signal) => {
    if (state.isDown) return Promise.reject(new Error('down'));
    return Promise.resolve(
      new ReadableStream<Uint8Array>({
        start(controller) {
          signal.addEventListener('abort', () => controller.error(new Error('aborted')));
          streams.push({
            lastEventId,
            send: (id, event) =>
              controller.enqueue(new TextEncoder().encode(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`)),
            end: () => controller.close(),
          });
        },
      }),
    );
  };
  const readCount = () => {
    state.counted++;
    return state.isDown ? Promise.reject(new Error('down')) : Promise.resolve(state.count);
  };
  return { state, streams, openStream, readCount };
}

/** One browser: a lock, a channel between its tabs, and what each tab shows. */
function fakeBrowser(server: ReturnType<typeof fakeServer>, { hasLocks = true } = {}) {
  let last: Promise<unknown> = Promise.resolve();
  const channels: { own: Channel; listener: (event: { data: unknown }) => void }[] = [];
  const waits: { ms: number; end: () => void }[] = [];
  return {
    waits,
    openTab() {
      const ending = new AbortController();
      const tab = { shown: [] as number[], announced: [] as string[], close: () => ending.abort() };
      const listeners = new Set<(resources: readonly never[]) => void>();
      const own: Channel = {
        postMessage: (data) => {
          for (const one of channels) if (one.own !== own) one.listener({ data });
        },
        addEventListener: (_type, listener) => void channels.push({ own, listener }),
      };
      const lead: FollowOptions['lead'] = (work) => {
        const run = last.then(() => (ending.signal.aborted ? undefined : work()));
        last = run;
        return run;
      };
      const done = followNotifications({
        openStream: server.openStream,
        readCount: server.readCount,
        lead: hasLocks ? lead : null,
        channel: own,
        onCount: (unread) => tab.shown.push(unread),
        announce: (resources) => tab.announced.push(...resources),
        onAnnounced: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        wait: (ms, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve());
            if (signal.aborted) resolve();
            waits.push({ ms, end: resolve });
          }),
        signal: ending.signal,
      });
      const changeHere = () => listeners.forEach((listener) => listener(['notifications'] as never));
      return { ...tab, done, changeHere, listeners };
    },
  };
}

it('one tab holds the stream and tells the others; when it is closed another one goes on', async () => {
  const server = fakeServer();
  const browser = fakeBrowser(server);
  const [first, second] = [browser.openTab(), browser.openTab()];
  await waitFor(() => expect(server.streams).toHaveLength(1));
  server.streams[0]!.send('a', { unread_count: 1, latest: 10, latest_story: 5 });
  server.streams[0]!.send('b', { unread_count: 2, latest: 11, latest_story: 6 });
  await waitFor(() => expect([first.shown.at(-1), second.shown.at(-1)]).toEqual([2, 2]));
  expect(first.announced).toEqual(['notifications', 'stories']);
  expect(second.announced).toEqual([]);
  first.close();
  await first.done;
  await waitFor(() => expect(server.streams).toHaveLength(2));
  server.streams[1]!.send('c', { unread_count: 3, latest: 12, latest_story: 6 });
  await waitFor(() => expect(second.shown.at(-1)).toBe(3));
  expect(second.announced).toEqual(['notifications']);
  expect(first.shown.at(-1)).toBe(2);
  second.close();
  await second.done;
  expect([first.listeners.size, second.listeners.size]).toEqual([0, 0]);
});

it('[PREM-07] premium that was bought or has ended elsewhere is announced once, and an answer without it announces nothing', async () => {
  const server = fakeServer();
  const tab = fakeBrowser(server).openTab();
  await waitFor(() => expect(server.streams).toHaveLength(1));
  const event = { unread_count: 1, latest: 10, latest_story: 5 };
  server.streams[0]!.send('a', { ...event, premium_version: 0 });
  server.streams[0]!.send('b', { ...event, premium_version: 1 });
  await waitFor(() => expect(tab.announced).toEqual(['premium', 'billing']));
  server.streams[0]!.send('c', event);
  server.streams[0]!.send('d', { ...event, unread_count: 2, premium_version: 1 });
  await waitFor(() => expect(tab.announced).toEqual(['premium', 'billing', 'notifications']));
  tab.close();
  await tab.done;
});

it('[SOC-05] a friend who is gained or lost elsewhere is announced with all that friends share', async () => {
  const server = fakeServer();
  const tab = fakeBrowser(server).openTab();
  await waitFor(() => expect(server.streams).toHaveLength(1));
  const event = { unread_count: 1, latest: 10, latest_story: 5 };
  server.streams[0]!.send('a', { ...event, friends_version: 3 });
  server.streams[0]!.send('b', { ...event, friends_version: 4 });
  await waitFor(() => expect(tab.announced).toEqual(['friends', 'stories', 'workouts', 'routes']));
  server.streams[0]!.send('c', { ...event, unread_count: 2, friends_version: 4 });
  await waitFor(() => expect(tab.announced.at(-1)).toBe('notifications'));
  expect(tab.announced).toHaveLength(5);
  tab.close();
  await tab.done;
});

it('a stream that ends is opened again where it broke off; while there is none the count is asked for, ever more rarely', async () => {
  const server = fakeServer();
  const browser = fakeBrowser(server);
  const tab = browser.openTab();
  await waitFor(() => expect(server.streams).toHaveLength(1));
  server.streams[0]!.send('a', { unread_count: 1, latest: 10, latest_story: 5 });
  server.streams[0]!.end();
  await waitFor(() => expect(browser.waits.map(({ ms }) => ms)).toEqual([1000]));
  server.state.isDown = true;
  browser.waits[0]!.end();
  for (const [index, ms] of [5000, 10_000, 20_000, 40_000, 60_000, 60_000].entries()) {
    await waitFor(() => expect(browser.waits[index + 1]?.ms).toBe(ms));
    const asked = server.state.counted;
    browser.waits[index + 1]!.end();
    await waitFor(() => expect(server.state.counted).toBe(asked + 1));
  }
  server.state.isDown = false;
  server.state.count = { unread_count: 4, latest: 14 };
  await waitFor(() => expect(browser.waits).toHaveLength(8));
  browser.waits[7]!.end();
  await waitFor(() => expect(server.streams).toHaveLength(2));
  expect(server.streams[1]!.lastEventId).toBe('a');
  expect(tab.shown.at(-1)).toBe(4);
  tab.close();
  await tab.done;
});

it('a browser without locks asks from time to time; what is read on a page counts at once', async () => {
  const server = fakeServer();
  const browser = fakeBrowser(server, { hasLocks: false });
  const tab = browser.openTab();
  await waitFor(() => expect(browser.waits.map(({ ms }) => ms)).toEqual([60_000]));
  expect(server.streams).toHaveLength(0);
  server.state.count = { unread_count: 2, latest: 11 };
  browser.waits[0]!.end();
  await waitFor(() => expect(tab.shown).toEqual([1, 2]));
  server.state.count = { unread_count: 0, latest: 11 };
  tab.changeHere();
  await waitFor(() => expect(tab.shown.at(-1)).toBe(0));
  tab.close();
  await tab.done;
});
