import { readFileSync } from 'node:fs';

/** Files that store in browsers, or read what is stored there, with what ties their names to the declared ones. */
const ALLOWED: Readonly<Record<string, string>> = {
  'shared/api-contract/src/browser-storage.ts': 'takes declared names only',
  'api/src/kernel/server/cookies.ts': 'sets declared names only',
  'api/src/members/oauth/provider.ts': 'gives the library declared names',
  'host/edge/page/preferences.ts': 'a declared name',
  'host/edge/http/api-client.ts': 'hands on what the API sets',
  'host/edge/page/serve-page.ts': 'passes on what the API and preferences.ts set',
  'host/edge/page/inline-script.ts': 'reads the theme before there is any other script',
  'api/src/commerce/billing/local-card-frame.ts': 'reads the theme in a frame without scripts of the site',
  'mfe-routes/src/planner/draft/draft-store.ts': 'a declared database',
  'mfe-social/src/notifications/browser-push.ts': 'a declared worker',
  'host/src/header/header.tsx': 'empties the storage of the tab',
  'host/src/session/engine.ts': 'empties the storage of the tab',
};

const STORES =
  /\b(?:localStorage|sessionStorage|indexedDB|cookieStore)\b|\bcaches\.(?:open|match)\(|\bdocument\.cookie\b|['"]set-cookie['"]|\bserviceWorker\.register\(|\bcookies\.set\(/;
const IS_CODE = /^(?:host\/(?:src|edge)|api\/src|mfe-[\w-]+\/src|shared)\//;
const IS_TEST =
  /\/(?:testing|hostile|development|build)\/|\/testing\.ts$|\.test\.tsx?$|\/test-[\w-]+\.tsx?$|\.test-helper\.ts$/;

/** @returns one line where a file stores in browsers by itself: the page about cookies would not name it */
export function undeclaredStorage(file: string, absolute: string): string[] {
  if (!IS_CODE.test(file) || IS_TEST.test(file) || file in ALLOWED) return [];
  const line = readFileSync(absolute, 'utf8')
    .split('\n')
    .findIndex((text) => STORES.test(text) && !/^\s*(?:\/\/|\*|\/\*)/.test(text));
  return line === -1
    ? []
    : [
        `${file} stores in browsers by itself in line ${line + 1}; declare the name in shared/api-contract/src/stored-items.ts, and use '@waymark/api-contract/browser-storage' in pages and setCookie in the API.`,
      ];
}
