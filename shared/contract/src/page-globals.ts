// What scripts of one page share that are built apart from each other: the edge's inline script, scripts ahead of the
// application, the host, and the loaders inside remotes. Everything else goes through modules. Names that a library
// prescribes stay as the library has them: `_FEDERATION_RUNTIME_CORE`, the containers of Module Federation, `grecaptcha`.

/** A Trusted Types policy for addresses of scripts, or a plain object of the same shape where the browser has none. */
export interface ScriptPolicy {
  /** @throws TypeError when no script may come from there */
  createScriptURL(url: string): string;
}

/**
 * What the edge's page hands to the script that draws the first view of a member's page (`RemotePage.early`), or that
 * can be used ahead of the application (`ahead` of `RemotePage.variants`).
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
  /** Addresses of the services, by name. */
  services: Record<string, string>;
  /** Makes a GET call as the member. The shell takes the start data out of the page, so the script could come too late to read it. */
  ask: (url: string) => Promise<Response>;
  /** What the script leaves for the remote's page, which knows its type; valid while the view stands. */
  handover?: unknown;
  /** What the script has drawn: the shell shows it until the application draws. */
  drawn?: HTMLElement;
  /** Settles when the script is done, with what went wrong in it if something did. Never, if the script never came. */
  ended: Promise<void>;
  /** Makes `ended` follow a promise. */
  end: (done: Promise<void>) => void;
}

/** What a script that ran ahead of the application has made, for the page to go on with. */
interface MadeAhead {
  /** Address of the folder of the version that made it: another version makes its own. */
  base: string;
  value: unknown;
}

/** `window.waymark`: the one object that Waymark puts on `window`. The edge's inline script begins it. */
export interface PageGlobals {
  /** The nonce of the page's content security policy, for scripts and styles that code adds. */
  nonce?: string;
  /** GET calls that the page started before the scripts were there, by address. Each is taken once. */
  startedCalls?: Record<string, Promise<Response>>;
  /** Gone when the application has drawn the page. */
  earlyView?: EarlyView | undefined;
  /** What a script ahead of the application has made; gone when the page has taken it over. */
  madeAhead?: MadeAhead | undefined;
  /** Loads scripts of remotes: integrity, time limits and second attempts are the host's. */
  loader?: {
    policy: ScriptPolicy;
    /** A chunk of a remote. Absent until the application is there. */
    load?: (url: string, integrity: string | undefined) => Promise<void>;
  };
  /** Only under development: tells a remote's page of each newer build. */
  development?: { onBuild?: (name: string, listener: (hash: string) => void) => void };
}

declare global {
  interface Window {
    waymark?: PageGlobals | undefined;
    trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
  }
}

/** Id of the captcha's script element, on pages that ask a captcha where one is configured. */
export const CAPTCHA_SCRIPT = 'captcha-script';
