import { authCalls } from '@waymark/api-contract';
import { notSignedIn } from '../../kernel/server/errors.ts';
import { countMember, MAILS_OF_MEMBER } from '../../kernel/server/member-limit.ts';
import { route } from '../../kernel/server/route.ts';
import { findMailToken, spendMailToken } from '../credentials/mail-tokens.ts';
import { sendConfirmation } from '../credentials/mails.ts';

const KIND = 'confirm_email';

export const confirmEmailHandler = route<typeof authCalls.confirmEmail>({
  call: authCalls.confirmEmail,
  access: 'anyone',
  lenient: true,
  limit: { max: 60, windowSeconds: 600 },
  async handler({ context: { db, now }, params }) {
    // Opening the link twice (mail programs do) is no failure.
    const before = await findMailToken(db, KIND, params.token);
    if (before?.used_at) return { email: before.email };
    return db.transaction().execute(async (tx) => {
      const { email, user_id } = await spendMailToken(tx, KIND, params.token, now());
      await tx
        .updateTable('logins')
        .set({ email_confirmed_at: now() })
        .where('user_id', '=', user_id)
        .where('email', '=', email)
        .execute();
      return { email };
    });
  },
});

export const resendHandler = route<typeof authCalls.resendConfirmation>({
  call: authCalls.resendConfirmation,
  access: 'member',
  limit: { max: 5, windowSeconds: 900 },
  async handler({ context, caller, request }) {
    if (!caller) throw notSignedIn();
    countMember(request, 'confirmation mails', caller.userId, MAILS_OF_MEMBER);
    await sendConfirmation(context, caller.userId);
    return { ok: true as const };
  },
});
