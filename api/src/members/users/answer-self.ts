import type { User } from '@waymark/api-contract';
import { findConsentStatus } from '../../consents/status.ts';
import { findLoyaltyStatus } from '../../loyalty/status.ts';
import type { Context } from '../../kernel/server/context.ts';
import { presentSelf } from './presenter.ts';
import type { MemberRow } from './find-member.ts';

/** A member as they see themselves, with what they consented to. */
export async function answerSelf(context: Context, row: MemberRow): Promise<User> {
  const [consents, loyalty] = await Promise.all([
    findConsentStatus(context, { userId: row.id }),
    findLoyaltyStatus(context, row),
  ]);
  return presentSelf(row, consents, loyalty, context.now());
}
