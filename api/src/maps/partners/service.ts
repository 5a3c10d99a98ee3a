import { partnerCalls, SERVICE_BASES } from '@waymark/api-contract';
import { notFound } from '../../kernel/server/errors.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { partnersOf } from './partners.ts';

/** Houses of partners whose apps show pages of this site. */
export const partnersService: Service = {
  name: 'partners',
  base: SERVICE_BASES.main,
  routes: [
    route<typeof partnerCalls.one>({
      call: partnerCalls.one,
      access: 'anyone',
      lenient: true,
      handler({ context, params: { code } }) {
        const partner = partnersOf(context.env).find((one) => one.code === code);
        if (!partner) throw notFound('partner');
        const { name, radius, support_link, locations } = partner;
        return Promise.resolve({ code, name, radius, support_link, locations });
      },
    }),
  ],
  /** A file with mistakes stops the start, not the first guest. */
  checkConfiguration: (env) => void partnersOf(env),
};
