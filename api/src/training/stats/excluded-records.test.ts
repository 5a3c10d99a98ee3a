import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import {
  type Curves,
  type Dashboard,
  type RecordList,
  SERVICE_BASES,
  type StoryList,
  type Workout,
} from '@waymark/api-contract';
import { befriend } from '../../members/friends/testing.ts';
import { gpx, importAll } from '../imports/testing/import-files.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, log } from '../workouts/testing.ts';
import { assertRecount } from './recount-testing.ts';

const MODERATOR = 'moderator@example.com';
let api: TestApi;
let moderator: TestMember;
before(async () => {
  api = await startTestApi({ env: { MODERATORS: MODERATOR } });
  moderator = await api.signUp({ email: MODERATOR });
  await api.context.db
    .updateTable('logins')
    .set({ email_confirmed_at: new Date() })
    .where('user_id', '=', moderator.userId)
    .execute();
});
after(() => api.stop());

const challenges = (member: TestMember, method: string, path: string, body: object) =>
  api.call(method, SERVICE_BASES.challenges + path, { token: member.token, body });

/** Whose workouts hold records of running, on every page that says so. */
function recordsOf(member: TestMember) {
  const page = async (by: TestMember) => {
    const path = `/user_stats/${member.userId}/records/?activity_group=run`;
    const { body, status, text } = await as(api, by)<RecordList>('GET', path);
    assert.equal(status, 200, text);
    return body;
  };
  const holder = (records: RecordList['records'], key: string) =>
    records.find((record) => record.key === key)?.workout.name ?? null;
  return {
    /** Names of the holders as the records page and the dashboard say. */
    holders: async (key: string) => {
      const { body } = await as(api, member)<Dashboard>('GET', '/dashboard/');
      return [holder((await page(member)).records, key), holder(body.records, key)];
    },
    held: async (by: TestMember, key: string) => holder((await page(by)).records, key),
    /** As the page of the workout says, and the friend's feed. */
    badges: async (id: number, friend: TestMember) => {
      const { body } = await as(api, friend)<Workout>('GET', `/workout/${id}/`);
      const { body: feed } = await as(api, friend)<StoryList>('GET', '/activity_story/?feed_type=friends');
      const story = feed._embedded.stories.find(({ object }) => object.workout?.id === id);
      assert.ok(story, 'the feed shows the workout');
      return { page: body.records, feed: story.object.records };
    },
  };
}

test('[CHAL-02] [WORK-09] a workout that counts nowhere holds no record until a moderator accepts it; the record before it is back at once', async () => {
  const [member, friend] = [await api.signUp(), await api.signUp()];
  await befriend(api, member, friend);
  const call = as(api, member);
  const { holders, held, badges } = recordsOf(member);
  const fair = await log(call, { name: 'Fair', privacy: 1, distance: 10_000, duration: 3000 });
  assert.deepEqual(await holders('10km'), ['Fair', 'Fair']);
  const late = { privacy: 1, start_datetime: '2026-05-02T07:30:00+02:00' } as const;
  const flagged = await log(call, { ...late, name: 'Flagged', distance: 10_050, duration: 600 });

  const isFair = async (why: string) => {
    for (const key of ['10km', 'longest_distance']) {
      assert.deepEqual(await holders(key), ['Fair', 'Fair'], why);
      assert.equal(await held(friend, key), 'Fair', why);
    }
    assert.deepEqual(await badges(flagged.id, friend), { page: [], feed: [] }, why);
    const fairBadges = await badges(fair.id, friend);
    assert.ok(fairBadges.page.includes('10km') && fairBadges.feed.includes('10km'), why);
    await assertRecount(api.context.db, member.userId);
  };
  const isFlagged = async (why: string) => {
    assert.deepEqual(await holders('10km'), ['Flagged', 'Flagged'], why);
    assert.equal(await held(friend, '10km'), 'Flagged', why);
    const found = await badges(flagged.id, friend);
    assert.ok(found.page.includes('10km') && found.feed.includes('longest_distance'), why);
    assert.ok(!(await badges(fair.id, friend)).page.includes('10km'), why);
    await assertRecount(api.context.db, member.userId);
  };

  await isFair('it is faster than anybody');
  const explain = async () => {
    const path = `/challenges/workouts/${flagged.id}/explanation`;
    assert.equal((await challenges(member, 'POST', path, { text: 'Downhill.' })).status, 204);
  };
  const decide = async (decision: 'accepted' | 'rejected') => {
    const body = { exclusion: 'too_fast', decision, note: '' };
    const answer = await challenges(moderator, 'PATCH', `/v2/moderation/workouts/${flagged.id}`, body);
    assert.equal(answer.status, 200, answer.text);
  };
  await explain();
  await isFair('explained, and not decided');
  await decide('rejected');
  await isFair('rejected');
  await call('PUT', `/workout/${flagged.id}/`, { duration: 601 });
  await isFair('edited, and as fast as before');
  await explain();
  await decide('accepted');
  await isFlagged('accepted');
  await call('PUT', `/workout/${flagged.id}/`, { duration: 602 });
  await isFair('what was accepted is not what it says now');
  await call('PUT', `/workout/${flagged.id}/`, { duration: 2400 });
  await isFlagged('corrected');
  await call('DELETE', `/workout/${flagged.id}/`);
  assert.deepEqual(await holders('10km'), ['Fair', 'Fair']);
});

