import { createHmac } from 'node:crypto';
import { EMAIL_KINDS, type EmailKind } from '@waymark/api-contract';
import type { Context } from '../server/context.ts';
import { isSameText } from '../server/secrets.ts';

/** Kinds of mail by what a link of it switches off. `account` mails always come; their link switches off all others. */
export type MailKind = EmailKind | 'account';

type Keys = Pick<Context, 'derive'>;

const sign = ({ derive }: Keys, text: string): string =>
  createHmac('sha256', derive('unsubscribe links')).update(text).digest('base64url').slice(0, 32);

/** By which the mails of a member are found, to whatever address they went: each says how to stop them. */
export const unsubscribePathOf = (userId: number): string => `/internal/unsubscribe/${userId.toString(36)}.`;

/** What a mail's unsubscribe link says. It needs no sign-in and does not expire: mails are opened years later. */
export function mintUnsubscribeToken(keys: Keys, userId: number, kind: MailKind): string {
  const text = `${userId.toString(36)}.${kind}`;
  return `${text}.${sign(keys, text)}`;
}

/** Whose mails of which kind a link is about; null for one that was not made here. */
export function readUnsubscribeToken(keys: Keys, token: string): { userId: number; kind: MailKind } | null {
  const [user = '', kind = '', signature = ''] = token.split('.');
  const expected = sign(keys, `${user}.${kind}`);
  if (!isSameText(signature, expected)) return null;
  const known = (['account', ...EMAIL_KINDS] as const).find((one) => one === kind);
  return known ? { userId: Number.parseInt(user, 36), kind: known } : null;
}
