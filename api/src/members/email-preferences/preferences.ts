import { EMAIL_KINDS, type EmailKind, type EmailOptOuts } from '@waymark/api-contract';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../kernel/database/tables.ts';

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

/** How Waymark reaches members outside of its pages. The switch of one stands in `users.communication`; without it, it is on. */
type Channel = 'email' | 'push';

const isOn = (channel: Channel) => sql<boolean>`(communication ->> ${channel}) is distinct from 'false'`;

/** Whether a member wants to hear from Waymark this way; somebody who is gone does not. */
export async function wantsChannel(db: Kysely<Database>, userId: number, channel: Channel): Promise<boolean> {
  const member = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(isOn(channel))
    .executeTakeFirst();
  return member !== undefined;
}

/** On `users u`: the member wants this kind of mail. */
export const isMailWanted = (kind: EmailKind) => sql<boolean>`
  (u.communication ->> 'email' is distinct from 'false' and not u.email_opt_outs @> array[${kind}]::text[])`;

/** Whether a member wants this kind of mail; somebody who is gone wants none. */
export async function wantsMail(db: Kysely<Database>, userId: number, kind: EmailKind): Promise<boolean> {
  const member = await db
    .selectFrom('users')
    .select('email_opt_outs')
    .where('id', '=', userId)
    .where(isOn('email'))
    .executeTakeFirst();
  return member !== undefined && !member.email_opt_outs.includes(kind);
}

/** A member asked for this kind of mail: where all were off, the others stay off. */
export async function allowMail(db: Kysely<Database>, userId: number, kind: EmailKind): Promise<void> {
  const others = EMAIL_KINDS.filter((one) => one !== kind);
  await db
    .updateTable('users')
    .set({
      email_opt_outs: sql<EmailKind[]>`case when ${isOn('email')} then ${changedOptOuts({ [kind]: false })}
        else ${others}::text[] end`,
      communication: sql<string>`communication || '{"email": true}'`,
    })
    .where('id', '=', userId)
    .execute();
}

/** A member asked for notifications in a browser. */
export async function allowPush(db: Kysely<Database>, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ communication: sql<string>`communication || '{"push": true}'` })
    .where('id', '=', userId)
    .where(sql<boolean>`not ${isOn('push')}`)
    .execute();
}
