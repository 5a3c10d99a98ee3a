import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { shopper } from '../billing/billing.test-helper.ts';
import type { HouseAd } from '@waymark/api-contract';
import { rolloutsOf } from '../../kernel/server/rollouts.ts';
import { startTestApi } from '../../testing/api.ts';
import { currentAd, readHouseAds } from './house-ads.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SHOES = { title: 'Shoes for mud', href: 'https://shop.example/shoes', image: 'shoes.png' };
const HILLS = {
  title: 'Trail weekend',
  text: 'Two days in the hills.',
  href: '/challenges',
  image: 'hills.png',
};

function folderOf(t: test.TestContext, ads: unknown, images: Record<string, Buffer> = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'house-ads-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'ads.json'), typeof ads === 'string' ? ads : JSON.stringify(ads));
  for (const [name, bytes] of Object.entries({ 'shoes.png': PIXEL, 'hills.png': PIXEL, ...images }))
    writeFileSync(path.join(folder, name), bytes);
  return folder;
}

test('[HOST-24] the server gives ads to members without premium alone, and only under the rollout', async (t) => {
  const HOUSE_ADS_DIR = folderOf(t, [HILLS]);
  const api = await startTestApi({ env: { HOUSE_ADS_DIR, ROLLOUTS: 'ads=enabled' } });
  t.after(() => api.stop());
  const ask = async (token?: string) => {
    const answer = await api.call<{ ad: HouseAd | null }>(
      'GET',
      '/services/house-ads/current',
      token === undefined ? {} : { token },
    );
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.deepEqual(answer.headers.getSetCookie(), []);
    return answer.body.ad;
  };
  const [free, paying] = [await api.signUp(), await api.signUp()];
  const shop = shopper(api, paying);
  assert.equal(await ask(), null, 'a visitor');
  assert.equal(await ask('nonsense'), null, 'somebody with a token of nobody');
  assert.equal((await ask(free.token))?.title, 'Trail weekend');
  assert.equal((await ask(paying.token))?.title, 'Trail weekend');
  await shop.buy('premium-monthly');
  assert.equal(await ask(paying.token), null, 'from the moment that premium is open');
  api.context.env.ROLLOUTS = 'ads=off';
  assert.equal(await ask(free.token), null, 'under another variant');
  api.context.env.ROLLOUTS = 'ads=enabled';

  const { image } = (await ask(free.token))!;
  const picture = await fetch(api.url + image.url);
  assert.equal(picture.headers.get('content-type'), 'image/png');
  assert.match(picture.headers.get('cache-control') ?? '', /immutable/);
  assert.deepEqual(Buffer.from(await picture.arrayBuffer()), PIXEL);
  for (const name of ['0123456789abcdef', '..%2Fads.json', 'ads.json'])
    assert.ok((await fetch(`${api.url}/services/house-ads/images/${name}`)).status >= 400);
});

test('[HOST-24] without a folder or without the rollout there is no place for ads', () => {
  const rollouts = (ROLLOUTS: string, HOUSE_ADS_DIR?: string) => rolloutsOf({ ROLLOUTS, HOUSE_ADS_DIR });
  const enabled = { rollout_name: 'ads', variant_name: 'enabled' };
  assert.deepEqual(rollouts('ads=enabled'), []);
  assert.deepEqual(rollouts('', '/ads'), []);
  assert.deepEqual(rollouts('ads=enabled', '/ads'), [enabled]);
});

test('[HOST-24] ads take turns by the hour, between their dates, whoever asks', (t) => {
  const folder = folderOf(t, [
    SHOES,
    { ...HILLS, starts: '2030-06-01T00:00:00Z', ends: '2030-07-01T00:00:00Z' },
  ]);
  const ads = readHouseAds({ HOUSE_ADS_DIR: folder });
  const at = (time: string) => currentAd(ads, Date.parse(time))?.title;
  assert.deepEqual(
    new Set(['2030-06-10T10:00:00Z', '2030-06-10T11:00:00Z'].map(at)),
    new Set(['Shoes for mud', 'Trail weekend']),
  );
  assert.equal(at('2030-06-10T10:59:00Z'), at('2030-06-10T10:00:00Z'));
  assert.deepEqual(['2030-05-31T10:00:00Z', '2030-07-01T11:00:00Z'].map(at), [
    'Shoes for mud',
    'Shoes for mud',
  ]);
  assert.equal(currentAd({ ads: [] }, 0), null);
});

test('[HOST-24] a folder with something wrong in it ends the start with its reason', (t) => {
  const wrong: [unknown, RegExp, Record<string, Buffer>?][] = [
    ['[', /ads\.json is no JSON/],
    [[], /HOUSE_ADS_DIR: ads\.json/],
    [[{ ...HILLS, href: 'javascript:alert(1)' }], /0\.href: is a path of this site/],
    [[{ ...HILLS, href: '//evil.example' }], /0\.href/],
    [[{ ...HILLS, image: '../secret.png' }], /0\.image: is a file of the folder/],
    [[{ ...HILLS, image: 'gone.png' }], /gone\.png cannot be read/],
    [[HILLS], /hills\.png is neither PNG/, { 'hills.png': Buffer.from('<svg/>') }],
    [[HILLS], /more than 300 kB/, { 'hills.png': Buffer.concat([PIXEL, Buffer.alloc(300_001)]) }],
    [[{ ...HILLS, tracking_pixel: 'https://ads.example' }], /tracking_pixel/],
  ];
  for (const [ads, message, images] of wrong)
    assert.throws(() => readHouseAds({ HOUSE_ADS_DIR: folderOf(t, ads, images) }), message);
  assert.throws(() => readHouseAds({ HOUSE_ADS_DIR: '/no-such-folder' }), /ads\.json cannot be read/);
  assert.deepEqual(readHouseAds({ HOUSE_ADS_DIR: undefined }).ads, []);
});
