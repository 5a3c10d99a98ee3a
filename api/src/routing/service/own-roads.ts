import { offersDemoTown } from '../../demo/town.ts';
import type { Context } from '../../server/context.ts';
import { OwnRouter } from './own-router.ts';

const routers = new WeakMap<Context, OwnRouter>();

/** The thread that knows the imported roads. */
export function ownRouter(context: Context): OwnRouter {
  let router = routers.get(context);
  if (!router) {
    const demo = offersDemoTown(context.env);
    routers.set(context, (router = new OwnRouter({ dataDir: context.env.DATA_DIR, demo })));
  }
  return router;
}
