import type { ConnectedService } from '../../../kernel/server/connected-services.ts';
import type { Context } from '../../../kernel/server/context.ts';
import type { Connector } from './connector.ts';
import { polarConnector } from './polar.ts';
import { wahooConnector } from './wahoo.ts';

const MAKERS: Record<ConnectedService['type'], (service: ConnectedService) => Connector> = {
  polar: polarConnector,
  wahoo: wahooConnector,
};

const made = new WeakMap<ConnectedService, Connector>();

/** The services that this installation is registered with. */
export const connectorsOf = ({ env }: Pick<Context, 'env'>): Connector[] =>
  env.CONNECTED_SERVICES.map((service) => {
    const connector = made.get(service) ?? MAKERS[service.type](service);
    made.set(service, connector);
    return connector;
  });

/** @returns undefined for a service that is not configured, or not any more */
export const findConnector = (context: Pick<Context, 'env'>, type: string): Connector | undefined =>
  connectorsOf(context).find((one) => one.type === type);
