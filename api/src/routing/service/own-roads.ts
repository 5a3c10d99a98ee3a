import type { Context } from '../../server/context.ts';
import type { Env } from '../../server/env.ts';
import { OwnRouter } from './own-router.ts';

const routers = new WeakMap<Context, OwnRouter>();

/** Whether the invented town is there; not where a Valhalla server finds the ways. */
export const offersDemoTown = ({
  ROUTING_DEMO,
  ROUTING_URL,
  DEMO = false,
}: Pick<Env, 'ROUTING_DEMO' | 'ROUTING_URL' | 'DEMO'>): boolean => ROUTING_DEMO ?? (DEMO && !ROUTING_URL);

/** The thread that knows the imported roads. */
export function ownRouter(context: Context): OwnRouter {
  let router = routers.get(context);
  if (!router) {
    const demo = offersDemoTown(context.env);
    routers.set(context, (router = new OwnRouter({ dataDir: context.env.DATA_DIR, demo })));
  }
  return router;
}
