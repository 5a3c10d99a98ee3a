import * as client from '@waymark/api-contract/client';
import type { Endpoint, Endpoints } from '@waymark/api-contract/endpoints/endpoint';
import { literalsOf } from './imports.ts';

/** Every call that pages can make by its name. */
const ENDPOINTS: Endpoint[] = Object.entries(client)
  .filter(([name]) => name.endsWith('Calls'))
  .flatMap(([, calls]) => Object.values(calls as Endpoints));

/** A path parameter as it is written by hand: a placeholder of a template, or a number. */
const WRITTEN_PARAMETER = String.raw`(?:\0|\d+)`;
const PATHS = ENDPOINTS.map(({ path }) => ({
  path,
  expression: new RegExp(
    `^${path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:[A-Za-z]\w*/g, WRITTEN_PARAMETER)}(?:\\?|$)`,
  ),
}));

/** Code of pages; tests play the API by its paths. */
const IS_PAGE_CODE = /^(?:(?:mfe-[\w-]+|host|shared\/(?:map|social|ui))\/src|shared\/remote)\//;
const IS_TEST = /\/testing\/|\.test\.tsx?$|\/test-[\w-]+\.tsx?$/;

/** @returns one line for each path of the API that page code writes by hand: calls go by their names in the contract */
export function handWrittenPaths(file: string, absolute: string): string[] {
  if (!IS_PAGE_CODE.test(file) || IS_TEST.test(file)) return [];
  return literalsOf(absolute).flatMap((text) => {
    const found = PATHS.find(({ expression }) => expression.test(text));
    return found && !isPageAddress(text)
      ? [
          `${file} writes the path '${found.path}' of the API; make the call by its name: call, useCall or useSend with '@waymark/api-contract/client'.`,
        ]
      : [];
  });
}

/** Addresses of pages that read like a path of the API; a placeholder is a NUL. */
const PAGE_ADDRESSES = new Set([
  '/login',
  '/signup',
  '/logout',
  '/route',
  '/search',
  '/settings',
  '/session',
  '/legal/\0',
]);
const isPageAddress = (text: string): boolean => PAGE_ADDRESSES.has(text);
