import type { SessionResponse, StartupSettings } from '@waymark/api-contract';

export { CAPTCHA_SCRIPT } from './page-globals.ts';
export type { EarlyView, PageGlobals, ScriptPolicy } from './page-globals.ts';

/** Id of the JSON in a page that the application starts with. */
export const BOOT_DATA = 'waymark-boot';

/** What a script ahead of the application reads of it. */
export interface BootAhead {
  settings: StartupSettings;
  session: SessionResponse | null;
  locale: string;
}

/** Takes a call that the page started before its scripts were there: each is handed out once. @param url as in `firstCalls` */
export function takeStarted(url: string): Promise<Response> | undefined {
  const answer = window.waymark?.startedCalls?.[url];
  delete window.waymark?.startedCalls?.[url];
  return answer;
}

/** Id of the element, beside a remote's own, in which the first view stands. */
export const EARLY_PLACE = 'early-view';
