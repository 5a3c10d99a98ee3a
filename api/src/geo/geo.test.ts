import assert from 'node:assert/strict';
import test from 'node:test';
import { startTestApi } from '../testing/api.ts';
import { placesOf } from './places.ts';

test('[HOST-13] the lookup answers in the form the footer reads, by language where no address file is configured', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const answer = await fetch(`${api.url}/services/geo/lookup`, {
    headers: { 'accept-language': 'en-US,en;q=0.8' },
  });
  assert.equal(answer.status, 200);
  assert.deepEqual(await answer.json(), { CountryISOCode: { en: 'US' }, StateISOCode: { en: null } });
});

test('without a file every address is nowhere; a file that cannot be read is named', async () => {
  const find = await placesOf(undefined);
  assert.deepEqual(find('203.0.113.7'), { country: null, state: null });
  await assert.rejects(placesOf('no-such-file.mmdb'), /GEO_MMDB: no-such-file\.mmdb cannot be read/);
});
