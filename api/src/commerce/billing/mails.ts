import { brandName } from '@waymark/api-contract/card-brands';
import { formatDay, writeMail, type MailContent } from '../../kernel/mail/letter.ts';
import { quotable } from '../../kernel/mail/quote.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Billing } from './billing.ts';
import { presentReceipt } from './receipts.ts';
import { refusalText } from './local/local-provider.ts';

/** What billing writes to members about. */
export type BillingMailKind =
  | 'receipt'
  | 'refunded'
  | 'trial_started'
  | 'premium_started'
  | 'trial_ending'
  | 'renewal_ahead'
  | 'payment_failed'
  | 'order_failed'
  | 'change_scheduled'
  | 'confirm_payment'
  | 'canceled'
  | 'kept'
  | 'ended'
  | 'days_granted'
  | 'gift_given'
  | 'gift_bought'
  | 'gift_for_you';

interface MailData {
  receipt?: number;
  product?: string;
  amount?: number;
  currency?: string;
  ends?: number | null;
  reason?: string;
  code?: string | null;
  attempt?: number;
  days?: number;
  /** What was paid for has ended already. */
  isOver?: boolean;
  renews?: boolean;
  /** The bank looks into a payment whose member disputed it. */
  isDisputed?: boolean;
  /** To another plan, not back to the one that runs. */
  isChanged?: boolean;
  /** When a renewal is tried again; null for a card that is not. */
  nextTry?: number | null;
  gift?: string;
  giftId?: number;
  /** Goes to this address and not to the member. */
  to?: string;
  from?: string;
  message?: string;
}

const WORK = 'billing-mail';

/** An amount in minor units, of which a yen has none and most others a hundred. */
export function formatMoney(
  amount: number,
  currency: string,
  currencyDisplay: 'symbol' | 'code' = 'symbol',
): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
/** Why a renewal was not paid, for its member. */
const unpaidText = (code: string | null): string =>
  code === 'no_card' ? 'You have no card saved. Add one to keep premium.' : refusalText(code);

const ENDINGS: Readonly<Record<string, string>> = {
  payment_failed: 'The renewal could not be paid, so your premium has ended. Nothing was charged.',
  refunded: 'Your payment was refunded in full, so your premium has ended.',
  disputed: 'Your bank reversed the payment, so your premium has ended.',
};

type Letter = Omit<MailContent, 'greeting'>;

