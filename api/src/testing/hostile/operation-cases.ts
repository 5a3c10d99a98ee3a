import { ACCOUNT_CASES } from './cases/account-cases.ts';
import { BILLING_CASES } from './cases/billing-cases.ts';
import { ROUTE_CASES } from './cases/route-cases.ts';
import { SITE_CASES } from './cases/site-cases.ts';
import { SOCIAL_CASES } from './cases/social-cases.ts';
import { TRAINING_CASES } from './cases/training-cases.ts';
import { WORKOUT_CASES } from './cases/workout-cases.ts';
import type { OperationCase } from './operation-case.ts';

/**
 * Every operation of the API by method and path, with who may do it. A new operation without an entry fails the
 * matrix, the fuzzer and the test of nulls.
 */
export const OPERATION_CASES: Readonly<Record<string, OperationCase>> = {
  ...ACCOUNT_CASES,
  ...BILLING_CASES,
  ...SOCIAL_CASES,
  ...WORKOUT_CASES,
  ...TRAINING_CASES,
  ...ROUTE_CASES,
  ...SITE_CASES,
};
