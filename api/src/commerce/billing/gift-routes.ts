import { billingCalls, type Gift } from '@waymark/api-contract';
import { idempotentCallOf } from '../../kernel/idempotency/run-once.ts';
import { route } from '../../kernel/server/route.ts';
import { billingOf } from './billing.ts';
import { listGifts } from './gift-store.ts';
import { mailGift, returnGift } from './gifts.ts';
import { checkDomain, listAnswer } from './shop-requests.ts';

/** They go to addresses that need not belong to members. */
const GIFT_MAILS_PER_HOUR = { max: 20, windowSeconds: 3600 };

const presentGifts = (gifts: Gift[]) => listAnswer('gifts', gifts, '/gifts');

const giftsHandler = route<typeof billingCalls.gifts>({
  call: billingCalls.gifts,
  access: 'member',
  async handler({ context, caller, request }) {
    checkDomain(request);
    return presentGifts(await listGifts(billingOf(context), caller!.userId));
  },
});

const mailGiftHandler = route<typeof billingCalls.mailGift>({
  call: billingCalls.mailGift,
  access: 'member',
  limit: GIFT_MAILS_PER_HOUR,
  async handler({ context, caller, params, body, request }) {
    checkDomain(request);
    const { userId } = caller!;
    const once = idempotentCallOf(request, userId, JSON.stringify([params.id, body]), context.now());
    return mailGift(billingOf(context), userId, { id: params.id, ...body, once });
  },
});

const returnGiftHandler = route<typeof billingCalls.returnGift>({
  call: billingCalls.returnGift,
  access: 'member',
  async handler({ context, caller, params, request }) {
    checkDomain(request);
    return presentGifts(await returnGift(billingOf(context), caller!.userId, params.id));
  },
});

export const giftRoutes = [giftsHandler, mailGiftHandler, returnGiftHandler];
