import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { Appeal, ErrorBody, ModerationDecision } from '@waymark/api-contract';
import { until } from '../../testing/mail.ts';
import { as } from '../../training/workouts/testing.ts';
import { DAY_MS, ModeratedSite } from './appeals.test-helper.ts';
import { queueDueMails } from './decision-mails.ts';

const site = await ModeratedSite.start(3);
const { api, moderators } = site;
const { db } = api.context;
after(() => api.stop());
const errorOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as ErrorBody).error];

test('[SOC-02] whoever a moderator decides against reads the reason and the time to appeal, on the site and in one mail', async () => {
  const author = await site.member();
  const post = await site.post(author, 'Buy my shoes');
  const id = await site.decide('story', post, { action: 'remove', statement: 'Adverts belong elsewhere.' });
  const { _embedded, is_suspended: isSuspended } = await site.decisions(author);
  const [decision, ...more] = _embedded.decisions;
  assert.deepEqual(
    [
      isSuspended,
      more,
      decision!.id,
      decision!.action,
      decision!.state,
      decision!.reason,
      decision!.can_appeal,
    ],
    [false, [], id, 'removed', 'in_force', 'spam', true],
  );
  assert.deepEqual([decision!.text, decision!.statement], ['Buy my shoes', 'Adverts belong elsewhere.']);
  const days = Date.parse(decision!.appeal_until_datetime) - Date.parse(decision!.decided_datetime);
  assert.equal(days, 30 * DAY_MS);
  const [told] = await site.notifications(author);
  assert.deepEqual(
    [told!.outcome, told!.object?.text, told!.actors, told!._links['page']![0]!.href],
    ['removed', 'Buy my shoes', [], '/moderation/decisions'],
  );
  await until('the mail', async () => (await site.mails(author)).length > 0);
  await queueDueMails(api.context);
  const [mail, ...others] = await site.mails(author);
  assert.deepEqual(others, []);
  for (const text of [
    '“Buy my shoes”',
    'spam or advertising',
    'Adverts belong elsewhere.',
    'appeal once, until',
  ])
    assert.ok(mail!.text.includes(text), text);
  for (const text of [JSON.stringify(decision), mail!.text])
    for (const secret of ['Look at this', 'Third time this week', site.reporter.email, moderators[0]!.email])
      assert.ok(!text.includes(secret), `${secret} is between reporters and moderators`);
});

test('[SOC-02] a decision whose mail was lost with its process is mailed by the next round, once; an address that nobody confirmed gets none', async () => {
  const [author, unconfirmed] = [await site.member(), await site.member()];
  for (const member of [author, unconfirmed]) {
    const id = await site.decide('story', await site.post(member, 'Lost'), { action: 'remove' });
    await until('it is claimed', () =>
      db
        .selectFrom('reports')
        .select('id')
        .where('id', '=', id)
        .where('mailed_at', 'is not', null)
        .executeTakeFirst(),
    );
    await db.updateTable('reports').set({ mailed_at: null }).where('id', '=', id).execute();
  }
  for (const member of [author, unconfirmed])
    await until('the first mail', async () => (await site.mails(member)).length === 1);
  await db
    .updateTable('logins')
    .set({ email_confirmed_at: null })
    .where('user_id', '=', unconfirmed.userId)
    .execute();
  await until('both are claimed', async () => {
    await queueDueMails(api.context);
    const waiting = await db
      .selectFrom('reports')
      .select('id')
      .where('user_id', 'in', [author.userId, unconfirmed.userId])
      .where('mailed_at', 'is', null)
      .execute();
    return waiting.length === 0;
  });
  await until('the second mail', async () => (await site.mails(author)).length === 2);
  assert.equal((await site.mails(unconfirmed)).length, 1);
});

