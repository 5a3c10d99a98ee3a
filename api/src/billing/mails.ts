import { writeMail, type MailContent } from '../kernel/mail/letter.ts';
import type { Context } from '../kernel/server/context.ts';
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
const formatDay = (time: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(time);

/** Why a renewal was not paid, for its member. */
const unpaidText = (code: string | null): string =>
  code === 'no_card' ? 'There is no card to pay it with. Add one to keep premium.' : refusalText(code);

const ENDINGS: Readonly<Record<string, string>> = {
  payment_failed: 'The renewal could not be paid, so your premium has ended. Nothing was charged.',
  refunded: 'Your payment went back to you as a whole, so your premium has ended.',
  disputed: 'Your bank took the payment back, so your premium has ended.',
};

type Letter = Omit<MailContent, 'greeting'>;

function letterOf(site: string, kind: BillingMailKind, data: MailData): Letter {
  const membership = { label: 'See your premium', href: `${site}/premium/membership` };
  const cost = formatMoney(data.amount ?? 0, data.currency ?? 'USD');
  const day = data.ends ? formatDay(data.ends) : 'no day';
  const ending = 'You can end it with two clicks on your premium page until then.';
  switch (kind) {
    case 'trial_started':
      return {
        subject: 'Your free trial has begun',
        lines: [
          `Premium is open until ${day}, for free.`,
          `On that day ${cost} is charged for ${data.product}.`,
        ],
        action: membership,
        after: [ending],
      };
    case 'premium_started':
      return {
        subject: 'Your premium has begun',
        lines: [data.ends ? `Premium is open until ${day}.` : 'Premium is open for good.'],
        action: membership,
        after: [],
      };
    case 'trial_ending':
      return {
        subject: `Your free trial ends on ${day}`,
        lines: [`On ${day} ${cost} is charged for ${data.product}, unless you end it before.`],
        action: { ...membership, label: 'Keep or end it' },
        after: [ending],
      };
    case 'renewal_ahead':
      return {
        subject: `Your premium renews on ${day}`,
        lines: [`On ${day} ${cost} is charged for ${data.product}, unless you end it before.`],
        action: { ...membership, label: 'Keep or end it' },
        after: [ending],
      };
    case 'payment_failed':
      return {
        subject: 'Your premium could not be renewed',
        lines: [
          unpaidText(data.code ?? null),
          'Premium stays open for a few days while we try again. Nothing was charged.',
        ],
        action: { ...membership, label: 'Change your card' },
        after: [],
      };
    case 'confirm_payment':
      return {
        subject: 'Your bank wants you to confirm a payment',
        lines: ['The renewal of your premium waits for you to confirm it with your bank, for one day.'],
        action: { label: 'Confirm it', href: `${site}/checkout/en-us/mmf/${data.attempt}` },
        after: ['Premium stays open meanwhile.'],
      };
    case 'canceled':
      return {
        subject: 'Your premium will not renew',
        lines: [
          data.isOver
            ? `Premium was paid until ${day}, so it ends now. Nothing more is charged.`
            : `Premium stays open until ${day} and ends then. Nothing more is charged.`,
        ],
        action: { ...membership, label: data.isOver ? 'Start it again' : 'Keep it after all' },
        after: [],
      };
    case 'kept':
      return {
        subject: 'Your premium goes on',
        lines: [`On ${day} ${cost} is charged for ${data.product}.`],
        action: membership,
        after: [],
      };
    case 'ended':
      return {
        subject: 'Your premium has ended',
        lines: [
          ENDINGS[data.reason ?? ''] ?? 'Your premium has ended, and nothing more is charged.',
          'Everything you logged stays yours, with its whole history.',
        ],
        action: { ...membership, label: 'Start it again' },
        after: [],
      };
    case 'days_granted':
      return {
        subject: 'Premium for you',
        lines: [`You have ${data.days} days of premium from us.`],
        action: membership,
        after: [],
      };
    case 'gift_given':
      return {
        subject: 'A gift of premium for you to give',
        lines: [
          `This code opens ${data.product} once, for you or for whoever you give it to:`,
          data.gift ?? '',
        ],
        action: { label: 'Use the code', href: `${site}/premium/coupon?code=${data.gift}` },
        after: ['No card is needed, and nothing renews.'],
      };
    case 'gift_bought':
      return {
        subject: 'Your gift of premium is ready to give',
        lines: [`This code opens ${data.product} once, for whoever uses it:`, data.gift ?? ''],
        action: { label: 'Print its card, or mail it', href: `${site}/premium/gift/${data.giftId}` },
        after: ['Changed your mind? While nobody has used it you can return it there for 30 days.'],
      };
    case 'gift_for_you':
      return {
        subject: 'A gift of premium on Waymark for you',
        lines: [
          `${data.from} has bought ${data.product} for you.`,
          ...(data.message ? [`“${data.message}”`] : []),
          `Your code: ${data.gift}`,
        ],
        action: { label: 'Open your gift', href: `${site}/premium/coupon?code=${data.gift}` },
        after: ['No card is needed, and nothing renews. You need an account, which is free.'],
      };
    case 'receipt':
    case 'refunded':
      throw new Error('A receipt has a letter of its own.');
  }
}

async function receiptLetter({ db }: Context, site: string, userId: number, id: number): Promise<Letter> {
  const row = await db
    .selectFrom('receipts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const receipt = presentReceipt(row);
  const money = (amount: number) => formatMoney(amount, receipt.currency);
  const { method } = receipt;
  return {
    subject: `${receipt.kind === 'refund' ? 'Your refund' : 'Your receipt'} ${receipt.number}`,
    lines: [
      `${receipt.description}: ${money(receipt.total_amount)}`,
      `Without ${receipt.tax_label}: ${money(receipt.net_amount)}. ${receipt.tax_label}: ${money(receipt.tax_amount)}.`,
      ...(method ? [`Card: ${method.brand} ending in ${method.last4}`] : []),
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
    .select(['email', 'first_name'])
    .where('logins.user_id', '=', userId)
    .executeTakeFirst();
  if (member) {
    const site = env.SITE_URL.replace(/\/$/, '');
    const data = mail.data as MailData;
    const letter =
      data.receipt === undefined
        ? letterOf(site, mail.kind as BillingMailKind, data)
        : await receiptLetter(context, site, userId, data.receipt);
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
