import type { SessionResponse, StartupSettings } from '@waymark/api-contract';
import type { EarlyView } from '@waymark/contract/early';
import type { PublishedManifest } from '@waymark/contract/manifest';
import { isCompatible } from '@waymark/contract/version';
import { firstCalls, type FoundPage, pageVariant } from './find-page.ts';

/** The script that runs before the application, and what it needs besides the answer of the first call. */
export interface EarlyScript {
  src: string;
  integrity: string;
  /** The page can be used by it: the application waits for it. Else it only draws the first view, beside the shell's scripts. */
  ahead: boolean;
  given: Omit<EarlyView, 'answer' | 'ask' | 'handover' | 'drawn' | 'ended' | 'end'>;
}

/**
 * What runs before the application on a member's page; none where there is no answer to draw a first view from.
 * @param manifest of the version that the visitor gets
 */
export function earlyScriptFor(
  found: FoundPage,
  manifest: PublishedManifest | undefined,
  session: SessionResponse | null,
  locale: string,
  settings: { country: string | null; appConfig: Pick<StartupSettings['appConfig'], 'services'> },
): EarlyScript | undefined {
  const { remote, page } = found;
  const user = session?.authToken ? session.user : null;
  if (!remote || !page || !user) return undefined;
  const ahead = pageVariant(page, session?.rollouts)?.ahead;
  const module = ahead ?? page.early;
  const file = module && manifest?.early?.[module];
  const integrity = manifest?.files.find(({ path }) => path === file)?.integrity;
  if (!file || !integrity || !isCompatible(remote.contract)) return undefined;
  // A first view carries no translator: the language that shows untranslated text does without.
  if (!ahead && (locale === 'pseudo' || !firstCalls(found, '').length)) return undefined;
  return {
    src: remote.base + file,
    integrity,
    ahead: ahead !== undefined,
    given: {
      locale,
      userId: user.id,
      system: user.display_measurement_system,
      country: settings.country,
      services: settings.appConfig.services,
    },
  };
}
