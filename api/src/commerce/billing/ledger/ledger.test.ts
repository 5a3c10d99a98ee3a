import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { completeOrder, isAlreadyBought, makeOffer, refundedOf } from './decide-order.ts';
import { applyReading, applyRefundReading, type PaymentReading } from './decide-payment.ts';
import {
  DISPUTE_STATUSES,
  type LedgerEntry,
  PAYMENT_STATUSES,
  type PaymentStatus,
  type SoldProduct,
} from './entries.ts';
import { nextStepAt, scheduleSteps } from './next-step.ts';
import { addPeriods, DAY_MS, freePeriodOf, trialDaysOf, unusedAmount } from './periods.ts';
import { type BillingState, reduceLedger } from './reduce.ts';
import {
  GRACE_MS,
  FOR_EVER,
  liveSubscription,
  opensUntil,
  premiumUntil,
  undecidedAttempts,
} from './subscription-status.ts';

const product = (id: string, frequency: SoldProduct['frequency'], amount: number): SoldProduct => ({
  id,
  name: id,
  frequency,
  amount,
  currency: 'USD',
  taxRate: 0,
  taxLabel: 'Tax',
});
const PRODUCTS = [
  product('monthly', { interval: 1, unit: 'month' }, 599),
  product('annual', { interval: 1, unit: 'year' }, 2999),
  product('lifetime', null, 9999),
] as const;
const START = Date.UTC(2026, 0, 31);

/** A member, a provider and time, without a database: the ledger's decisions as the services make them. */
class World {
  readonly entries: LedgerEntry[] = [];
  /** What the provider knows of each attempt; readings come late, twice and out of order. */
  readonly truth = new Map<number, PaymentReading & { amount: number }>();
  now = START;
  #id = 0;
  readonly newId = () => ++this.#id;

