import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { startTestApi, type TestMember } from '../../testing/api.ts';
import { changeAccount, readState } from './accounts.ts';
import { CARD, chargesOf, movableClock, shopper } from './billing.test-helper.ts';
import { type Billing, billingOf } from './billing.ts';
import { addCard } from './cards.ts';
import { completeOrderOf, openOrder, prepareOrder } from './checkout.ts';
import { returnGift } from './gifts.ts';
import type { BillingState } from './ledger/reduce.ts';
import { liveSubscription } from './ledger/subscription-status.ts';
import { takeNotice, workOffBacklog } from './notices.ts';
import { sendRefund } from './payments.ts';
import { runSteps } from './upkeep.ts';

const api = await startTestApi({ env: { LOG_LEVEL: 'silent' } });
after(() => api.stop());
const clock = movableClock(api);

class Killed extends Error {}

/**
 * Billing that ends at its nth step, as a killed process does: before or after each request to the provider and each
 * transaction. Nothing in the product knows of it.
 */
function killedAt(step: number): { billing: Billing; hasEnded: () => boolean } {
  const { context, provider, catalog } = billingOf(api.context);
  let count = 0;
  let isDead = false;
  const pass = () => {
    if (isDead || ++count === step) {
      isDead = true;
      throw new Killed(`ended at step ${step}`);
    }
  };
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    pass();
    const result = await work();
    pass();
    return result;
  };
  const watched = new Proxy(provider, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || name === 'parseNotice') return member;
      return (...given: unknown[]) =>
        around(() => (member as (...all: unknown[]) => Promise<unknown>)(...given));
    },
  });
  const db = new Proxy(context.db, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (name === 'transaction')
        return () => ({
          execute: (work: Parameters<ReturnType<typeof context.db.transaction>['execute']>[0]) =>
            around(() => target.transaction().execute(work)),
        });
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
  return {
    billing: { context: { ...context, now: () => api.context.now(), db }, provider: watched, catalog },
    hasEnded: () => isDead,
  };
}

/** Runs the work again and again, ended at a later step each time, until it gets through. @returns the last step that was ended */
async function eachStep(
  prepare: () => Promise<TestMember>,
  work: (billing: Billing, member: TestMember) => Promise<void>,
  check: (member: TestMember, step: number) => Promise<void>,
): Promise<number> {
  for (let step = 1; ; step++) {
    const member = await prepare();
    const { billing, hasEnded } = killedAt(step);
    await work(billing, member).catch((error: unknown) => {
      if (!hasEnded()) throw error;
    });
    await check(member, step);
    if (!hasEnded()) return step - 1;
  }
}

const stateOf = (member: TestMember): Promise<BillingState> =>
  readState(billingOf(api.context), member.userId);

/** A process started anew, minutes later, and a member who tries again. */
async function recover(member: TestMember): Promise<void> {
  clock.pass(150_000);
  await runSteps(billingOf(api.context), member.userId);
}

/** Charged exactly once or not at all, premium agrees with it, and the ledger and one receipt explain it. */
async function checkAgreement(member: TestMember, what: string): Promise<void> {
  const [state, charges] = [await stateOf(member), await chargesOf(api, member)];
  const paid = [...state.attempts.values()].filter(({ status }) => status === 'succeeded');
  assert.deepEqual(
    paid.map(({ id }) => id),
    charges.map(({ attempt_id }) => attempt_id),
    `${what}: the ledger explains each charge`,
  );
  const receipts = await api.context.db
    .selectFrom('receipts')
    .select('source_id')
    .where('user_id', '=', member.userId)
    .where('kind', '=', 'payment')
    .execute();
  assert.deepEqual(
    receipts.map(({ source_id }) => source_id),
    paid.map(({ id }) => id),
    `${what}: one receipt for each payment`,
  );
}

const token = (member: TestMember, number: string) => shopper(api, member).token(number);

for (const [name, number] of [
  ['approved', '4242424242424242'],
  ['answered never', '4000000000000119'],
] as const)
  test(`[PREM-12] a checkout killed between every two steps, with a card that is ${name}: charged once or not at all, and trying again charges once`, async () => {
    const buy = async (billing: Billing, member: TestMember, cc_token: string) => {
      const { userId } = member;
      const orderId = await openOrder(billing, userId, {
        productId: 'premium-lifetime',
        code: null,
        isGift: false,
      });
      const card = await addCard(billing, userId, { token: cc_token, isDefault: true });
      await prepareOrder(billing, userId, { orderId, cardId: card.id, acceptsTerms: true });
      await completeOrderOf(billing, userId, orderId);
    };
    const steps = await eachStep(
      () => api.signUp(),
      async (billing, member) => buy(billing, member, await token(member, number)),
      async (member, step) => {
        await recover(member);
        await checkAgreement(member, `killed at ${step}`);
        const wasPaid = (await chargesOf(api, member)).length === 1;
        assert.equal(liveSubscription(await stateOf(member)) !== undefined, wasPaid);
        // Tries again, as members do.
        await buy(billingOf(api.context), member, await token(member, '5555555555554444')).catch(
          (error: { code?: string }) => assert.equal(error.code, 'already_premium'),
        );
        await recover(member);
        await checkAgreement(member, `tried again after ${step}`);
        assert.equal((await chargesOf(api, member)).length, 1, `killed at ${step}: charged once`);
        assert.ok(liveSubscription(await stateOf(member)));
      },
    );
    assert.ok(steps > 12, `${steps} steps were ended`);
  });

