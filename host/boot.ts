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
  /** 'en-us', or 'pseudo' where the edge allows it. */
  locale: string;
  /** Every remote there is, resolved for this visitor: live version, canary or override. */
  remotes: ResolvedRemote[];
  /** The page behind the address; null remote means a page of the host's own. */
  page: { status: 200 | 404; remote: string | null; layout: Layout };
  /** Remotes whose version was overridden in this browser. */
  overrides: string[];
  /** Changes with each deployment of host or registry; a chunk that cannot be loaded asks for it. */
  release: string;
}

declare global {
  interface Window {
    /** GET calls that the page started before the scripts were there, by address. Taken once. */
    __waymarkEarly?: Record<string, Promise<Response>>;
    /** The page's nonce, for scripts and styles that code adds. */
    __waymarkNonce?: string;
  }
}
