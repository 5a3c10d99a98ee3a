import type { User } from '@waymark/api-contract';
import { findConsentStatus } from '../../consents/status.ts';
import type { Context } from '../../kernel/server/context.ts';
import { presentSelf } from './presenter.ts';
import type { MemberRow } from './find-member.ts';

/** A member as they see themselves, with what they consented to. */
export async function answerSelf(context: Context, row: MemberRow): Promise<User> {
  return presentSelf(row, await findConsentStatus(context, { userId: row.id }), context.now());
}
