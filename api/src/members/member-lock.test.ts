import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { startTestApi } from '../testing/api.ts';
import { as } from '../training/workouts/testing.ts';
import { pairOf, toUser } from './friends/testing.ts';
import { acquireMemberLock } from './member-lock.ts';

const api = await startTestApi();
after(() => api.stop());

test('[ACCT-01] [SOC-02] while a member’s workouts are locked, as by an archive for minutes, others befriend them and they change their profile', async () => {
  const [member, other] = [await api.signUp(), await api.signUp()];
  for (const one of [member, other])
    await as(api, one)('PUT', `/user/${one.userId}/`, { sharing: { new_friends: true } });
  await as(api, member)('POST', '/friendship/', { ...toUser(other.userId), message: '' });
  await api.context.db.transaction().execute(async (trx) => {
    await acquireMemberLock(trx, member.userId);
    const accepted = await as(api, other)('PATCH', `/friendship/${pairOf(member, other)}/`, {
      status: 'active',
    });
    assert.equal(accepted.status, 200, accepted.text);
    const changed = await as(api, member)('PUT', `/user/${member.userId}/`, { introduction: 'I run.' });
    assert.equal(changed.status, 200, changed.text);
    const muted = await as(api, member)('PUT', `/user/${member.userId}/`, { opt_outs: ['news'] });
    assert.notEqual(muted.status, 503, muted.text);
  });
});
