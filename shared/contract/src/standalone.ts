import type { StartupSettings } from '@waymark/api-contract';

/** Id of the JSON that the edge writes into a page that stands alone (`RemotePage.standalone`). */
export const STANDALONE_DATA = 'waymark-standalone';

/** What such a page knows besides its address. Nobody is signed in on it: it may stand in a frame on another site. */
export interface StandaloneData {
  /** 'en-us', or 'pseudo' where the edge allows it. */
  locale: string;
  /** Code of the visitor's country, where it is known. */
  country: string | null;
  siteName: string;
  mapSources: StartupSettings['appConfig']['mapSources'];
  services: StartupSettings['appConfig']['services'];
  /** Variant of each rollout that the visitor is in, by its name. */
  rollouts: Record<string, string>;
}
