import { billingCalls } from '@waymark/api-contract';
import { route } from '../../kernel/server/route.ts';
import { billingOf } from './billing.ts';
import { addCard, listCards, makeDefault, presentCard, removeCard } from './cards.ts';
import { CARDS_PER_HOUR, checkDomain, listAnswer } from './shop-requests.ts';
import { renew } from './upkeep.ts';

const profilesHandler = route<typeof billingCalls.profiles>({
  call: billingCalls.profiles,
  access: 'member',
  async handler({ context, caller, request }) {
    checkDomain(request);
    const cards = await listCards(billingOf(context), caller!.userId);
    return listAnswer('billing_profiles', cards.map(presentCard), '/billing-profiles');
  },
});

const addProfileHandler = route<typeof billingCalls.addProfile>({
  call: billingCalls.addProfile,
  access: 'member',
  limit: CARDS_PER_HOUR,
  async handler({ context, caller, body, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    const card = await addCard(billing, caller!.userId, { token: body.cc_token, isDefault: body.is_default });
    // A renewal that waits for a working card is tried at once.
    if (card.is_default) await renew(billing, caller!.userId, { isEarly: true });
    return presentCard(card);
  },
});

const updateProfileHandler = route<typeof billingCalls.updateProfile>({
  call: billingCalls.updateProfile,
  access: 'member',
  async handler({ context, caller, params, request }) {
    checkDomain(request);
    const billing = billingOf(context);
    const card = await makeDefault(billing, caller!.userId, params.id);
    await renew(billing, caller!.userId, { isEarly: true });
    return presentCard(card);
  },
});

const removeProfileHandler = route<typeof billingCalls.removeProfile>({
  call: billingCalls.removeProfile,
  access: 'member',
  async handler({ context, caller, params, request }) {
    checkDomain(request);
    await removeCard(billingOf(context), caller!.userId, params.id);
    return undefined;
  },
});

export const cardRoutes = [profilesHandler, addProfileHandler, updateProfileHandler, removeProfileHandler];
