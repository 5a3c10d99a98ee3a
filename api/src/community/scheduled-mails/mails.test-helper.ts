import assert from 'node:assert/strict';
import { after, before, mock } from 'node:test';
import type { SignupBody } from '@waymark/api-contract';
import { withoutChallengeSweep } from '../../programs/challenges/challenges.test-helper.ts';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, type As } from '../../training/workouts/testing.ts';
import { scheduledMails } from './service.ts';
import type { MailName } from './tables.ts';

export interface MailMemberOfTest extends TestMember {
  call: As;
}

/** An API with a clock that tests move, and members whose mailbox they look into. */
export function setUpMails(startAt: string) {
  const clock = { now: startAt };
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ services: withoutChallengeSweep });
    mock.method(api.context, 'now', () => new Date(clock.now));
  });
  after(() => api.stop());
  const confirm = ({ userId }: TestMember) =>
    api.context.db
      .updateTable('logins')
      .set({ email_confirmed_at: new Date(clock.now) })
      .where('user_id', '=', userId)
      .execute();
  return {
    clock,
    api: () => api,
    confirm,
    signUp: async (body: Partial<SignupBody> = {}): Promise<MailMemberOfTest> => {
      const member = await api.signUp(body);
      await confirm(member);
      return { ...member, call: as(api, member) };
    },
    optOut: async ({ token }: TestMember, change: object): Promise<void> => {
      const { status } = await api.call('POST', '/internal/emailOptOuts', { token, body: change });
      assert.equal(status, 200);
    },
    /** The mails to a member that a link of this kind stops, oldest first. */
    mailsOf: async ({ email }: TestMember, stops: string) => {
      const all = await api.context.db
        .selectFrom('mailbox')
        .selectAll()
        .where('recipient', '=', email)
        .orderBy('id')
        .execute();
      return all.filter(({ text }) => text.includes(`Unsubscribe from ${stops}:`));
    },
    /** Sends what is due to a member now, as the queue does once it is their turn. */
    send: (name: MailName, { userId }: TestMember) => scheduledMails.send(api.context, { name, userId }),
  };
}
