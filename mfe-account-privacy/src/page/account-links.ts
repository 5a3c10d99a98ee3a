import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { getRollout } from '@waymark/contract';

interface AccountLink {
  href: string;
  label: MessageDescriptor;
  /** What is to be found there. */
  hint: MessageDescriptor;
  /** Listed for visitors in this rollout only. */
  pilot?: 'loyalty';
}

/** The pages of the account, in the order of use. */
const ACCOUNT_LINKS: readonly AccountLink[] = [
  { href: '/account/my_profile', label: msg`Profile`, hint: msg`Name, picture, and a few words about you` },
  { href: '/account/settings', label: msg`Settings`, hint: msg`Units, time zone, sharing and e-mails` },
  { href: '/account/zones', label: msg`Training zones`, hint: msg`Heart rate and power` },
  { href: '/account/gear', label: msg`Gear`, hint: msg`Shoes and bikes, and how far they’ve gone` },
  {
    href: '/account/loyalty',
    label: msg`Points`,
    hint: msg`Your points, status and history`,
    pilot: 'loyalty',
  },
  {
    href: '/account/security',
    label: msg`Security`,
    hint: msg`E-mail, password, passkeys and your devices`,
  },
  {
    href: '/account/connected_apps',
    label: msg`Connected apps`,
    hint: msg`Watches and services that import your workouts`,
  },
  { href: '/premium/membership', label: msg`Premium`, hint: msg`Your plan, cards and receipts` },
  { href: '/account/data', label: msg`Your data`, hint: msg`Download everything, or delete your account` },
  { href: '/account/developer', label: msg`Developer`, hint: msg`Tokens for scripts, and apps of your own` },
];

export const useAccountLinks = (): readonly AccountLink[] =>
  ACCOUNT_LINKS.filter(({ pilot }) => !pilot || getRollout(pilot) === 'enabled');
