import type { Boot } from '../../boot.ts';
import { send } from '../http/answer.ts';
import type { Visit } from '../http/visit.ts';
import { withinCountries } from './countries.ts';
import { renderDocument } from './document.ts';
import { earlyScriptFor } from './early.ts';
import { FALLBACK_SETTINGS } from './fallback-settings.ts';
import { findPage, firstCalls } from './find-page.ts';
import type { HostBuild } from './host-build.ts';
import { mapOrigins } from './map-origins.ts';
import { frameAncestors, withinPartners } from './partners.ts';
import { localeOf, themeOf, visitorOf } from './preferences.ts';
import { preloadsFor } from './preloads.ts';
import { releaseOf } from './release.ts';
import type { RemotesNow } from './remotes.ts';
import { newNonce, securityHeaders } from './security.ts';
import { renderStandalone, standaloneData, standaloneScriptFor } from './standalone.ts';
import type { StartData } from './start-data.ts';

export interface PageOptions {
  hostBuild: () => Promise<HostBuild>;
  remotesNow: () => Promise<RemotesNow>;
  startData: StartData;
  locales: readonly string[];
  extraSources: readonly string[];
}

/** Answers with the page behind an address, made for this visitor. */
export function createPages({ hostBuild, remotesNow, startData, locales, extraSources }: PageOptions) {
  return async function servePage(visit: Visit): Promise<void> {
    const { request, path, search, cookies, secure } = visit;
    const [build, now, settings, { session, setCookie }] = await Promise.all([
      hostBuild(),
      remotesNow(),
      startData.settings(),
      startData.session(visit),
    ]);
    const visitor = now.canary ? visitorOf(cookies, secure) : { id: null, setCookie: null };
    const { countries, mapSources, partners: configured } = settings.appConfig;
    const partners = settings === FALLBACK_SETTINGS ? null : configured;
    const remotes = withinPartners(withinCountries(now.remotes(visitor.id), countries), partners);
    const found = findPage(remotes, path);
    const { remote, status, layout } = found;
    const boot: Boot = {
      settings,
      session,
      locale: localeOf(cookies, request.headers['accept-language'], locales),
      remotes,
      page: { status, remote: remote?.name ?? null, layout },
      overrides: [],
      release: releaseOf(build.assets, now),
    };
    const manifest = remote ? now.manifest(remote.name, remote.version) : undefined;
    const nonce = newNonce();
    const script = standaloneScriptFor(found, manifest);
    const data = standaloneData(settings, boot.locale, session);
    const early = earlyScriptFor(found, manifest, session, boot.locale, settings);
    const html = script
      ? renderStandalone({ script, data, assets: build.assets, nonce })
      : renderDocument({
          boot,
          assets: build.assets,
          nonce,
          theme: themeOf(cookies),
          shell: build.shell(boot, path + search),
          inline: {
            calls: firstCalls(found),
            preloads: preloadsFor(build.assets, found, manifest, session?.rollouts, early),
          },
          early,
        });
    const cookiesToSet = [...setCookie, ...(visitor.setCookie === null ? [] : [visitor.setCookie])];
    await send(
      visit,
      status,
      {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-store',
        vary: 'cookie, accept-language, accept-encoding',
        'x-request-id': visit.id,
        ...securityHeaders({
          nonce,
          secure,
          extraSources: [...extraSources, ...mapOrigins(mapSources)],
          frameAncestors: frameAncestors(found, partners),
        }),
        ...(cookiesToSet.length > 0 && { 'set-cookie': cookiesToSet }),
      },
      html,
    );
  };
}
