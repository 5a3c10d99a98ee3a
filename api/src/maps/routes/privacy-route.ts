import { Privacy, routeCalls } from '@waymark/api-contract';
import { invalid } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { ownRoute } from './route-access.ts';
import { changeRoute } from './store-route.ts';

const ROUTE = 1;

/**
 * The specification has it as a GET; it changes nothing for anybody but the owner, who proves to be it by a header. Tokens
 * need the scope to write, because the contract says what it changes.
 */
export const privacyHandler = route<typeof routeCalls.privacyToggle>({
  call: routeCalls.privacyToggle,
  access: 'member',
  async handler({ context, caller, query }) {
    if (query.content_type_id !== ROUTE)
      throw invalid({ content_type_id: ['Only routes change their privacy here: content type 1.'] });
    const wanted = Privacy.safeParse(query.set_privacy_to);
    if (!wanted.success)
      throw invalid({
        set_privacy_to: ['Choose 0 (only me), 1 (friends), 3 (everyone) or 6 (accessible by link).'],
      });
    const { user_id, id } = await ownRoute(context, caller, query.object_id);
    const change = { privacy: wanted.data, updated_at: context.now() };
    await context.db.transaction().execute((trx) => changeRoute(trx, { user_id, id }, change));
    return { privacy: wanted.data };
  },
});