  get state(): BillingState {
    return reduceLedger(this.entries);
  }
  add(entries: readonly LedgerEntry[]): void {
    this.entries.push(...entries);
  }
  open(choice: number, percentOff: number): void {
    const { state, now } = this;
    const sold = PRODUCTS[choice % PRODUCTS.length]!;
    if (isAlreadyBought(state, sold, now) || undecidedAttempts(state).length > 0) return;
    const discount = percentOff > 0 ? { coupon: 'C', percentOff, freeDays: 0 } : null;
    const offer = makeOffer(state, sold, { trialDays: 30, discount, now });
    for (const order of state.orders.values())
      if (order.status === 'open') this.add([{ kind: 'order_canceled', at: now, order: order.id }]);
    this.add([{ kind: 'order_opened', at: now, order: this.newId(), ...offer }]);
  }
  pay(outcome: PaymentStatus): void {
    const { state, now } = this;
    const order = [...state.orders.values()].find(({ status }) => status === 'open');
    if (!order) return;
    this.add([{ kind: 'terms_accepted', at: now, order: order.id, card: 1 }]);
    if (order.amount === 0)
      return this.add(completeOrder(this.state, order, { attempt: null, newId: this.newId(), now }));
    this.start({ order: order.id }, order.amount, outcome);
  }
  start(
    target: { order: number } | { subscription: number; period: number },
    amount: number,
    outcome: PaymentStatus,
  ): void {
    if (undecidedAttempts(this.state).length > 0) return;
    const attempt = this.newId();
    const { now: at } = this;
    this.add([
      { kind: 'attempt_started', at, attempt, target, card: 1, cardToken: 'c', amount, currency: 'USD' },
    ]);
    const truth = { status: outcome, ref: `pay ${attempt}`, errorCode: null, refunded: 0, amount };
    this.truth.set(attempt, { ...truth, dispute: 'none' });
  }
  read(which: number): void {
    const ids = [...this.truth.keys()];
    const id = ids[which % Math.max(1, ids.length)];
    const reading = id === undefined ? undefined : this.truth.get(id);
    if (id === undefined || !reading || reading.status === 'unknown') return;
    const { amount: _, ...rest } = reading;
    this.add(applyReading(this.state, id, rest, this));
  }
  /** The provider gets further by itself. */
  progress(which: number, to: PaymentStatus): void {
    const id = [...this.truth.keys()][which % Math.max(1, this.truth.size)];
    const truth = id === undefined ? undefined : this.truth.get(id);
    if (!truth || PAYMENT_STATUSES.indexOf(truth.status) >= PAYMENT_STATUSES.indexOf('failed')) return;
    truth.status = to;
  }
  /** A payment that counted as refused was taken after all: the provider contradicts itself. */
  contradict(which: number): void {
    const refused = [...this.truth.values()].filter(({ status }) => status === 'failed');
    const truth = refused[which % Math.max(1, refused.length)];
    if (truth) truth.status = 'succeeded';
  }
  dispute(which: number, to: number): void {
    const id = [...this.truth.keys()][which % Math.max(1, this.truth.size)];
    const truth = id === undefined ? undefined : this.truth.get(id);
    if (truth?.status === 'succeeded') truth.dispute = DISPUTE_STATUSES[to % DISPUTE_STATUSES.length]!;
  }
  refund(which: number, part: number): void {
    const { state, now } = this;
    const paid = [...state.attempts.values()].filter(({ status }) => status === 'succeeded');
    const attempt = paid[which % Math.max(1, paid.length)];
    if (!attempt) return;
    const amount = Math.ceil((attempt.amount - refundedOf(state, attempt)) * part);
    if (amount <= 0) return;
    const refund = this.newId();
    this.add([
      { kind: 'refund_requested', at: now, refund, attempt: attempt.id, amount, by: null, reason: 'r' },
    ]);
  }
  cancel(isRequested: boolean): void {
    const live = liveSubscription(this.state);
    const kind = isRequested ? 'cancellation_requested' : 'cancellation_withdrawn';
    if (live) this.add([{ kind, at: this.now, subscription: live.id }]);
  }
  /** What the sweep does. */
  pass(days: number, outcome: PaymentStatus): void {
    this.now += days * DAY_MS;
    for (let n = 0; n < 40; n++) {
      const step = scheduleSteps(this.state).find(({ at }) => at <= this.now)?.step;
      if (!step) return;
      const before = this.entries.length;
      if (step.kind === 'renew')
        this.start({ subscription: step.subscription, period: step.period }, step.amount, outcome);
      else if (step.kind === 'cancel_order')
        this.add([{ kind: 'order_canceled', at: this.now, order: step.order }]);
      else if (step.kind === 'end') this.add([{ ...step, kind: 'subscription_ended', at: this.now }]);
      else if (step.kind === 'send_notice') this.add([{ ...step, kind: 'notice_sent', at: this.now }]);
      else if (step.kind === 'send_refund') {
        const refund = this.state.refunds.get(step.refund)!;
        const truth = this.truth.get(refund.attempt)!;
        truth.refunded += refund.amount;
        this.add(
          applyRefundReading(
            this.state,
            refund.id,
            { status: 'succeeded', ref: `ref ${refund.id}` },
            this.now,
          ),
        );
      } else this.read([...this.truth.keys()].indexOf(step.attempt));
      if (this.entries.length === before) return;
    }
  }
}

/** One who pays each month since a day, and was given days after this month. */
function givenDays(days: number): World {
  const world = new World();
  world.add([
    {
      kind: 'subscription_started',
      at: START,
      subscription: 1_000_000,
      product: PRODUCTS[0],
      source: 'order',
      order: null,
      coupon: null,
      renews: true,
    },
  ]);
  world.start({ subscription: 1_000_000, period: 1 }, 599, 'succeeded');
  world.read(0);
  const starts = addPeriods(START, { interval: 1, unit: 'month' });
  const period = { subscription: 1_000_000, period: 2, starts, ends: starts + days * DAY_MS };
  world.add([{ kind: 'period_added', at: START, ...period, reason: 'granted', attempt: null, amount: 0 }]);
  return world;
}

test('[PREM-08] days that were given stay: a renewal after them pays a whole month, a longer plan begins after them and counts what was paid', () => {
  const days = (from: number, to: number) => Math.round((to - from) / DAY_MS);
  const world = givenDays(10);
  world.pass(38.5, 'succeeded');
  world.read(1);
  const [, given, renewed] = liveSubscription(world.state)!.periods;
  assert.deepEqual([given?.reason, renewed?.reason, renewed?.starts], ['granted', 'paid', given?.ends]);
  assert.ok(days(renewed!.starts, renewed!.ends!) >= 28, 'a whole month');

  const changed = givenDays(10);
  changed.now = START + 14 * DAY_MS;
  changed.open(1, 0);
  const order = [...changed.state.orders.values()].at(-1)!;
  assert.equal(order.credit, 299, 'half of the month is left');
  changed.pay('succeeded');
  changed.read(1);
  const [first, second] = liveSubscription(changed.state)!.periods;
  assert.deepEqual([first?.reason, second?.reason, second?.starts], ['granted', 'paid', first?.ends]);
  assert.equal(days(changed.now, first!.ends!), 10);
});

