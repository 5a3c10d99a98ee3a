import { ApiError } from '@waymark/contract';
import { refusal } from '../testing/open-page.tsx';
import { billingErrorOf } from './billing-error.ts';

it('[PREM-11] the code of an error is that of its details, else its own, else unknown', () => {
  expect(
    billingErrorOf(refusal(402, 'payment_failed', 'Declined.', { error_details: { code: 'lost_card' } })),
  ).toEqual({ code: 'lost_card', description: 'Declined.' });
  expect(billingErrorOf(refusal(409, 'coupon_used', 'Used.'))).toEqual({
    code: 'coupon_used',
    description: 'Used.',
  });
  for (const error of [new ApiError(0, '', null), new Error('lost'), undefined])
    expect(billingErrorOf(error)).toEqual({ code: 'unknown', description: '' });
});
