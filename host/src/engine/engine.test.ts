import {
  getRollout,
  notify,
  publish,
  reportError,
  subscribe,
  subscribeLocation,
  track,
} from '@waymark/contract';
import { installHost } from '@waymark/contract/host';
import { createApp } from '../app/app.ts';
import type { Channel } from '../session/tabs.ts';
import type { EngineParts } from './engine.ts';
import { createEngine } from './engine.ts';
import { ADA_START, bootOf } from '../testing/fixtures.tsx';

function start(channel: Channel | null = null) {
  const app = createApp(bootOf({ session: ADA_START }), '/');
  const tracked: [string, object][] = [];
  const recovered: unknown[] = [];
  const parts = {
    session: {},
    http: () => {
      throw new Error('No call is planned.');
    },
    analytics: {
      track: (name: string, properties: object) => void tracked.push([name, properties]),
      leave: () => {},
    },
    channel,
    recover: (error: unknown) => {
      recovered.push(error);
      return false;
    },
  } as unknown as EngineParts;
  installHost(createEngine(app, parts));
  return { app, tracked, recovered };
}

it('[PLAT-01] carries typed events between parts, checks their shape, and ends a subscription', () => {
  start();
  const heard: unknown[] = [];
  const stop = subscribe('data.changed', (payload) => heard.push(payload));
  publish('data.changed', { resources: ['workouts'] });
  expect(() => publish('data.changed', { resources: ['x'] } as never)).toThrow(/data.changed/);
  stop();
  publish('data.changed', { resources: ['routes'] });
  expect(heard).toEqual([{ resources: ['workouts'] }]);
});

it('[PLAT-01] an event reaches the other tabs, and is not sent back by them', () => {
  const sent: unknown[] = [];
  let receive: (event: { data: unknown }) => void = () => {};
  start({
    postMessage: (message) => sent.push(message),
    addEventListener: (_, listener) => (receive = listener),
  });
  const heard: unknown[] = [];
  const stop = subscribe('data.changed', (payload) => heard.push(payload));
  publish('data.changed', { resources: ['gear'] });
  receive({ data: { name: 'data.changed', payload: { resources: ['routes'] } } });
  stop();
  expect(heard).toEqual([{ resources: ['gear'] }, { resources: ['routes'] }]);
  expect(sent).toEqual([{ name: 'data.changed', payload: { resources: ['gear'] } }]);
});

it('[HOST-20] answers the variant of a rollout', () => {
  start();
  expect(getRollout('mapping')).toBe('maplibre');
  expect(getRollout('survey')).toBeUndefined();
});

it('[PLAT-12] tracks an error under its remote and version, and looks whether a script is missing', () => {
  const { tracked, recovered } = start();
  const error = new Error('broke');
  reportError(error, { remote: 'mfe-workouts', version: '1.2.0' });
  expect(tracked).toEqual([
    ['error', { remote: 'mfe-workouts', version: '1.2.0', message: 'broke', stack: error.stack }],
  ]);
  expect(recovered).toEqual([error]);
});

it('shows notifications, tells about new addresses and passes events on', () => {
  const { app, tracked } = start();
  const close = notify({ kind: 'success', text: 'Saved.' });
  expect(app.notices.get().map((notice) => notice.text)).toEqual(['Saved.']);
  close();
  expect(app.notices.get()).toEqual([]);
  const seen: string[] = [];
  const stop = subscribeLocation((path) => seen.push(path));
  app.place.set({ path: '/dashboard', search: '?w=1' });
  stop();
  expect(seen).toEqual(['/dashboard?w=1']);
  track('route_viewed', { id: 1 });
  expect(tracked).toEqual([['route_viewed', { id: 1 }]]);
});
