import { readFileSync } from 'node:fs';

/** Files that may send a visitor to another address, with what keeps that address on the site. */
const ALLOWED: Readonly<Record<string, string>> = {
  'host/src/location/go.ts': 'openDocument: every address goes through sitePath',
  'host/edge/page/serve-page.ts':
    'a path of our own with the address that was asked for as an encoded parameter',
  'api/src/members/auth/logout.ts': 'the front page',
  'api/src/members/support/service.ts': 'addresses of the configuration and a path of our own',
  'api/src/members/oauth/provider.ts': 'a page of our own that says what is wrong',
  'api/src/members/oauth/mount-provider.ts': 'the same page',
  'api/src/commerce/billing/local-card-routes.ts': 'a path of our own with the number of a checkout',
};

const REDIRECT = new RegExp(
  [
    String.raw`\blocation\.(?:assign|replace)\(`,
    String.raw`\blocation\.href\s*=(?!=)`,
    String.raw`\b(?:window|document|self|top|parent|globalThis)\.location\s*=(?!=)`,
    String.raw`[hH]eader\(\s*['"]location['"]`,
    String.raw`\.redirect\(`,
  ].join('|'),
);
/** Headers that the edge answers with. */
const EDGE_HEADER = /\blocation:/;
const IS_CODE = /^(?:host\/(?:src|edge)|api\/src|mfe-[\w-]+\/src|shared)\//;
const IS_TEST = /\/testing\/|\.test\.tsx?$|\/test-[\w-]+\.tsx?$|\.test-helper\.ts$/;

/** @returns one line where a file sends visitors elsewhere by itself: an address from outside could leave the site */
export function ownRedirects(file: string, absolute: string): string[] {
  if (!IS_CODE.test(file) || IS_TEST.test(file) || file in ALLOWED) return [];
  const lines = readFileSync(absolute, 'utf8').split('\n');
  const line = lines.findIndex(
    (text) => REDIRECT.test(text) || (file.startsWith('host/edge/') && EDGE_HEADER.test(text)),
  );
  return line === -1
    ? []
    : [
        `${file} redirects by itself in line ${line + 1}; pages call navigate or openDocument, servers send an address through sitePath, and the file is listed with its reason in tools/boundaries/redirects.ts.`,
      ];
}
