import type { Caller } from '../server/route.ts';
import type { MemberRow } from './rows.ts';

export const isSelf = (caller: Caller | null, member: Pick<MemberRow, 'id'>): boolean =>
  caller?.userId === member.id;

const EVERYONE = 3;
const BY_LINK = 6;

/** A profile is seen by its member, and by others when it is public or open to who has its link. */
export function canSeeProfile(
  caller: Caller | null,
  member: Pick<MemberRow, 'id' | 'profile_privacy'>,
): boolean {
  return isSelf(caller, member) || member.profile_privacy === EVERYONE || member.profile_privacy === BY_LINK;
}
