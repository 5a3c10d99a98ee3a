import { listedPrivacy, type Relation } from '../visibility/policy.ts';
import type { Caller } from '../../kernel/server/route.ts';
import type { MemberRow } from './find-member.ts';

export const isSelf = (caller: Caller | null, member: Pick<MemberRow, 'id'>): boolean =>
  caller?.userId === member.id;

/**
 * A profile is seen by its member, by friends at level 1 and by everybody at level 3. It has no link with a key, and ids
 * can be guessed: at level 6 others see it no more than a private one.
 * @param relation what `relationTo` says of the caller
 */
export const canSeeProfile = (relation: Relation, member: Pick<MemberRow, 'profile_privacy'>): boolean =>
  relation === 'self' || listedPrivacy(relation).includes(member.profile_privacy);
