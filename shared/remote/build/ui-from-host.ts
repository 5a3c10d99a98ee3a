import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Compiler } from 'webpack';

/** The part of the design system that the host hands out. */
const SHARED_UI = '@waymark/ui/base';

const base = fileURLToPath(import.meta.resolve(SHARED_UI));
const folder = dirname(base);

/** The files behind it, which exist once on a page. */
export const sharedUiFiles: ReadonlySet<string> = new Set([
  base,
  ...[...readFileSync(base, 'utf8').matchAll(/ from '(\.[^']+)'/g)].map(([, file = '']) =>
    resolve(folder, file),
  ),
]);

/** Leads what a remote's copy of a control imports from shared files of the design system to the host's instance. */
export class UiFromHost {
  apply(compiler: Compiler): void {
    compiler.hooks.normalModuleFactory.tap('UiFromHost', (factory) => {
      factory.hooks.beforeResolve.tap('UiFromHost', (data) => {
        if (data.context.startsWith(folder) && sharedUiFiles.has(resolve(data.context, data.request)))
          data.request = SHARED_UI;
        // False would leave the module out.
        return undefined;
      });
    });
  }
}
