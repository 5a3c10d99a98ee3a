import type { SessionResponse, StartupSettings } from '@waymark/api-contract';

/** Id of the JSON in a page that the application starts with. */
export const BOOT_DATA = 'waymark-boot';

/** What a script ahead of the application reads of it. */
export interface BootAhead {
  settings: StartupSettings;
  session: SessionResponse | null;
  locale: string;
}

/**
 * What the edge's page hands to the script that draws the first view of a member's page (`RemotePage.early`), or that
 * can be used ahead of the application (`RemotePage.ahead`).
 */
export interface EarlyView {
  /** Body of the answer to the page's first call; null when there is no good one, or no such call. */
  answer: Promise<unknown>;
  locale: string;
  userId: number;
  /** The member's own system; null when they never chose one. */
  system: 'metric' | 'imperial' | null;
  /** Code of the visitor's country, where it is known. */
  country: string | null;
  /** What the script has drawn: the shell shows it until the application draws. */
  drawn?: HTMLElement;
  /** Settles when the script is done, with what went wrong in it if something did. Never, if the script never came. */
  ended: Promise<void>;
  /** Makes `ended` follow a promise. */
  end: (done: Promise<void>) => void;
}

/** Takes a call that the page started before its scripts were there: each is handed out once. @param url as in `firstCalls` */
export function takeStarted(url: string): Promise<Response> | undefined {
  const answer = window.__waymarkEarly?.[url];
  delete window.__waymarkEarly?.[url];
  return answer;
}

/** What a script that ran ahead of the application has made, for the page to go on with. */
export interface MadeAhead {
  /** Address of the folder of the version that made it: another version makes its own. */
  base: string;
  value: unknown;
}

/** Id of the element, beside a remote's own, in which the first view stands. */
export const EARLY_PLACE = 'early-view';

declare global {
  interface Window {
    /** GET calls that the page started before the scripts were there, by address. Taken once. */
    __waymarkEarly?: Record<string, Promise<Response>>;
    /** Gone when the application has drawn the page. */
    __waymarkEarlyView?: EarlyView | undefined;
    /** Gone when the page has taken it over. */
    __waymarkMadeAhead?: MadeAhead | undefined;
  }
}
