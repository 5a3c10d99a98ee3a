import { readFileSync } from 'node:fs';
import { FrequencyUnit } from '@waymark/api-contract';
import { z } from 'zod';
import type { Env } from '../../kernel/server/env.ts';
import type { SoldProduct } from './ledger/entries.ts';
import { trialDaysOf } from './ledger/periods.ts';

const ProductEntry = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  name: z.string().min(1).max(80),
  description: z.string().max(400).default(''),
  /** Null for lifetime. */
  frequency: z.object({ interval: z.number().int().min(1).max(24), unit: FrequencyUnit }).nullable(),
  /** In the currency's minor unit, tax included. */
  amount: z.number().int().min(1).max(100_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Length of the free trial; 0 for none. */
  trial_months: z.number().int().min(0).max(12).default(0),
});
const CouponEntry = z.object({
  id: z.string().trim().toUpperCase().min(3).max(40),
  duration_interval: z.number().int().positive().max(3660).nullable().default(null),
  duration_unit: FrequencyUnit.nullable().default(null),
  percent_off: z.number().int().min(0).max(100).default(0),
  product_ids: z.array(z.string()).default([]),
  new_members_only: z.boolean().default(false),
  starts: z.iso.datetime().nullable().default(null),
  expires: z.iso.datetime().nullable().default(null),
  max_uses: z.number().int().positive().nullable().default(null),
});
const CatalogFile = z.object({
  products: z.array(ProductEntry).min(1),
  coupons: z.array(CouponEntry).default([]),
  seller: z
    .object({ name: z.string(), lines: z.array(z.string()).max(8) })
    .default({ name: 'Waymark', lines: [] }),
  tax: z
    .object({ rate: z.number().int().min(0).max(5000), label: z.string().max(40) })
    .default({ rate: 0, label: 'Tax' }),
});
export type Catalog = z.output<typeof CatalogFile>;
export type CatalogProduct = Catalog['products'][number];
export type CatalogCoupon = Catalog['coupons'][number];

const DEFAULT_CATALOG: z.input<typeof CatalogFile> = {
  products: [
    {
      id: 'premium-monthly',
      name: 'Premium, monthly',
      description: 'No ads, and every extra of premium. Paid each month.',
      frequency: { interval: 1, unit: 'month' },
      amount: 599,
      currency: 'USD',
      trial_months: 1,
    },
    {
      id: 'premium-annual',
      name: 'Premium, yearly',
      description: 'No ads, and every extra of premium. Paid once a year.',
      frequency: { interval: 1, unit: 'year' },
      amount: 2999,
      currency: 'USD',
      trial_months: 1,
    },
    {
      id: 'premium-lifetime',
      name: 'Premium for good',
      description: 'No ads, and every extra of premium. Paid once.',
      frequency: null,
      amount: 9999,
      currency: 'USD',
    },
  ],
};

/** What is sold. @throws Error that names what is wrong in the file */
export function readCatalog({ BILLING_CATALOG_FILE: file }: Pick<Env, 'BILLING_CATALOG_FILE'>): Catalog {
  const result = CatalogFile.safeParse(file ? JSON.parse(readFileSync(file, 'utf8')) : DEFAULT_CATALOG);
  if (result.success) return result.data;
  throw new Error(
    `BILLING_CATALOG_FILE: ${result.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; ')}`,
  );
}

export const toSoldProduct = (
  { id, name, frequency, amount, currency }: CatalogProduct,
  { tax }: Catalog,
): SoldProduct => ({ id, name, frequency, amount, currency, taxRate: tax.rate, taxLabel: tax.label });

export const trialDays = ({ trial_months: months }: CatalogProduct): number =>
  months === 0 ? 0 : trialDaysOf(months);

/** The tax within an amount that includes it, rounded to the nearest minor unit. */
export const taxWithin = (amount: number, rate: number): number =>
  Math.sign(amount) * Math.round((Math.abs(amount) * rate) / (10_000 + rate));
