import { matrixOf } from '../../consents/matrix.ts';
import { isBelowProtectedAge } from '../../consents/protected-age.ts';
import type { Env } from '../../kernel/server/env.ts';
import type { MemberRow } from './find-member.ts';

/** Whether a protected member is old enough to end their protection. */
export const canEndProtection = (
  env: Pick<Env, 'CONSENT_MATRIX_FILE'>,
  { birthdate, gdpr_iso_code: country }: Pick<MemberRow, 'birthdate' | 'gdpr_iso_code'>,
  now: Date,
): boolean => !isBelowProtectedAge(matrixOf(env), { birthdate, country, on: now });
