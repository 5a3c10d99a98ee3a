import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import {
  type ChallengeDetails,
  type Leaderboard,
  type LifetimeStats,
  SERVICE_BASES,
  type UserGoalProgressList,
  type Workout,
} from '@waymark/api-contract';
import { befriend } from '../../members/friends/testing.ts';
import { importAll } from '../imports/testing/import-files.ts';
import { startTestApi } from '../../testing/api.ts';
import { as, log } from '../workouts/testing.ts';
import { windingGpx } from './testing.ts';

const api = await startTestApi();
after(() => api.stop());

const EVERYONE = 3;
const MEASURED = 1_204_992;

/** Every energy in an answer, in its order. */
const energiesIn = (text: string): string[] =>
  [...text.matchAll(/energy(?:_total)?":(?<value>[^,}]*)/gu)].map(({ groups }) => groups!['value']!);

/** What a friend is told of the energy of a member with such a weight, and what the member is. */
async function readEnergies(weight: number | null) {
  const [member, friend] = [await api.signUp(), await api.signUp()];
  await befriend(api, member, friend);
  const [call, callOfFriend] = [as(api, member), as(api, friend)];
  if (weight !== null) await call('PUT', `/user/${member.userId}/`, { weight });
  const estimated = await log(call, { start_datetime: '2026-05-01T07:30:00Z', privacy: EVERYONE });
  const files = await importAll(call, [['run.gpx', windingGpx('2026-05-02T07:00:00Z')]]);
  const nearZone = files.get('run.gpx')!.workouts[0]!;
  await call('PUT', `/workout/${nearZone.id}/`, { privacy: EVERYONE });
  await log(call, { start_datetime: '2026-05-03T07:30:00Z', energy: MEASURED, privacy: EVERYONE });
  // Of the same key, so that the zones hide the same.
  await api.context.db
    .insertInto('privacy_zone_owners')
    .values({ user_id: member.userId, key: Buffer.alloc(32, 1), version: 1 })
    .execute();
  await call('POST', '/privacy_zones/', { name: 'Home', lat: 52.2, lng: 21.01, radius: 200 });
  await log(call, { start_datetime: api.context.now().toISOString(), duration: 60, privacy: EVERYONE });
  const criteria = { activity_type_id: null, threshold: { metric: 'energy', value: 4_184_000 } };
  await call('POST', '/user_goal/', { criteria });
  const stats = `/user_stats/${member.userId}`;
  const energies: Record<string, string[]> = {};
  for (const [name, where] of Object.entries({
    workout: `/workout/${estimated.id}/`,
    nearZone: `/workout/${nearZone.id}/`,
    list: `/workout/?user=${member.userId}`,
    stories: `/activity_story/?feed_type=user&feed_id=${member.userId}`,
    dashboard: `/dashboard/?user=${member.userId}&month=2026-05`,
    month: `${stats}/?period=month&date=2026-05-01`,
    lifetime: `${stats}/lifetime/`,
    records: `${stats}/records/`,
  })) {
    const { status, text } = await callOfFriend('GET', where);
    assert.equal(status, 200, `${where} ${text}`);
    energies[name] = energiesIn(text);
    assert.ok(!text.includes('most_energy'), `${name}: the record would bound the weight`);
  }
  const lifetime = (await callOfFriend<LifetimeStats>('GET', `${stats}/lifetime/`)).body;
  assert.equal(lifetime.totals.energy, MEASURED, 'what was typed is seen');
  const goals = `/user_goal_progress/?user=${member.userId}`;
  const [goal] = (await callOfFriend<UserGoalProgressList>('GET', goals)).body._embedded.user_goal_progress;
  assert.equal(goal!.progress.value, 0);
  const challenges = <T>(token: string, method: string, where: string, body?: object) =>
    api.call<T>(method, SERVICE_BASES.challenges + where, { token, ...(body && { body }) });
  const created = await challenges<ChallengeDetails>(friend.token, 'POST', '/v2/challenges', {
    title: 'Energy',
    kind: 'energy',
    first_day: '2026-05-01',
    last_day: api.context.now().toISOString().slice(0, 10),
  });
  const { id } = created.body;
  await challenges(member.token, 'POST', `/challenges/${id}/users`, {});
  const { body: board } = await challenges<Leaderboard>(
    friend.token,
    'GET',
    `/widgets/challenges/${id}/leaderboard`,
  );
  const { body: details } = await challenges<ChallengeDetails>(
    member.token,
    'GET',
    `/challenges/challenge/${id}/details`,
  );
  const { aggregates } = (await call<Workout>('GET', `/workout/${estimated.id}/`)).body;
  return {
    seenByFriend: { energies, score: board._embedded.entries[0]!.value },
    seenByMember: [aggregates.metabolic_energy_total!, details.progress!.value] as const,
  };
}

test('[ACCT-05] [WORK-02] no weight follows from energy: others see what was measured or typed, and boards count an estimate as for anybody', async () => {
  const light = await readEnergies(58.5);
  const heavy = await readEnergies(91.25);
  for (const [place, energy] of light.seenByMember.entries())
    assert.ok(energy < heavy.seenByMember[place]!, 'the estimates differ');
  assert.deepEqual(light.seenByFriend, heavy.seenByFriend);
  assert.deepEqual(light.seenByFriend, (await readEnergies(null)).seenByFriend);
  assert.ok(light.seenByFriend.score > MEASURED);
  assert.deepEqual(light.seenByFriend.energies['workout'], ['null']);
});