test('[PREM-12] a payment that went back as a whole ends what it opened, also where days were given after it', () => {
  for (const takeBack of [(world: World) => world.dispute(0, 3), (world: World) => world.refund(0, 1)]) {
    const world = givenDays(30);
    takeBack(world);
    world.read(0);
    world.pass(1, 'succeeded');
    assert.equal(liveSubscription(world.state), undefined);
  }
});

const outcome = fc.constantFrom<PaymentStatus>(
  'succeeded',
  'failed',
  'processing',
  'requires_action',
  'unknown',
);
const action = fc.oneof(
  fc.record({ do: fc.constant('open' as const), a: fc.nat(2), b: fc.constantFrom(0, 0, 50, 100) }),
  fc.record({ do: fc.constant('pay' as const), a: outcome, isRead: fc.boolean() }),
  fc.record({ do: fc.constant('read' as const), a: fc.nat(5) }),
  fc.record({ do: fc.constant('progress' as const), a: fc.nat(5), b: outcome }),
  fc.record({ do: fc.constant('contradict' as const), a: fc.nat(3) }),
  fc.record({ do: fc.constant('dispute' as const), a: fc.nat(5), b: fc.nat(3) }),
  fc.record({ do: fc.constant('refund' as const), a: fc.nat(5), b: fc.constantFrom(0.3, 1) }),
  fc.record({ do: fc.constant('cancel' as const), a: fc.boolean() }),
  fc.record({ do: fc.constant('pass' as const), a: fc.constantFrom(0.01, 1, 8, 29, 31, 370), b: outcome }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

function perform(world: World, one: Action): void {
  switch (one.do) {
    case 'open':
      return world.open(one.a, one.b);
    case 'pay':
      world.pay(one.a);
      if (one.isRead) world.read(world.truth.size - 1);
      return;
    case 'read':
      return world.read(one.a);
    case 'progress':
      return world.progress(one.a, one.b);
    case 'contradict':
      world.contradict(one.a);
      for (let n = 0; n < world.truth.size; n++) world.read(n);
      return;
    case 'dispute':
      return world.dispute(one.a, one.b);
    case 'refund':
      return world.refund(one.a, one.b);
    case 'cancel':
      return world.cancel(one.a);
    case 'pass':
      return world.pass(one.a, one.b);
  }
}

function checkInvariants({ state, truth, now }: World): void {
  const live = [...state.subscriptions.values()].filter(({ ended }) => !ended);
  assert.ok(live.length <= 1, 'one live subscription at most');
  assert.ok(undecidedAttempts(state).length <= 1, 'one payment on its way at most');
  const targets = new Set<string>();
  for (const attempt of state.attempts.values()) {
    if (attempt.status !== 'succeeded') continue;
    const target = JSON.stringify(attempt.target);
    const isGoingBack = refundedOf(state, attempt) === attempt.amount;
    assert.ok(isGoingBack || !targets.has(target), `paid twice: ${target}`);
    if (!isGoingBack) targets.add(target);
    const opened = [...state.subscriptions.values()].flatMap(({ periods }) => periods);
    const isOpened = opened.some((period) => period.attempt === attempt.id);
    assert.ok(
      isOpened || refundedOf(state, attempt) === attempt.amount,
      'what was paid is open or goes back',
    );
    assert.ok(refundedOf(state, attempt) <= attempt.amount, 'no more goes back than was paid');
    assert.equal(truth.get(attempt.id)?.status, 'succeeded', 'nobody counts as paid who has not');
  }
  for (const { periods } of state.subscriptions.values())
    for (const [i, period] of periods.entries()) {
      assert.equal(period.n, i + 1);
      if (period.ends !== null) assert.ok(period.ends > period.starts);
      if (i > 0) {
        const before = periods[i - 1]!.ends!;
        const isLate = period.reason === 'paid' && period.starts > before + GRACE_MS;
        assert.ok(
          period.starts === before || isLate,
          'periods follow each other, or begin when they are paid late',
        );
      }
      if (period.reason === 'paid' && period.attempt !== null)
        assert.equal(state.attempts.get(period.attempt)?.status, 'succeeded');
    }
  const until = premiumUntil(state);
  assert.equal(until === null, live.length === 0);
  const next = nextStepAt(state, now);
  assert.ok(next === null || next > now, 'time asks for nothing in the past');
  // Every amount is an integer of the minor unit.
  for (const { amount } of [...state.orders.values(), ...state.attempts.values()])
    assert.ok(Number.isSafeInteger(amount) && amount >= 0);
}

test('[PREM-12] random histories: nobody pays twice, what was paid is open or goes back, one subscription at most, periods have no gap', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40, size: 'max' }), (actions) => {
      const world = new World();
      for (const one of actions) {
        perform(world, one);
        checkInvariants(world);
      }
    }),
    { numRuns: Number(process.env['LEDGER_RUNS'] ?? 1500) },
  );
});

