import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { ConsentStatus, StoryList } from '@waymark/api-contract';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { as } from '../../training/workouts/testing.ts';
import { befriend } from '../friends/testing.ts';
import { matrixOf } from './matrix.ts';
import { isBelowProtectedAge } from './protected-age.ts';

const api = await startTestApi();
after(() => api.stop());

const matrix = matrixOf({ CONSENT_MATRIX_FILE: undefined });

test('[PRIV-02] members are protected below 16, or below the age that the law of their country names', () => {
  const on = new Date('2026-11-28T12:00:00Z');
  const isBelow = (country: string | null, birthdate: string | null) =>
    isBelowProtectedAge(matrix, { birthdate, country, on });
  assert.deepEqual([isBelow('US', '2010-11-29'), isBelow('US', '2010-11-28')], [true, false]);
  assert.deepEqual([isBelow('in', '2008-11-29'), isBelow('IN', '2008-11-28')], [true, false]);
  assert.equal(isBelow(null, '2009-01-01'), true, 'an unknown country has the highest age');
  assert.equal(isBelow('US', null), false);
});

const bornYearsAgo = (years: number): string => {
  const on = new Date();
  on.setUTCFullYear(on.getUTCFullYear() - years, 0, 15);
  return on.toISOString().slice(0, 10);
};

test('[PRIV-02] what is withheld from minors is asked once they are grown up, and still starts off', async () => {
  const member = await api.signUp({ country: 'IN', birthdate: bornYearsAgo(17) });
  const analytics = async () => {
    const { body } = await api.call<ConsentStatus>('GET', '/auth/consents-status', { token: member.token });
    return body.consents.find(({ id }) => id === 'analytics');
  };
  assert.equal(await analytics(), undefined);
  await api.context.db
    .updateTable('users')
    .set({ birthdate: bornYearsAgo(31) })
    .where('id', '=', member.userId)
    .execute();
  const ended = await as(api, member)('PUT', `/user/${member.userId}/`, { age_protection: 'off' });
  assert.equal(ended.status, 200, ended.text);
  assert.equal((await analytics())?.is_granted, false);
});

test('[DATA-03] [ACCT-02] who turns out to be young is named in no story about a new friend any more', async () => {
  const [grown, friend, reader] = [
    await api.signUp({ country: 'US' }),
    await api.signUp(),
    await api.signUp(),
  ];
  for (const one of [grown, friend])
    await as(api, one)('PUT', `/user/${one.userId}/`, {
      sharing: { new_friends: true },
      default_privacy: { workout: 3, route: 3, profile: 3 },
    });
  await befriend(api, friend, reader);
  await befriend(api, grown, friend);
  const namesFor = async (who: TestMember) => {
    const where = `/activity_story/?feed_type=user&feed_id=${friend.userId}`;
    return (await as(api, who)<StoryList>('GET', where)).body._embedded.stories.filter(
      (story) => story.object.type === 'friendship',
    ).length;
  };
  assert.equal(await namesFor(reader), 1);
  const birthdate = bornYearsAgo(14);
  const { status, text } = await as(api, grown)('PUT', `/user/${grown.userId}/`, { birthdate });
  assert.equal(status, 200, text);
  assert.equal(await namesFor(reader), 0);
});
