import assert from 'node:assert/strict';
import type {
  Appeal,
  AppealList,
  ModerationDecision,
  NotificationList,
  Report,
  Story,
} from '@waymark/api-contract';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, type As } from '../../training/workouts/testing.ts';

export const DAY_MS = 86_400_000;
type Action = 'dismiss' | 'remove' | 'suspend';
type DecisionList = { _embedded: { decisions: ModerationDecision[] }; is_suspended: boolean };

/** An API with moderators, and what its tests do again and again. */
export class ModeratedSite {
  readonly api: TestApi;
  readonly moderators: readonly TestMember[];
  readonly reporter: TestMember;

  private constructor(api: TestApi, moderators: readonly TestMember[], reporter: TestMember) {
    this.api = api;
    this.moderators = moderators;
    this.reporter = reporter;
  }

  static async start(moderatorCount: number, env: Record<string, string> = {}): Promise<ModeratedSite> {
    const emails = Array.from({ length: moderatorCount }, (_, n) => `moderator${n}@example.com`);
    const api = await startTestApi({ env: { MODERATORS: emails.join(', '), ...env } });
    const moderators: TestMember[] = [];
    for (const email of emails) moderators.push(await api.signUp({ email }));
    const site = new ModeratedSite(api, moderators, await api.signUp());
    await site.confirm(...moderators);
    return site;
  }

  async confirm(...members: readonly TestMember[]): Promise<void> {
    const { db, now } = this.api.context;
    const ids = members.map(({ userId }) => userId);
    await db.updateTable('logins').set({ email_confirmed_at: now() }).where('user_id', 'in', ids).execute();
  }

  /** A member whose mails arrive. */
  async member(): Promise<TestMember & { call: As }> {
    const member = await this.api.signUp();
    await this.confirm(member);
    return { ...member, call: as(this.api, member) };
  }

  async post({ call }: { call: As }, text: string, privacy = 3): Promise<number> {
    const body = { verb: 'post', object: { type: 'status', text }, privacy };
    return (await call<Story>('POST', '/activity_story/', body)).body.id;
  }

  async comment({ call }: { call: As }, storyId: number, text: string): Promise<number> {
    const body = { verb: 'comment', parent_story_id: storyId, object: { type: 'comment', text } };
    const made = await call<{ id: number }>('POST', '/activity_story/', body);
    assert.equal(made.status, 201);
    return made.body.id;
  }

  /** Somebody reports a thing. @returns the id of the case */
  async report(type: 'story' | 'comment' | 'user', id: number): Promise<number> {
    const report = { object_type: type, object_id: id, reason: 'spam', note: 'Look at this' };
    assert.equal((await as(this.api, this.reporter)('POST', '/report/', report)).status, 204);
    const open = await this.api.context.db
      .selectFrom('reports')
      .select('id')
      .where('object_type', '=', type)
      .where('object_id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow();
    return open.id;
  }

  async resolve(
    id: number,
    { action, statement = '', by = 0 }: { action: Action; statement?: string; by?: number },
  ): Promise<number> {
    const call = as(this.api, this.moderators[by]!);
    const body = { action, note: 'Third time this week', statement };
    const decided = await call<Report>('PATCH', `/moderation/report/${id}/`, body);
    assert.equal(decided.status, 200, decided.text);
    return id;
  }

  /** Somebody reports a thing, and a moderator decides. @returns the id of the case, which is that of the decision */
  async decide(
    type: 'story' | 'comment' | 'user',
    id: number,
    decision: { action: Action; statement?: string; by?: number },
  ): Promise<number> {
    return this.resolve(await this.report(type, id), decision);
  }

  async decisions({ call }: { call: As }): Promise<DecisionList> {
    const { status, body } = await call<DecisionList>('GET', '/moderation_decision/');
    assert.equal(status, 200);
    return body;
  }

  appeal({ call }: { call: As }, decisionId: number, text = 'These were club shoes, given away.') {
    return call<ModerationDecision>('POST', `/moderation_decision/${decisionId}/appeal/`, { text });
  }

  async appeals(by: number, state: 'open' | 'resolved' = 'open'): Promise<Appeal[]> {
    const call = as(this.api, this.moderators[by]!);
    const { status, body } = await call<AppealList>('GET', `/moderation/appeal/?state=${state}&limit=100`);
    assert.equal(status, 200);
    return body._embedded.appeals;
  }

  /** Decides the appeal against a decision. */
  async answer(by: number, decisionId: number, decision: 'uphold' | 'overturn', answer = '') {
    const open = (await this.appeals(by)).find(({ report }) => report.id === decisionId);
    assert.ok(open, 'the appeal is in the queue');
    return as(this.api, this.moderators[by]!)<Appeal>('PATCH', `/moderation/appeal/${open.id}/`, {
      decision,
      answer,
    });
  }

  /** Appeals and has the decision taken back by the second moderator. */
  async takeBack(member: { call: As }, decisionId: number): Promise<Appeal> {
    assert.equal((await this.appeal(member, decisionId)).status, 201);
    const { status, body } = await this.answer(1, decisionId, 'overturn');
    assert.equal(status, 200);
    return body;
  }

  async notifications({ call }: { call: As }) {
    const { body } = await call<NotificationList>('GET', '/notification/');
    return body._embedded.notifications.filter(({ kind }) => kind === 'moderation');
  }

  async mails({ email }: { email: string }): Promise<{ subject: string; text: string }[]> {
    return this.api.context.db
      .selectFrom('mailbox')
      .select(['subject', 'text'])
      .where('recipient', '=', email)
      .where('text', 'like', '%/moderation/decisions%')
      .orderBy('id')
      .execute();
  }

  async seesStory(id: number): Promise<boolean> {
    const { status } = await as(this.api, this.reporter)('GET', `/activity_story/${id}/`);
    return status === 200;
  }

  /** As if a decision had been made some days earlier. */
  async makeOlder(decisionId: number, days: number): Promise<void> {
    const { db, now } = this.api.context;
    const at = new Date(now().getTime() - days * DAY_MS);
    const report = await db
      .updateTable('reports')
      .set({ resolved_at: at })
      .where('id', '=', decisionId)
      .returning(['user_id', 'object_id'])
      .executeTakeFirstOrThrow();
    await db
      .updateTable('stories')
      .set({ removed_at: at })
      .where('user_id', '=', report.user_id)
      .where('id', '=', report.object_id)
      .where('removed_at', 'is not', null)
      .execute();
  }
}
