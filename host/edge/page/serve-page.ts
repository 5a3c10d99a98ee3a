import { accessTo } from '@waymark/contract/guard';
import type { MapSourceSetting } from '@waymark/api-contract';
import type { Boot, HostAssets } from '../../boot.ts';
import { hasLinkKey } from '@waymark/api-contract/link-key';
import { sessionFromBoot } from '../../src/app/session-state.ts';
import { allowsStripe } from '../../src/location/payment-page.ts';
import { redirectOf } from '../../src/location/redirect.ts';
import { send } from '../http/answer.ts';
import type { Visit } from '../http/visit.ts';
import { renderDocument } from './document.ts';
import { earlyScriptFor } from './early.ts';
import { FALLBACK_SETTINGS } from './fallback-settings.ts';
import { findPage, firstCalls } from './find-page.ts';
import type { HostBuild } from './host-build.ts';
import { applyParamRules, frameAncestors } from './param-rules.ts';
import { canaryShareOf, localeOf, themeOf } from './preferences.ts';
import { hostPreloads, preloadsFor } from './preloads.ts';
import type { RemotesNow } from './remotes.ts';
import { newNonce, securityHeaders } from './security.ts';
import { renderStandalone, standaloneData, standaloneScriptFor } from './standalone.ts';
import type { StartData } from './start-data.ts';

/** Names what is deployed: another build of the host, or another revision of the registry, is another release. */
export const releaseOf = (assets: Pick<HostAssets, 'hash'>, { revision }: { revision: number }): string =>
  `${assets.hash.slice(0, 8)}.${revision}`;

/** The other sites that configured map tiles come from. */
const mapOrigins = (sources: readonly Pick<MapSourceSetting, 'url' | 'darkUrl'>[]): string[] => [
  ...new Set(
    sources
      .flatMap(({ url, darkUrl }) => [url, darkUrl ?? url])
      .flatMap((url) => {
        const filled = url.replaceAll(/[{}]/g, '');
        return URL.canParse(filled) ? [new URL(filled).origin] : [];
      }),
  ),
];

export interface PageOptions {
  hostBuild: () => Promise<HostBuild>;
  remotesNow: () => Promise<RemotesNow>;
  startData: StartData;
  locales: readonly string[];
  extraSources: readonly string[];
}

/** Answers with the page behind an address, made for this visitor. */
export function createPages({ hostBuild, remotesNow, startData, locales, extraSources }: PageOptions) {
  const restrictParams = keepLast(applyParamRules);
  return async function servePage(visit: Visit): Promise<void> {
    const { request, path, search, cookies, secure } = visit;
    const [build, now, settings, { session, setCookie }] = await Promise.all([
      hostBuild(),
      remotesNow(),
      startData.settings(),
      startData.session(visit),
    ]);
    const canary = canaryShareOf(cookies, { hasCanary: now.canary, secure });
    const known = settings === FALLBACK_SETTINGS ? null : settings.appConfig;
    const remotes = restrictParams(now.remotes(canary.share), known);
    const found = findPage(remotes, path);
    const { remote, status, layout } = found;
    const cookiesToSet = [...setCookie, ...canary.setCookies];
    const headers = {
      'cache-control': 'private, no-store',
      vary: 'cookie, accept-language, accept-encoding',
      'x-request-id': visit.id,
      ...(cookiesToSet.length > 0 && { 'set-cookie': cookiesToSet }),
    };
    const member = sessionFromBoot(session);
    const access = accessTo(found.page?.guard ?? 'none', member);
    const elsewhere = redirectOf(remotes, found.page, member, path + search);
    if (elsewhere !== null) return send(visit, 302, { ...headers, location: elsewhere }, '');
    const boot: Boot = {
      settings,
      session,
      locale: localeOf({
        cookies,
        acceptLanguage: request.headers['accept-language'],
        available: locales,
        siteLanguage: settings.languageCode,
        memberLanguage: session?.user?.preferred_language,
      }),
      remotes,
      page: { status, remote: remote?.name ?? null, layout },
      release: releaseOf(build.assets, now),
    };
    const manifest = remote ? now.manifest(remote.name, remote.version) : undefined;
    const nonce = newNonce();
    const script = standaloneScriptFor(found, manifest);
    const data = standaloneData(settings, boot.locale, session);
    // Until it is known who it is, the browser gets the host alone, and decides itself.
    const isAllowed = access === 'allowed';
    const captcha = found.page?.captcha ? settings.captcha : null;
    const early = isAllowed ? earlyScriptFor(found, manifest, session, boot.locale, settings) : undefined;
    const html = script
      ? renderStandalone({ script, data, assets: build.assets, nonce })
      : renderDocument({
          boot,
          assets: build.assets,
          nonce,
          theme: themeOf(cookies),
          shell: build.shell(boot, path + search),
          inline: {
            calls: isAllowed ? firstCalls(found, search) : [],
            preloads: isAllowed
              ? preloadsFor(build.assets, found, manifest, session?.rollouts, early)
              : hostPreloads(build.assets),
          },
          early,
          captchaScript: captcha ? captchaScript(captcha) : undefined,
        });
    await send(
      visit,
      status,
      {
        'content-type': 'text/html; charset=utf-8',
        ...headers,
        ...securityHeaders({
          nonce,
          secure,
          hasLinkKey: hasLinkKey(search),
          extraSources: [...extraSources, ...mapOrigins(settings.appConfig.mapSources)],
          captchaOrigin: captcha && new URL(captcha.scriptUrl).origin,
          hasStripe: allowsStripe(settings, found.page),
          frameAncestors: frameAncestors(found, known),
        }),
      },
      html,
    );
  };
}

/** Keeps the last result for the same two values: what is made of it is kept by its identity. */
function keepLast<A, B, R>(make: (a: A, b: B) => R): (a: A, b: B) => R {
  let last: { a: A; b: B; result: R } | undefined;
  return (a, b) => {
    if (!last || last.a !== a || last.b !== b) last = { a, b, result: make(a, b) };
    return last.result;
  };
}

function captchaScript({ siteKey, scriptUrl }: NonNullable<Boot['settings']['captcha']>): string {
  const address = new URL(scriptUrl);
  address.searchParams.set('render', siteKey);
  return address.href;
}