test('[SOC-02] a suspended member reads the decision and appeals it; taken back, the suspension ends and the post is there again', async () => {
  const author = await site.member();
  const post = await site.post(author, 'Shoes for the club');
  const reply = await site.comment({ call: as(api, site.reporter) }, post, 'Size 42?');
  const id = await site.decide('story', post, { action: 'suspend' });
  assert.equal(await site.seesStory(post), false);
  const relogin = await api.call<{ authToken: string }>('POST', '/auth/login', {
    body: { email: author.email, password: author.password },
  });
  assert.equal(relogin.status, 200, 'who is suspended logs in');
  assert.equal((await site.decisions(author)).is_suspended, true);
  assert.deepEqual(
    (await site.notifications(author)).map(({ outcome }) => outcome),
    ['suspended'],
  );
  const appealed = await site.appeal(author, id, ' They were\na gift. ');
  assert.deepEqual(
    [appealed.status, appealed.body.appeal?.state, appealed.body.appeal?.text, appealed.body.can_appeal],
    [201, 'open', 'They were\na gift.', false],
  );
  const [open] = await site.appeals(1);
  assert.deepEqual(
    [open!.text, open!.report.snapshot, open!.report.note, open!.report.resolution_note, open!.can_decide],
    ['They were\na gift.', 'Shoes for the club', 'Look at this', 'Third time this week', true],
  );
  const { body } = await as(api, moderators[1]!)<{ open_appeal_count: number }>('GET', '/moderation/report/');
  assert.equal(body.open_appeal_count, 1);
  const answered = await site.answer(1, id, 'overturn', 'Sorry about that.');
  assert.deepEqual(
    [
      answered.status,
      answered.body.state,
      answered.body.is_content_restored,
      answered.body.report.is_suspended,
    ],
    [200, 'overturned', true, false],
  );
  assert.equal(await site.seesStory(post), true);
  const thread = await author.call<{ _embedded: { comments: { id: number }[] } }>(
    'GET',
    `/activity_story/?reply_type=comment&parent_story_id=${post}`,
  );
  assert.deepEqual(
    thread.body._embedded.comments.map((one) => one.id),
    [reply],
  );
  const { _embedded, is_suspended: isSuspended } = await site.decisions(author);
  const [after] = _embedded.decisions;
  assert.deepEqual(
    [isSuspended, after!.state, after!.appeal?.answer, after!.appeal?.is_content_restored],
    [false, 'taken_back', 'Sorry about that.', true],
  );
  assert.equal((await site.notifications(author))[0]!.outcome, 'appeal_overturned');
  await until('both mails', async () => (await site.mails(author)).length === 2);
  await queueDueMails(api.context);
  const [, mail, ...more] = await site.mails(author);
  assert.deepEqual(more, []);
  for (const text of ['Your suspension has ended.', 'back where it was', 'Sorry about that.'])
    assert.ok(mail!.text.includes(text), text);
  assert.deepEqual(await site.appeals(1), []);
  assert.equal((await site.appeals(1, 'resolved'))[0]!.id, open!.id);
});

test('[SOC-02] a decision is appealed once, in its time, by its member, with some words; upheld, it is final', async () => {
  const author = await site.member();
  const [first, second] = [await site.post(author, 'One'), await site.post(author, 'Two')];
  const id = await site.decide('story', first, { action: 'remove' });
  const late = await site.decide('story', second, { action: 'remove' });
  await site.makeOlder(late, 30);
  assert.deepEqual(errorOf(await site.appeal(author, late)), [409, 'appeal_too_late']);
  const found = (await site.decisions(author))._embedded.decisions.find((one) => one.id === late);
  assert.equal(found!.can_appeal, false);
  assert.deepEqual(errorOf(await site.appeal(await site.member(), id)), [404, 'not_found']);
  assert.equal((await api.call('POST', `/services/main/v7.1/moderation_decision/${id}/appeal/`)).status, 401);
  for (const text of ['', ' \n ', 'x'.repeat(2001)])
    assert.deepEqual(errorOf(await site.appeal(author, id, text)), [400, 'validation_error']);
  const all = await Promise.all([site.appeal(author, id), site.appeal(author, id), site.appeal(author, id)]);
  assert.deepEqual(
    all.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409],
  );
  assert.deepEqual(errorOf(await site.appeal(author, id)), [409, 'already_appealed']);
  const { status, body } = await site.answer(1, id, 'uphold', 'It is an advert.');
  assert.deepEqual([status, body.state, body.is_content_restored], [200, 'upheld', false]);
  assert.deepEqual(errorOf(await site.appeal(author, id)), [409, 'already_appealed']);
  assert.equal((await site.notifications(author))[0]!.outcome, 'appeal_upheld');
  const stories = await db.selectFrom('stories').select('id').where('user_id', '=', author.userId).execute();
  assert.deepEqual(stories, [{ id: second }], 'the post is deleted for good');
  await until('all mails', async () => (await site.mails(author)).length === 3);
  assert.match(
    (await site.mails(author))[2]!.text,
    /the decision stands\. It is final\.[^]*It is an advert\./,
  );
});

test('[SOC-02] [SESS-06] an appeal that is sent again under its key is one, and gets the answer of the first', async () => {
  const author = await site.member();
  const id = await site.decide('story', await site.post(author, 'Again'), { action: 'remove' });
  const send = (text: string) =>
    api.call<ModerationDecision>('POST', `/services/main/v7.1/moderation_decision/${id}/appeal/`, {
      token: author.token,
      body: { text },
      headers: { 'idempotency-key': 'the form' },
    });
  const answers = [...(await Promise.all([1, 2, 3].map(() => send('A gift')))), await send('A gift')];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201],
  );
  assert.deepEqual(new Set(answers.map(({ body }) => body.appeal?.text)), new Set(['A gift']));
  assert.deepEqual(errorOf(await send('Changed')), [422, 'idempotency_key_reused']);
  const stored = await db.selectFrom('appeals').select('id').where('report_id', '=', id).execute();
  assert.equal(stored.length, 1);
});