/** @param dayOf days as the member's pages have them */
function letterOf(
  site: string,
  kind: BillingMailKind,
  data: MailData,
  dayOf: (time: number) => string,
): Letter {
  const membership = { label: 'See your premium', href: `${site}/premium/membership` };
  const cost = formatMoney(data.amount ?? 0, data.currency ?? 'USD');
  const day = data.ends ? dayOf(data.ends) : 'no day';
  const ending = 'You can cancel any time before then, in two clicks on your premium page.';
  switch (kind) {
    case 'trial_started':
      return {
        subject: 'Your free trial has begun',
        lines: [
          `You have premium until ${day}, for free.`,
          `On that day we charge ${cost} for ${data.product}.`,
        ],
        action: membership,
        after: [ending],
      };
    case 'premium_started':
      return {
        subject: 'Your premium has begun',
        lines: data.ends
          ? [
              `You have premium until ${day}.`,
              ...(data.renews === true ? [`On that day we charge ${cost} for ${data.product}.`] : []),
              ...(data.renews === false ? ['It ends then by itself, and nothing is charged.'] : []),
            ]
          : ['Premium is yours for good.'],
        action: membership,
        after: data.renews ? [ending] : [],
      };
    case 'trial_ending':
      return {
        subject: `Your free trial ends on ${day}`,
        lines: [`On ${day} we charge ${cost} for ${data.product}, unless you cancel before then.`],
        action: { ...membership, label: 'Keep or cancel premium' },
        after: [ending],
      };
    case 'renewal_ahead':
      return {
        subject: `Your premium renews on ${day}`,
        lines: [`On ${day} we charge ${cost} for ${data.product}, unless you cancel before then.`],
        action: { ...membership, label: 'Keep or cancel premium' },
        after: [ending],
      };
    case 'payment_failed':
      return {
        subject: 'Your premium could not be renewed',
        lines: [
          `${cost} for ${data.product} could not be charged. ${unpaidText(data.code ?? null)}`,
          `You keep premium until ${day}. ${
            data.nextTry
              ? `We try again on ${dayOf(data.nextTry)}; another card pays at once.`
              : 'We do not try this card again: add another one by then to go on.'
          }`,
        ],
        action: { ...membership, label: 'Change your card' },
        after: [],
      };
    case 'confirm_payment':
      return {
        subject: 'Your bank wants you to confirm a payment',
        lines: [
          `Your bank asks you to confirm the renewal of your premium: ${cost} for ${data.product}. You have one day.`,
        ],
        action: { label: 'Confirm the payment', href: `${site}/checkout/en-us/mmf/${data.attempt}` },
        after: [
          data.isOver
            ? `Premium is paused from ${day} until you confirm.`
            : 'You keep premium in the meantime.',
        ],
      };
    case 'order_failed':
      return {
        subject: 'Your payment did not go through',
        lines: [
          `Your payment of ${cost} for ${data.product} did not go through. Nothing was charged.`,
          ...(data.code ? [refusalText(data.code)] : []),
        ],
        action: { label: 'Try again', href: `${site}/premium/checkout` },
        after: [],
      };
    case 'change_scheduled':
      return {
        subject: data.isChanged ? `Your plan changes on ${day}` : 'Your plan stays as it is',
        lines: [
          data.isChanged
            ? `Your plan runs until ${day}. On that day we charge ${cost} for ${data.product} instead.`
            : `Your plan does not change: on ${day} we charge ${cost} for ${data.product}.`,
        ],
        action: membership,
        after: [ending],
      };
    case 'canceled':
      return {
        subject: 'Your premium will not renew',
        lines: [
          ...(data.isDisputed
            ? [
                'Your bank is looking into a payment that you disputed, so we charge nothing more until it decides.',
              ]
            : []),
          data.isOver
            ? `Premium was paid until ${day}, so it ends now. Nothing more is charged.`
            : `You keep premium until ${day}. Nothing more is charged.`,
        ],
        action: { ...membership, label: data.isOver ? 'Start premium again' : 'Keep premium after all' },
        after: [],
      };
    case 'kept':
      return {
        subject: 'Your premium continues',
        lines: [`Your premium renews after all: on ${day} we charge ${cost} for ${data.product}.`],
        action: membership,
        after: [],
      };
    case 'ended':
      return {
        subject: 'Your premium has ended',
        lines: [
          ENDINGS[data.reason ?? ''] ?? 'Your premium has ended, and nothing more is charged.',
          'Everything you logged stays yours.',
        ],
        action: { ...membership, label: 'Start premium again' },
        after: [],
      };
    case 'days_granted':
      return {
        subject: 'Premium on us',
        lines: [`We added ${data.days === 1 ? 'one day' : `${data.days} days`} of premium to your account.`],
        action: membership,
        after: [],
      };
    case 'gift_given':
      return {
        subject: 'A gift of premium for you to give',
        lines: [
          `This code opens ${data.product} once, for you or for anyone you give it to:`,
          data.gift ?? '',
        ],
        action: { label: 'Use the code', href: `${site}/premium/coupon?code=${data.gift}` },
        after: ['No card is needed, and nothing renews.'],
      };
    case 'gift_bought':
      return {
        subject: 'Your gift of premium is ready to give',
        lines: [`This code opens ${data.product} once, for whoever uses it first:`, data.gift ?? ''],
        action: { label: 'Print a card or send it by mail', href: `${site}/premium/gift/${data.giftId}` },
        after: ['Changed your mind? You can return it there within 30 days, as long as nobody has used it.'],
      };
    case 'gift_for_you':
      return {
        subject: 'You have been given Waymark premium',
        lines: [
          `${data.from} gives you ${data.product} on Waymark.`,
          ...(data.message ? [`“${quotable(data.message)}”`] : []),
          `Your code: ${data.gift}`,
        ],
        action: { label: 'Open your gift', href: `${site}/premium/coupon?code=${data.gift}` },
        after: ['You need a Waymark account, which is free. No card is needed, and nothing renews.'],
      };
    case 'receipt':
    case 'refunded':
      throw new Error('A receipt has a letter of its own.');
  }
}

