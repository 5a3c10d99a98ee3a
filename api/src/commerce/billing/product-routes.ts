import { billingCalls } from '@waymark/api-contract';
import { route } from '../../kernel/server/route.ts';
import { readState } from './accounts.ts';
import { billingOf } from './billing.ts';
import { findProduct } from './checkout.ts';
import { emptyState } from './ledger/reduce.ts';
import { presentProduct } from './present-subscription.ts';
import { checkDomain, listAnswer } from './shop-requests.ts';

const productsHandler = route<typeof billingCalls.products>({
  call: billingCalls.products,
  access: 'anyone',
  async handler({ context, caller, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    const state = caller ? await readState(billing, caller.userId) : emptyState();
    const { products } = billing.catalog;
    return listAnswer(
      'products',
      products.map((product) => presentProduct(billing, product, state)),
      '/products',
    );
  },
});

const productHandler = route<typeof billingCalls.product>({
  call: billingCalls.product,
  access: 'anyone',
  async handler({ context, caller, params, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    const state = caller ? await readState(billing, caller.userId) : emptyState();
    return presentProduct(billing, findProduct(billing, params.id), state);
  },
});

export const productRoutes = [productsHandler, productHandler];
