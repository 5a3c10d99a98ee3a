import { createCredits } from './credits.ts';
import type { Bounds, MapSource } from './view.ts';

const answers: Record<string, unknown> = {};
const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
  globalThis.fetch = jest.fn((url: string) => {
    asked.push(url);
    const body = answers[url];
    return Promise.resolve({ ok: body !== undefined, status: 503, json: () => Promise.resolve(body) });
  }) as unknown as typeof fetch;
});

const sourceAt = (credits?: string): MapSource => ({
  kind: 'vector',
  url: '/basemap/{z}/{x}/{y}.pbf',
  maxZoom: 6,
  attribution: 'Natural Earth',
  ...(credits && { roads: { url: '/roads/{z}/{x}/{y}.pbf', credits } }),
});
const TOWN: Bounds = [-150.1, 0.4, -149.9, 0.6];
const MUNICH: Bounds = [11.4, 48, 11.7, 48.3];
const OCEAN: Bounds = [-30, 30, -29, 31];

it('[ROUTE-10] roads are credited to those whose they are, where and as long as the map shows them', async () => {
  answers['/one'] = {
    credits: [
      { bounds: TOWN, attribution: 'Invented by Waymark' },
      { bounds: MUNICH, attribution: '© OpenStreetMap contributors' },
      { bounds: [11, 47, 12, 49], attribution: '© OpenStreetMap contributors' },
    ],
  };
  const told: string[] = [];
  const credits = createCredits((text) => told.push(text));
  const source = sourceAt('/one');
  credits.show(source, TOWN, 5);
  expect(asked).toEqual([]);
  credits.show(source, TOWN, 13);
  expect(await credits.complete()).toBe('Natural Earth · Invented by Waymark');
  credits.show(source, MUNICH, 13);
  expect(await credits.complete()).toBe('Natural Earth · © OpenStreetMap contributors');
  credits.show(source, OCEAN, 13);
  expect(await credits.complete()).toBe('Natural Earth');
  expect(told).toHaveLength(4);
  expect(asked).toEqual(['/one']);
});

it('[ROUTE-10] a background without roads, or a service that is down, credits the background alone', async () => {
  const told: string[] = [];
  const credits = createCredits((text) => told.push(text));
  credits.show(sourceAt(), TOWN, 13);
  credits.show(sourceAt('/down'), TOWN, 13);
  expect(await credits.complete()).toBe('Natural Earth');
  credits.show(sourceAt('/down'), TOWN, 14);
  await credits.complete();
  // Asked again: it may be back.
  expect(asked).toEqual(['/down', '/down']);
  expect(told).toEqual(['Natural Earth']);
});

it('[ROUTE-10] an answer that comes after the map has moved on says nothing any more', async () => {
  answers['/late'] = { credits: [{ bounds: TOWN, attribution: 'Invented by Waymark' }] };
  const told: string[] = [];
  const credits = createCredits((text) => told.push(text));
  credits.show(sourceAt('/late'), TOWN, 13);
  credits.show(sourceAt(), TOWN, 13);
  expect(await credits.complete()).toBe('Natural Earth');
  expect(told).toEqual(['Natural Earth']);
});
