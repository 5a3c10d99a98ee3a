import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { FeedAddress } from '@waymark/api-contract';
import { befriend, pairOf } from '../../members/friends/testing.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, type As, log } from '../../training/workouts/testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

interface Member extends TestMember {
  call: As;
}
const member = async (first_name: string): Promise<Member> => {
  const signedUp = await api.signUp({ first_name });
  return { ...signedUp, call: as(api, signedUp) };
};
const read = async (href: string) => {
  const answer = await fetch(api.url + new URL(href).pathname);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

test('the private address of the own feed has what friends share now, escaped, and ends when it is renewed or removed', async () => {
  const [ana, ben] = await Promise.all([member('Ana'), member('Ben')]);
  await befriend(api, ana, ben);
  await log(ben.call, { name: 'Run & <b>fun</b> ]]>', privacy: 1 });
  await log(ben.call, { name: 'Kept to himself', privacy: 0 });
  await log(ana.call, { name: 'Own', privacy: 1 });
  const address = async (method: string) => (await ana.call<FeedAddress>(method, '/feed_address/')).body;
  assert.deepEqual(await address('GET'), { href: null, created_datetime: null });
  const { href } = await address('POST');
  assert.equal((await address('GET')).href, href, 'it can be read again');
  const { status, text, headers } = await read(href!);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/atom+xml; charset=utf-8');
  assert.match(headers.get('cache-control')!, /private/);
  assert.equal(text.match(/<entry>/g)?.length, 1);
  assert.match(text, /<title>Ben Runner\d+: Run &amp; &lt;b&gt;fun&lt;\/b&gt; \]\]&gt;<\/title>/);
  assert.match(text, /<summary>Run · 10\.0 km · /);
  await ana.call('PUT', `/user/${ana.userId}/`, { display_measurement_system: 'imperial' });
  assert.match((await read(href!)).text, /<summary>Run · 6\.21 mi · /, 'in the units of its reader');
  assert.ok(!text.includes(new URL(href!).pathname.split('/').at(-2)!), 'the feed does not tell its address');
  const forged = href!.replace(/.\/$/, (end) => (end === 'A/' ? 'B/' : 'A/'));
  for (const wrong of [forged, href!.replace(/feed\/[^.]+/, `feed/${ben.userId.toString(36)}`)])
    assert.equal((await read(wrong)).status, 404, wrong);
  await ben.call('DELETE', `/friendship/${pairOf(ana, ben)}/`);
  assert.ok(!(await read(href!)).text.includes('<entry>'), 'the friendship ended');
  const renewed = (await address('POST')).href!;
  assert.notEqual(renewed, href);
  assert.deepEqual([(await read(href!)).status, (await read(renewed)).status], [404, 200]);
  assert.equal((await ana.call('DELETE', '/feed_address/')).status, 204);
  assert.equal((await read(renewed)).status, 404);
});

test('the private address tells nothing while its owner’s account waits to be deleted, and goes on when it stays', async () => {
  const ana = await member('Ana');
  const { href } = (await ana.call<FeedAddress>('POST', '/feed_address/')).body;
  const { db, newId, now } = api.context;
  const request = { user_id: ana.userId, id: newId(), requested_at: now(), erase_at: now() };
  await db.insertInto('deletion_requests').values(request).execute();
  assert.equal((await read(href!)).status, 404);
  await db.deleteFrom('deletion_requests').where('user_id', '=', ana.userId).execute();
  assert.equal((await read(href!)).status, 200);
});
