import { type BillingProfile, SERVICE_BASES } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { ApiProblem, conflict, notFound } from '../../kernel/server/errors.ts';
import { changeAccount } from './accounts.ts';
import { type Billing, canSell } from './billing.ts';
import { refusalText } from './local/local-provider.ts';
import { ensureCustomer } from './payments.ts';
import { CardRefused, CardUnconfirmed, type PaymentProvider, ProviderUnavailable } from './provider.ts';
import type { BillingTables } from './tables.ts';

export type CardRow = Selectable<BillingTables['billing_profiles']>;

export const providerUnavailable = (): ApiProblem =>
  new ApiProblem(
    503,
    'payment_provider_unavailable',
    'Payments are not available right now. Nothing was charged. Try again soon.',
    { headers: { 'retry-after': '30' } },
  );

/** @throws ApiProblem where this installation must not sell */
export function requireSelling(billing: Billing): void {
  if (!canSell(billing)) throw providerUnavailable();
}

export function presentCard(row: CardRow): BillingProfile {
  const { id, payment_provider, cc_token, is_default, brand, last4, exp_month, exp_year } = row;
  return {
    id,
    billing_profile_id: id,
    payment_provider,
    cc_token,
    is_default,
    card: { brand, last4, exp_month, exp_year },
    _links: { self: [{ href: `${SERVICE_BASES.billing}/billing-profiles/${id}`, id: String(id) }] },
  };
}

const MAX_CARDS = 20;

/** Cards of the member that the provider knows: those from before another one was configured are of no use. */
const cardsOf = (db: Db | Trx, provider: PaymentProvider, userId: number) =>
  db
    .selectFrom('billing_profiles')
    .selectAll()
    .where('user_id', '=', userId)
    .where('payment_provider', '=', provider.name);

export const listCards = ({ context: { db }, provider }: Billing, userId: number): Promise<CardRow[]> =>
  cardsOf(db, provider, userId).orderBy('id').execute();

/** The card that pays renewals. */
export const findDefaultCard = (trx: Db | Trx, provider: PaymentProvider, userId: number) =>
  cardsOf(trx, provider, userId).where('is_default', '=', true).executeTakeFirst();

/** @throws ApiProblem 404 */
export async function findCard(
  { context: { db }, provider }: Billing,
  userId: number,
  id: number,
): Promise<CardRow> {
  const card = await cardsOf(db, provider, userId).where('id', '=', id).executeTakeFirst();
  if (!card) throw notFound('card');
  return card;
}

/** Stores the card of a token; the same card again is the one that is there. @throws ApiProblem when it is refused */
export async function addCard(
  billing: Billing,
  userId: number,
  { token, isDefault }: { token: string; isDefault: boolean },
): Promise<CardRow> {
  requireSelling(billing);
  const { context, provider } = billing;
  if ((await listCards(billing, userId)).length >= MAX_CARDS)
    throw new ApiProblem(409, 'card_limit', 'You have many cards here. Remove one to add another.');
  const card = await attach(billing, userId, token);
  let id = 0;
  await changeAccount(billing, userId, async ({ trx }) => {
    const cards = await cardsOf(trx, provider, userId).execute();
    const known = cards.find(({ cc_token }) => cc_token === card.ref);
    const becomesDefault = isDefault || cards.length === 0;
    if (becomesDefault && !known?.is_default)
      await trx
        .updateTable('billing_profiles')
        .set({ is_default: false })
        .where('user_id', '=', userId)
        .where('is_default', '=', true)
        .execute();
    id = known?.id ?? context.newId();
    if (known) {
      if (becomesDefault)
        await trx
          .updateTable('billing_profiles')
          .set({ is_default: true })
          .where('user_id', '=', userId)
          .where('id', '=', known.id)
          .execute();
      return [];
    }
    await trx
      .insertInto('billing_profiles')
      .values({
        user_id: userId,
        id,
        payment_provider: provider.name,
        cc_token: card.ref,
        brand: card.brand,
        last4: card.last4,
        exp_month: card.expMonth,
        exp_year: card.expYear,
        fingerprint: card.fingerprint,
        is_default: becomesDefault,
        created_at: context.now(),
      })
      .execute();
    return [];
  });
  return findCard(billing, userId, id);
}

async function attach(billing: Billing, userId: number, token: string) {
  try {
    const customer = await ensureCustomer(billing, userId);
    return await billing.provider.attachCard({ customer, token }, `card ${userId} ${token}`);
  } catch (error) {
    if (error instanceof CardRefused)
      throw new ApiProblem(402, 'card_refused', error.message || refusalText(error.code));
    if (error instanceof CardUnconfirmed)
      throw conflict('card_confirmation_required', 'Your bank wants you to confirm this card.', {
        client_secret: error.clientSecret,
      });
    if (error instanceof ProviderUnavailable) throw providerUnavailable();
    throw error;
  }
}

/** Marks only this card. */
export async function makeDefault(billing: Billing, userId: number, id: number): Promise<CardRow> {
  await findCard(billing, userId, id);
  await changeAccount(billing, userId, async ({ trx }) => {
    // One statement would meet the unique index in the order of the rows.
    for (const isDefault of [false, true])
      await trx
        .updateTable('billing_profiles')
        .set({ is_default: isDefault })
        .where('user_id', '=', userId)
        .where('id', isDefault ? '=' : '!=', id)
        .execute();
    return [];
  });
  return findCard(billing, userId, id);
}

/** Removes a card here and at the provider; a remaining one becomes the default. */
export async function removeCard(billing: Billing, userId: number, id: number): Promise<void> {
  const card = await findCard(billing, userId, id);
  await changeAccount(billing, userId, async ({ trx }) => {
    const own = trx.deleteFrom('billing_profiles').where('user_id', '=', userId).where('id', '=', id);
    const removed = await own.returning('is_default').executeTakeFirst();
    if (!removed?.is_default) return [];
    const next = await cardsOf(trx, billing.provider, userId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (next)
      await trx
        .updateTable('billing_profiles')
        .set({ is_default: true })
        .where('user_id', '=', userId)
        .where('id', '=', next.id)
        .execute();
    return [];
  });
  // Where the provider does not answer the card stays there, unused: it is asked by nobody any more.
  await billing.provider.removeCard(card.cc_token).catch((error: unknown) => {
    billing.context.log.warn({ err: error }, 'a removed card stays at the payment provider');
  });
}