test('[CHAL-02] [WORK-09] where everything of a sport counts nowhere it has no records', async () => {
  const member = await api.signUp();
  await log(as(api, member), { distance: 90_000, duration: 3600 });
  const { body } = await as(api, member)<RecordList>('GET', `/user_stats/${member.userId}/records/`);
  assert.deepEqual([body.records, body.activity_groups], [[], []]);
});

/** Where the recordings begin, and where nobody was: whoever sees less of tracks reads other tables. */
const ZONES = {
  'without hidden parts': null,
  'of recordings with hidden parts': { name: 'Home', lat: 52.2, lng: 21.01, radius: 300 },
  'of a member who hides a place elsewhere': { name: 'Work', lat: 50, lng: 20, radius: 300 },
} as const;

async function testOverlap(zone: (typeof ZONES)[keyof typeof ZONES]): Promise<void> {
  const [member, friend] = [await api.signUp(), await api.signUp()];
  await befriend(api, member, friend);
  const call = as(api, member);
  const { held } = recordsOf(member);
  if (zone) assert.equal((await call('POST', '/privacy_zones/', zone)).status, 201);
  // Of what others see a part of, the whole has no badge for them.
  const isPartHidden = zone?.name === 'Home';
  const at = new Date(Date.now() - 5 * 86_400_000).toISOString();
  const before = new Date(Date.now() - 6 * 86_400_000).toISOString();
  const slow = gpx(before, { every: 8, points: 280, name: 'Slow' });
  const first = gpx(at, { every: 5, points: 300, name: 'First' });
  // Most of it is within the first. Of another sport it is no duplicate of it; its owner corrects that.
  const second = gpx(new Date(Date.parse(at) + 600_000).toISOString(), {
    every: 4,
    points: 450,
    type: 'walking',
    name: 'Second',
  });
  const ids = new Map<string, number>();
  for (const [name, file] of Object.entries({ slow, first, second })) {
    const [done] = (await importAll(call, [[`${name}.gpx`, file]])).values();
    assert.equal(done?.state, 'ready', JSON.stringify(done));
    ids.set(name, done.workouts[0]!.id);
    await call('PUT', `/workout/${ids.get(name)}/`, { privacy: 1, activity_type_id: 16 });
  }
  const curve = async (by: TestMember) => {
    const path = `/user_stats/${member.userId}/curves/?activity_group=run`;
    const { body } = await as(api, by)<Curves>('GET', path);
    return body.distance.find(({ meters }) => meters === 1000)?.workout.name ?? null;
  };
  const seen = async () => [
    await held(member, '1km'),
    await curve(member),
    await held(friend, '1km'),
    await curve(friend),
    await held(friend, 'longest_distance'),
  ];
  const all = (name: string) => Array.from({ length: 5 }, () => name);
  const firstForOwner = (name: string) => ['First', 'First', name, name, name];
  assert.deepEqual(await seen(), all('First'), 'the second overlaps it');
  const badge = async (by: TestMember) =>
    (await as(api, by)<Workout>('GET', `/workout/${ids.get('second')}/`)).body.records.includes('1km');
  assert.deepEqual([await badge(member), await badge(friend)], [false, false]);
  await assertRecount(api.context.db, member.userId);
  await call('PUT', `/workout/${ids.get('first')}/`, { privacy: 0 });
  assert.deepEqual(await seen(), firstForOwner('Second'));
  assert.deepEqual([await badge(member), await badge(friend)], [false, !isPartHidden]);
  await assertRecount(api.context.db, member.userId);
  await call('PUT', `/workout/${ids.get('second')}/`, { name: 'Second', notes: 'x', privacy: 3 });
  assert.deepEqual(await seen(), firstForOwner('Second'), 'moved to another cell of curves');
  await call('DELETE', `/workout/${ids.get('first')}/`);
  assert.deepEqual(await seen(), all('Second'));
  await assertRecount(api.context.db, member.userId);
  await call('POST', `/workout/${ids.get('first')}/restore/`);
  assert.deepEqual(await seen(), firstForOwner('Second'));
  await call('DELETE', `/workout/${ids.get('second')}/`);
  assert.deepEqual(await seen(), firstForOwner('Slow'));
  await assertRecount(api.context.db, member.userId);
}

for (const [where, zone] of Object.entries(ZONES))
  test(`[CHAL-02] [WORK-08] [WORK-09] [DATA-03] ${where}: of two recordings of the same time one holds records, and who may not see it is shown the other`, () =>
    testOverlap(zone));