test('[SOC-02] of two moderators who decide an appeal at once one wins, and the other is told', async () => {
  const author = await site.member();
  const id = await site.decide('story', await site.post(author, 'Both'), { action: 'suspend' });
  await site.appeal(author, id);
  const { id: appealId } = (await site.appeals(1)).find(({ report }) => report.id === id)!;
  const both = await Promise.all(
    (['overturn', 'uphold'] as const).map((decision, n) =>
      as(api, moderators[n + 1]!)<Appeal>('PATCH', `/moderation/appeal/${appealId}/`, { decision }),
    ),
  );
  const won = both.find(({ status }) => status === 200)!;
  const lost = both.find(({ status }) => status !== 200)!;
  assert.deepEqual(errorOf(lost), [409, 'already_resolved']);
  const { _embedded } = await site.decisions(author);
  assert.equal(_embedded.decisions[0]!.appeal?.state, won.body.state);
  assert.equal((await site.notifications(author)).length, 2, 'the decision and one answer');
});

test('[SOC-02] nobody decides their own appeal, and who decided leaves it to another moderator for a week', async () => {
  const accused = moderators[2]!;
  const call = as(api, accused);
  const own = await site.decide('story', await site.post({ call }, 'Mine'), { action: 'remove' });
  await site.appeal({ call }, own);
  const ofMine = (await site.appeals(2)).find(({ report }) => report.id === own)!;
  assert.deepEqual([ofMine.is_own_case, ofMine.can_decide], [true, false]);
  assert.deepEqual(errorOf(await site.answer(2, own, 'overturn')), [403, 'not_allowed']);
  const seen = (await site.appeals(0)).find(({ report }) => report.id === own)!;
  assert.deepEqual([seen.is_own_decision, seen.can_decide], [true, false]);
  const refused = await site.answer(0, own, 'uphold');
  assert.deepEqual(
    [refused.status, (refused.body as unknown as ErrorBody).error_description],
    [403, 'You made this decision, so another moderator decides the appeal.'],
  );
  const weekAgo = new Date(Date.now() - 7 * DAY_MS);
  await db.updateTable('appeals').set({ created_at: weekAgo }).where('report_id', '=', own).execute();
  assert.equal((await site.answer(0, own, 'uphold')).status, 200, 'no other moderator did for a week');
});

test('[SOC-02] appeals are for moderators, who are none while they are suspended', async () => {
  const author = await site.member();
  const id = await site.decide('story', await site.post(author, 'Hidden'), { action: 'remove' });
  await site.appeal(author, id);
  const { id: appealId } = (await site.appeals(1)).find(({ report }) => report.id === id)!;
  const suspended = moderators[2]!;
  await db.insertInto('suspensions').values({ user_id: suspended.userId, created_at: new Date() }).execute();
  for (const call of [author.call, as(api, suspended)]) {
    assert.equal((await call('GET', '/moderation/appeal/')).status, 404);
    const decided = await call('PATCH', `/moderation/appeal/${appealId}/`, { decision: 'overturn' });
    assert.equal(decided.status, 404);
  }
  await db.deleteFrom('suspensions').where('user_id', '=', suspended.userId).execute();
  const missing = await as(api, suspended)('PATCH', `/moderation/appeal/${api.context.newId()}/`, {
    decision: 'uphold',
  });
  assert.equal(missing.status, 404);
});

test('[SOC-02] the only moderator decides appeals against their own decisions, and members send only so many', async (t) => {
  const small = await ModeratedSite.start(1, { RATE_LIMITS: 'true' });
  t.after(() => small.api.stop());
  const author = await small.member();
  const id = await small.decide('story', await small.post(author, 'Alone'), { action: 'remove' });
  assert.equal((await small.appeal(author, id)).status, 201);
  const [open] = await small.appeals(0);
  assert.deepEqual([open!.is_own_decision, open!.can_decide], [true, true]);
  const decided: { status: number; body: Appeal } = await small.answer(0, id, 'overturn');
  assert.deepEqual([decided.status, decided.body.state], [200, 'overturned']);
  const statuses: number[] = [];
  for (let n = 0; n < 30; n++) statuses.push((await small.appeal(author, small.api.context.newId())).status);
  assert.deepEqual([new Set(statuses.slice(0, 29)), statuses[29]], [new Set([404]), 429]);
});