test('[PREM-12] readings in any order, repeated or left out, come to the same once the last one is read', () => {
  const reading = fc.record({
    status: fc.constantFrom<PaymentStatus>(
      'requires_action',
      'processing',
      'failed',
      'canceled',
      'succeeded',
    ),
    ref: fc.constant('pay 2'),
    errorCode: fc.constant(null),
    refunded: fc.constantFrom(0, 100, 599),
    dispute: fc.constantFrom(...DISPUTE_STATUSES),
  });
  const base = (): World => {
    const world = new World();
    world.open(2, 0);
    world.pay('processing');
    return world;
  };
  const essence = ({ state }: World) =>
    JSON.stringify({
      attempts: [...state.attempts.values()].map(({ status, refunded, dispute }) => ({
        status,
        refunded,
        dispute,
      })),
      orders: [...state.orders.values()].map(({ status }) => status),
      open: [...state.subscriptions.values()].map(({ ended, periods }) => [ended !== null, periods.length]),
      refunds: state.refunds.size,
    });
  fc.assert(
    fc.property(
      fc
        .array(reading, { minLength: 1, maxLength: 8 })
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: 0 }))),
      ([all, shuffled]) => {
        const [straight, crooked] = [base(), base()];
        const id = [...straight.truth.keys()][0]!;
        const apply = (world: World, one: PaymentReading) =>
          world.add(applyReading(world.state, id, one, world));
        for (const one of all) apply(straight, one);
        for (const one of shuffled) apply(crooked, one);
        // Reading again what is true by then: everything that was said so far.
        for (const one of all) apply(crooked, one);
        assert.equal(essence(crooked), essence(straight));
        const length = crooked.entries.length;
        for (const one of all) apply(crooked, one);
        assert.equal(crooked.entries.length, length, 'what is known is not written again');
      },
    ),
    { numRuns: Number(process.env['LEDGER_RUNS'] ?? 400) },
  );
});

test('[PREM-12] any entries, of any histories mixed and cut, reduce to a state', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 25 }), fc.infiniteStream(fc.nat(1000)), (actions, order) => {
      const world = new World();
      for (const one of actions) perform(world, one);
      const mixed = world.entries
        .map((entry) => ({ entry, place: order.next().value as number }))
        .toSorted((a, b) => a.place - b.place)
        .flatMap(({ entry, place }) => (place % 3 === 0 ? [] : place % 3 === 1 ? [entry] : [entry, entry]));
      const state = reduceLedger(mixed);
      assert.ok(state.attempts.size <= world.state.attempts.size);
    }),
    { numRuns: 200 },
  );
});

test('[PREM-07] [PREM-08] periods keep the day of the month, trials and spans are what they say, credits are never more than was paid', () => {
  const month = { interval: 1, unit: 'month' } as const;
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  assert.deepEqual(
    [1, 2, 3, 12, 13].map((n) => day(addPeriods(START, month, n))),
    ['2026-02-28', '2026-03-31', '2026-04-30', '2027-01-31', '2027-02-28'],
  );
  assert.equal(day(addPeriods(Date.UTC(2028, 1, 29), { interval: 1, unit: 'year' })), '2029-02-28');
  assert.deepEqual([12, 1, 3].map(trialDaysOf), [365, 30, 90]);
  assert.deepEqual([90, 30, 365, 31].map(freePeriodOf), [
    { interval: 3, unit: 'month' },
    { interval: 1, unit: 'month' },
    { interval: 1, unit: 'year' },
    null,
  ]);
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 400 }), fc.nat(500), (amount, days, passed) => {
      const left = unusedAmount(amount, START, START + days * DAY_MS, START + passed * DAY_MS);
      assert.ok(Number.isSafeInteger(left) && left >= 0 && left <= amount);
    }),
  );
  const world = new World();
  world.open(2, 0);
  world.pay('succeeded');
  world.read(0);
  assert.equal(opensUntil(liveSubscription(world.state)!), FOR_EVER);
});
