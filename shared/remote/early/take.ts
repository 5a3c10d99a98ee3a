import { http, track } from '@waymark/contract';
import type { AppCalls } from './ahead-host.ts';

// webpack puts the address of the remote's own version here.
declare const __webpack_public_path__: string | undefined;

/**
 * What a script that ran ahead of the application made (`AheadPage.give`), if it is of the same version. To be taken
 * once: it is gone afterwards.
 */
export function takeAhead(): unknown {
  const made = window.waymark?.madeAhead;
  if (window.waymark) window.waymark.madeAhead = undefined;
  const own = typeof __webpack_public_path__ === 'undefined' ? '' : __webpack_public_path__;
  return made && made.base === new URL(own, location.href).href ? made.value : undefined;
}

/** What a script that ran ahead goes on with, now that the application is there. */
export const appCalls = (): AppCalls => ({ service: http.service, track });
