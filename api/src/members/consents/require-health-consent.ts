import type { FieldProblem } from '@waymark/api-contract';
import type { Trx } from '../../kernel/database/tables.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';

const SENTENCE =
  'This is health data, which Waymark takes only with your consent. Give it at /privacy_center/consents/edit, or leave this empty.';

/**
 * Refuses health data of a member who has not consented to its use. Fields without a value pass: a form that was opened
 * while the data is hidden sends null for what it could not show. The row of the member stays locked until the
 * transaction ends, so that a refusal which arrives meanwhile is recorded after it.
 * @throws ApiProblem 403 that names each field with a value
 */
export async function requireHealthConsent(
  trx: Trx,
  userId: number,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = Object.keys(fields).filter((name) => fields[name] !== null && fields[name] !== undefined);
  if (names.length === 0) return;
  const { hides_health_data } = await trx
    .selectFrom('users')
    .select('hides_health_data')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirstOrThrow();
  if (hides_health_data) throw healthConsentNeeded(names);
}

export function healthConsentNeeded(names: readonly string[]): ApiProblem {
  const problem: FieldProblem = { code: 'health_consent_needed' };
  return new ApiProblem(403, 'health_consent_needed', SENTENCE, {
    diagnostics: Object.fromEntries(names.map((name) => [name, [SENTENCE]])),
    fieldProblems: Object.fromEntries(names.map((name) => [name, [problem]])),
  });
}