test('[PREM-12] a trial with a coupon killed between every two steps: begun once with the coupon used once, or not at all', async () => {
  const couponOf = (member: TestMember) => `TRIAL${member.userId}`;
  const begin = async (billing: Billing, member: TestMember, cc_token: string) => {
    const { userId } = member;
    const orderId = await openOrder(billing, userId, {
      productId: 'premium-monthly',
      code: couponOf(member),
      isGift: false,
    });
    const card = await addCard(billing, userId, { token: cc_token, isDefault: true });
    await prepareOrder(billing, userId, { orderId, cardId: card.id, acceptsTerms: true });
    await completeOrderOf(billing, userId, orderId);
  };
  const { db } = api.context;
  const steps = await eachStep(
    async () => {
      const member = await api.signUp();
      await db
        .insertInto('coupons')
        .values({
          id: couponOf(member),
          duration_interval: null,
          duration_unit: null,
          percent_off: 50,
          product_ids: '[]',
          starts_at: null,
          expires_at: null,
          max_uses: 1,
          created_at: api.context.now(),
        })
        .execute();
      return member;
    },
    async (billing, member) => begin(billing, member, await token(member, CARD)),
    async (member, step) => {
      const check = async (what: string) => {
        await recover(member);
        await checkAgreement(member, what);
        assert.deepEqual(await chargesOf(api, member), []);
        const claims = await db
          .selectFrom('user_coupons')
          .select('redeemed')
          .where('user_id', '=', member.userId)
          .execute();
        const live = liveSubscription(await stateOf(member));
        assert.deepEqual(
          claims.filter(({ redeemed }) => redeemed).length,
          live ? 1 : 0,
          `${what}: the coupon is used if the trial has begun`,
        );
        return live;
      };
      await check(`killed at ${step}`);
      // Tries again, as members do.
      await begin(billingOf(api.context), member, await token(member, '5555555555554444')).catch(
        (error: { code?: string }) => assert.equal(error.code, 'already_premium'),
      );
      const live = await check(`tried again after ${step}`);
      assert.deepEqual([live?.periods.length, live?.firstAmount], [1, 300]);
      const begun = await db
        .selectFrom('billing_mails')
        .select('id')
        .where('user_id', '=', member.userId)
        .where('kind', '=', 'trial_started')
        .execute();
      assert.equal(begun.length, 1, 'told of once');
    },
  );
  assert.ok(steps > 8, `${steps} steps were ended`);
});

test('[PREM-12] a web hook killed between every two steps is taken up again, and opens what was paid once', async () => {
  const { db } = api.context;
  const refOf = async (member: TestMember) =>
    (
      await db
        .selectFrom('payment_attempts')
        .select('provider_ref')
        .where('user_id', '=', member.userId)
        .executeTakeFirstOrThrow()
    ).provider_ref!;
  const noticeOf = async (member: TestMember) => {
    const ref = await refOf(member);
    return { eventId: `evt_${ref}`, kind: 'payment.succeeded', ref, createdAt: clock.at };
  };
  const steps = await eachStep(
    async () => {
      const member = await api.signUp();
      const shop = shopper(api, member);
      const intent = await shop.intent('premium-lifetime');
      await shop.prepare(intent, await shop.addCard(intent, '4000000000000077'));
      clock.pass(31_000);
      return member;
    },
    async (billing, member) => takeNotice(billing, await noticeOf(member)),
    async (member, step) => {
      // The provider sends it again, for it had no answer, while the process that was started anew looks for itself.
      const billing = billingOf(api.context);
      await Promise.all([takeNotice(billing, await noticeOf(member)), workOffBacklog(billing)]);
      await workOffBacklog(billing);
      await checkAgreement(member, `web hook killed at ${step}`);
      assert.equal((await chargesOf(api, member)).length, 1);
      assert.ok(liveSubscription(await stateOf(member)), `killed at ${step}: premium is open`);
    },
  );
  assert.ok(steps > 2, `${steps} steps were ended`);
});

