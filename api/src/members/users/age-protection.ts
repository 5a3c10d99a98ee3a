import { matrixOf } from '../consents/matrix.ts';
import { isBelowProtectedAge } from '../consents/protected-age.ts';
import type { Env } from '../../kernel/server/env.ts';
import type { MemberRow } from './find-member.ts';

type Protected = Pick<MemberRow, 'is_protected' | 'birthdate' | 'gdpr_iso_code'>;

/** Whether a protected member is old enough to end their protection. */
export const canEndProtection = (
  env: Pick<Env, 'CONSENT_MATRIX_FILE'>,
  { birthdate, gdpr_iso_code: country }: Omit<Protected, 'is_protected'>,
  now: Date,
): boolean => !isBelowProtectedAge(matrixOf(env), { birthdate, country, on: now });

/**
 * Whether a birthdate makes a young member older than the one that protects them: they would end it before its time.
 * Support changes it for whoever shows that it was wrong.
 */
export const isOlderThanProtected = (
  env: Pick<Env, 'CONSENT_MATRIX_FILE'>,
  member: Protected,
  birthdate: string,
  now: Date,
): boolean =>
  member.is_protected && !canEndProtection(env, member, now) && birthdate < (member.birthdate ?? '');
