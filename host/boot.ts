import type { SessionResponse, StartupSettings } from '@waymark/api-contract';
import type { Layout, ResolvedRemote } from '@waymark/contract';

/**
 * What the edge writes into each page as JSON (`<script type="application/json" id="waymark-boot">`)
 * and the host reads before anything else.
 */
export interface Boot {
  settings: StartupSettings;
  /** The session behind the visitor's cookie; null when the API did not answer, then the browser asks itself. */
  session: SessionResponse | null;
  /** One of `LANGUAGES`, or 'pseudo' where the edge allows it. */
  locale: string;
  /** Every remote there is, resolved for this visitor: live version or canary. */
  remotes: ResolvedRemote[];
  /** The page behind the address; null remote means a page of the host's own. */
  page: { status: 200 | 404; remote: string | null; layout: Layout };
  /** Changes with each deployment of host or registry; a chunk that cannot be loaded asks for it. */
  release: string;
}

/** `host/dist/assets.json`: what the host's build made, for the edge. Files lie in `host/dist/client` and are served below `/assets/`. */
export interface HostAssets {
  /** Scripts that start the page, in order. */
  main: string[];
  /** Scripts of the home page, beside those of `main`. */
  home: string[];
  /** Scripts that a remote's page needs besides: session and http client, then federation runtime, router and design system. */
  fed: string[];
  /** Small style sheet (tokens, reset, shell) that is written into the page itself. */
  inlineCss: string;
  /** Font files worth a preload. */
  fonts: string[];
  /** Integrity of every script, by file name. */
  integrity: Record<string, string>;
  /** Hash over all of it; part of `Boot.release`. */
  hash: string;
}

/**
 * `host/dist/server/shell.mjs`: the shell and the host's own pages as static markup, the content of `#root`.
 * The browser replaces it when its scripts are there.
 */
export interface ShellModule {
  renderShell(boot: Boot, path: string): string;
}