test('[PREM-12] a renewal killed between every two steps is paid once, and one that was cancelled meanwhile is explained', async () => {
  const steps = await eachStep(
    async () => {
      const member = await api.signUp();
      await shopper(api, member).buy('premium-monthly');
      clock.passDays(30.1);
      return member;
    },
    async (billing, member) => runSteps(billing, member.userId),
    async (member, step) => {
      const subscription = liveSubscription(await stateOf(member))!;
      // Ended by the member while the renewal is on its way.
      if (step % 2 === 0)
        await changeAccount(billingOf(api.context), member.userId, ({ now }) => [
          { kind: 'cancellation_requested', at: now, subscription: subscription.id },
        ]);
      await recover(member);
      await recover(member);
      await checkAgreement(member, `renewal killed at ${step}`);
      const charges = await chargesOf(api, member);
      const state = await stateOf(member);
      const isLive = liveSubscription(state) !== undefined;
      assert.equal(isLive, charges.length === 1, `killed at ${step}: premium is open if it was paid`);
      if (step % 2 === 1) assert.equal(charges.length, 1, `killed at ${step}: the renewal is paid`);
    },
  );
  assert.ok(steps > 4, `${steps} steps were ended`);
});

const giftsOf = (member: TestMember) =>
  api.context.db
    .selectFrom('gifts')
    .innerJoin('coupons', 'coupons.id', 'gifts.coupon_id')
    .select(['gifts.id', 'coupon_id', 'uses'])
    .where('user_id', '=', member.userId)
    .execute();

const buyGift = async (billing: Billing, { userId }: TestMember, cc_token: string) => {
  const orderId = await openOrder(billing, userId, {
    productId: 'premium-annual',
    code: null,
    isGift: true,
  });
  const card = await addCard(billing, userId, { token: cc_token, isDefault: true });
  await prepareOrder(billing, userId, { orderId, cardId: card.id, acceptsTerms: false });
  await completeOrderOf(billing, userId, orderId);
};

test('[PREM-12] buying a gift killed between every two steps: one code for each charge, and none without', async () => {
  const steps = await eachStep(
    () => api.signUp(),
    async (billing, member) => buyGift(billing, member, await token(member, CARD)),
    async (member, step) => {
      await recover(member);
      await checkAgreement(member, `killed at ${step}`);
      const charges = await chargesOf(api, member);
      assert.ok(charges.length <= 1);
      assert.equal((await giftsOf(member)).length, charges.length, `killed at ${step}`);
      assert.equal(liveSubscription(await stateOf(member)), undefined, 'the giver has no premium of it');
    },
  );
  assert.ok(steps > 12, `${steps} steps were ended`);
});

test('[PREM-12] returning a gift killed between every two steps: its money is back and the code dead, or neither', async () => {
  const steps = await eachStep(
    async () => {
      const member = await api.signUp();
      await buyGift(billingOf(api.context), member, await token(member, CARD));
      return member;
    },
    async (billing, member) => {
      const [gift] = await giftsOf(member);
      await returnGift(billing, member.userId, gift!.id);
    },
    async (member, step) => {
      await recover(member);
      const gifts = await giftsOf(member);
      assert.equal((await chargesOf(api, member)).length, gifts.length, `killed at ${step}`);
      const [bought] = (await stateOf(member)).gifts.values();
      // A member who tries again, and once more.
      for (let n = 0; n < 2; n++) await returnGift(billingOf(api.context), member.userId, bought!.id);
      assert.deepEqual([await chargesOf(api, member), await giftsOf(member)], [[], []]);
    },
  );
  assert.ok(steps > 3, `${steps} steps were ended`);
});

test('[PREM-12] a refund killed between every two steps goes back once', async () => {
  const steps = await eachStep(
    async () => {
      const member = await api.signUp();
      await shopper(api, member).buy('premium-lifetime');
      return member;
    },
    async (billing, member) => {
      const refund = api.context.newId();
      await changeAccount(billing, member.userId, ({ state, now }) => {
        const [attempt] = state.attempts.values();
        return [
          {
            kind: 'refund_requested',
            at: now,
            refund,
            attempt: attempt!.id,
            amount: 5000,
            by: null,
            reason: 'r',
          },
        ];
      });
      await sendRefund(billing, member.userId, refund);
    },
    async (member, step) => {
      await recover(member);
      const state = await stateOf(member);
      const [refund] = state.refunds.values();
      const rows = await api.context.db
        .selectFrom('local_refunds')
        .innerJoin('local_payments', 'local_payments.ref', 'local_refunds.payment')
        .select('local_refunds.amount')
        .where('local_payments.attempt_id', '=', [...state.attempts.keys()][0]!)
        .execute();
      assert.deepEqual(
        rows.map(({ amount }) => amount),
        refund ? [5000] : [],
        `killed at ${step}`,
      );
      if (refund) assert.equal(refund.status, 'succeeded');
    },
  );
  assert.ok(steps > 4, `${steps} steps were ended`);
});