async function receiptLetter(
  { db }: Context,
  site: string,
  userId: number,
  id: number,
  timeZone: string,
): Promise<Letter> {
  const row = await db
    .selectFrom('receipts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const receipt = presentReceipt(row);
  const money = (amount: number) => formatMoney(amount, receipt.currency);
  const { method, period } = receipt;
  return {
    subject: `${receipt.kind === 'refund' ? 'Your refund' : 'Your receipt'} ${receipt.number}`,
    lines: [
      `${receipt.description}: ${money(receipt.total_amount)}`,
      ...(period?.end
        ? [
            `For ${formatDay(new Date(period.start), timeZone)} to ${formatDay(new Date(period.end), timeZone)}.`,
          ]
        : []),
      `Net: ${money(receipt.net_amount)}. ${receipt.tax_label}: ${money(receipt.tax_amount)}.`,
      ...(method ? [`Card: ${brandName(method.brand)} ending in ${method.last4}`] : []),
      ...(receipt.is_test ? ['This is a test: no real money was taken.'] : []),
    ],
    action: { label: 'See the receipt', href: `${site}/premium/receipt/${receipt.id}` },
    after: [],
  };
}

async function sendMail({ context }: Billing, userId: number, id: number): Promise<void> {
  const { db, env, now } = context;
  const mail = await db
    .selectFrom('billing_mails')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirst();
  if (!mail) return;
  const member = await db
    .selectFrom('logins')
    .innerJoin('users', 'users.id', 'logins.user_id')
    .select(['email', 'first_name', 'time_zone'])
    .where('logins.user_id', '=', userId)
    .executeTakeFirst();
  if (member) {
    const site = env.SITE_URL.replace(/\/$/, '');
    const data = mail.data as MailData;
    const letter =
      data.receipt === undefined
        ? letterOf(site, mail.kind as BillingMailKind, data, (time) =>
            formatDay(new Date(time), member.time_zone),
          )
        : await receiptLetter(context, site, userId, data.receipt, member.time_zone);
    const isForOther = data.to !== undefined;
    await context.mail(
      writeMail(
        context,
        { email: data.to ?? member.email, userId: isForOther ? null : userId },
        { ...letter, greeting: isForOther ? 'there' : member.first_name },
      ),
    );
  }
  await db
    .updateTable('billing_mails')
    .set({ sent_at: now() })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

export const declareMailWork = (billing: Billing): void =>
  billing.context.jobs.work<{ userId: number; id: number }>(
    WORK,
    { concurrency: 2, retries: 10, timeoutSeconds: 60 },
    ({ userId, id }) => sendMail(billing, userId, id),
  );

/** Queues what waits to be sent. The rows were written with what they tell of, so that none is forgotten. */
export async function queueMails({ context: { db, jobs } }: Billing): Promise<void> {
  const waiting = await db
    .selectFrom('billing_mails')
    .select(['user_id', 'id'])
    .where('sent_at', 'is', null)
    .orderBy('created_at')
    .limit(500)
    .execute();
  for (const { user_id: userId, id } of waiting)
    await jobs.send(WORK, { userId, id }, { key: `${userId} ${id}` });
}
