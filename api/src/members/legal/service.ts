import { LEGAL_PAGES, legalCalls, SERVICE_BASES } from '@waymark/api-contract';
import { notFound } from '../../kernel/server/errors.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { findLegalPage, legalPagesOf } from './pages.ts';

const listHandler = route<typeof legalCalls.list>({
  call: legalCalls.list,
  access: 'anyone',
  lenient: true,
  handler({ context: { env, now } }) {
    const pages = LEGAL_PAGES.flatMap((page) => findLegalPage(env, page, now()) ?? []);
    return Promise.resolve({
      pages: pages.map(({ page, title, version, effective_from }) => ({
        page,
        title,
        version,
        effective_from,
      })),
    });
  },
});

const pageHandler = route<typeof legalCalls.page>({
  call: legalCalls.page,
  access: 'anyone',
  lenient: true,
  handler({ context: { env, now }, params, query }) {
    const page = findLegalPage(env, params.page, now(), query.version);
    if (!page) throw notFound('page');
    return Promise.resolve(page);
  },
});

/** Terms, policies and notices from Markdown files of the operator. */
export const legalService: Service = {
  name: 'legal pages',
  base: SERVICE_BASES.platform,
  routes: [listHandler, pageHandler],
  checkConfiguration: (env) => void legalPagesOf(env),
};
