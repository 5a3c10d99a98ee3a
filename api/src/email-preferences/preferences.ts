import { EMAIL_KINDS, type EmailKind, type EmailOptOuts } from '@waymark/api-contract';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../kernel/database/tables.ts';

export const presentOptOuts = (optOuts: readonly EmailKind[]): EmailOptOuts =>
  Object.fromEntries(EMAIL_KINDS.map((kind) => [kind, optOuts.includes(kind)])) as EmailOptOuts;

/** The column after a change; what is not named stays, whoever else changes it at the same time. */
export function changedOptOuts(change: { [kind in EmailKind]?: boolean | undefined }) {
  const named = EMAIL_KINDS.filter((kind) => change[kind] !== undefined);
  const refused = named.filter((kind) => change[kind]);
  return sql<EmailKind[]>`array(
    select kind from unnest(email_opt_outs) as kind where kind <> all(${named}::text[])
    union all select unnest(${refused}::text[]))`;
}

/** Whether a member wants this kind of mail; somebody who is gone wants none. */
export async function wantsMail(db: Kysely<Database>, userId: number, kind: EmailKind): Promise<boolean> {
  const member = await db
    .selectFrom('users')
    .select('email_opt_outs')
    .where('id', '=', userId)
    .executeTakeFirst();
  return member !== undefined && !member.email_opt_outs.includes(kind);
}
