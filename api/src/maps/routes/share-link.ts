import { routeCalls } from '@waymark/api-contract';
import { readShareLink, renewLinkKey } from '../../members/share-links/store.ts';
import { notFound } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { ownRoute } from './route-access.ts';

export const shareLinkHandler = route<typeof routeCalls.shareLink>({
  call: routeCalls.shareLink,
  access: 'member',
  async handler({ context, caller, params }) {
    return readShareLink(context.db, 'route', await ownRoute(context, caller, params.id));
  },
});

export const renewShareLinkHandler = route<typeof routeCalls.renewShareLink>({
  call: routeCalls.renewShareLink,
  access: 'member',
  async handler({ context, caller, params }) {
    const { user_id, id } = await ownRoute(context, caller, params.id);
    return context.db.transaction().execute(async (trx) => {
      const locked = await trx
        .selectFrom('routes')
        .select(['user_id', 'id', 'privacy'])
        .where('user_id', '=', user_id)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (!locked) throw notFound('route');
      return renewLinkKey(trx, 'route', locked, context.now());
    });
  },
});
