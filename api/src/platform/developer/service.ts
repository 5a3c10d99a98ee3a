import type { Call } from '@waymark/api-contract';
import { sendPage, STYLE } from '../../kernel/server/page.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { VERSION } from '../../kernel/server/version.ts';
import { openApi, operationsOf } from './openapi.ts';
import { developerPage } from './page.ts';

const calls = {
  page: { method: 'GET', path: '/developer', summary: 'This page' },
  style: { method: 'GET', path: '/developer/style.css', summary: 'Its looks' },
  document: { method: 'GET', path: '/services/openapi.json', summary: 'The OpenAPI document' },
} satisfies Record<string, Call>;

/** Documents the given services; made once, at the first request. */
export function developerService(documented: readonly Service[]): Service {
  let page: ReturnType<typeof developerPage> | undefined;
  let document: Buffer | undefined;
  return {
    name: 'developer',
    base: '',
    routes: [
      route<typeof calls.page>({
        call: calls.page,
        access: 'anyone',
        lenient: true,
        handler: async ({ reply }) =>
          sendPage(reply, {
            title: 'For developers',
            body: (page ??= developerPage(operationsOf(documented))),
          }),
      }),
      route<typeof calls.style>({
        call: calls.style,
        access: 'anyone',
        lenient: true,
        handler: async ({ reply }) =>
          reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(STYLE),
      }),
      route<typeof calls.document>({
        call: calls.document,
        access: 'anyone',
        lenient: true,
        handler: async ({ context, reply }) => {
          document ??= Buffer.from(JSON.stringify(openApi(documented, context.env.SITE_URL, VERSION)));
          return reply.type('application/json; charset=utf-8').send(document);
        },
      }),
    ],
  };
}
