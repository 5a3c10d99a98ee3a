import { samplePlan, sampleSubscription } from '../testing/samples.ts';
import {
  addPeriod,
  currentSubscription,
  freePeriodOf,
  hasPremium,
  isMonthly,
  subscriptionEnd,
  trialDaysOf,
} from './periods.ts';

it('[PREM-08] free time of 30, 90 and 365 days is said in months and years, any other in days', () => {
  expect([30, 90, 365, 14].map(freePeriodOf)).toEqual([
    { interval: 1, unit: 'month' },
    { interval: 3, unit: 'month' },
    { interval: 1, unit: 'year' },
    { interval: 14, unit: 'day' },
  ]);
});

it('[PREM-08] a trial has 30 days for each month, and 365 for twelve', () =>
  expect([1, 3, 12].map(trialDaysOf)).toEqual([30, 90, 365]));

it('[PREM-08] a plan that is not paid each month is paid each year', () => {
  expect(isMonthly(samplePlan().subscription_details!)).toBe(true);
  expect([isMonthly({ frequency_unit: 'year' }), isMonthly({ frequency_unit: 'day' })]).toEqual([
    false,
    false,
  ]);
});

it('[PREM-07] the current subscription is the active one, and premium is any active one or the flag', () => {
  const expired = sampleSubscription({ subscription_id: 1, subscription_status: 'expired' });
  const active = sampleSubscription({ subscription_id: 2 });
  expect(currentSubscription([expired, active])?.subscription_id).toBe(2);
  expect(currentSubscription([expired])).toBeNull();
  expect([hasPremium([expired, active], false), hasPremium([expired], false), hasPremium([], true)]).toEqual([
    true,
    false,
    true,
  ]);
});

it('[PREM-07] a subscription that ends where it starts ends one period later; lifetime never ends', () => {
  const at = '2026-01-31T10:00:00.000Z';
  const same = { subscription_start_date: at, subscription_end_date: at };
  expect(subscriptionEnd(sampleSubscription(same))?.toISOString()).toBe('2026-02-28T10:00:00.000Z');
  const annual = { frequency_interval: 1, frequency_unit: 'year', trial_details: null } as const;
  expect(subscriptionEnd(sampleSubscription({ ...same, subscription_details: annual }))?.toISOString()).toBe(
    '2027-01-31T10:00:00.000Z',
  );
  expect(subscriptionEnd(sampleSubscription({ subscription_end_date: null }))).toBeNull();
  expect(addPeriod(new Date(at), { interval: 2, unit: 'day' }).toISOString()).toBe(
    '2026-02-02T10:00:00.000Z',
  );
});
