import type { Caller } from '../../kernel/server/route.ts';
import type { MemberRow } from './find-member.ts';

export const isSelf = (caller: Caller | null, member: Pick<MemberRow, 'id'>): boolean =>
  caller?.userId === member.id;

const EVERYONE = 3;

/**
 * A profile is seen by its member, and by others when it is public. It has no link with a key, and ids can be guessed: at
 * level 6 others see it no more than a private one.
 */
export function canSeeProfile(
  caller: Caller | null,
  member: Pick<MemberRow, 'id' | 'profile_privacy'>,
): boolean {
  return isSelf(caller, member) || member.profile_privacy === EVERYONE;
}
