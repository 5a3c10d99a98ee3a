import type { SessionResponse, StartupSettings } from '@waymark/api-contract';
import type { PublishedManifest } from '@waymark/contract/manifest';
import { STANDALONE_DATA, type StandaloneData } from '@waymark/contract/standalone';
import type { HostAssets } from '../../boot.ts';
import type { FoundPage } from './find-page.ts';
import { scriptSafe } from './inline-script.ts';

export interface StandaloneScript {
  src: string;
  integrity: string;
}

/** The script of a page that stands alone; none for every other page. @param manifest of the version that the visitor gets */
export function standaloneScriptFor(
  { remote, page }: Pick<FoundPage, 'remote' | 'page'>,
  manifest: PublishedManifest | undefined,
): StandaloneScript | undefined {
  const path = page?.standalone && manifest?.standalone?.[page.standalone];
  const file = manifest?.files.find((one) => one.path === path);
  return remote && file ? { src: remote.base + file.path, integrity: file.integrity } : undefined;
}

export const standaloneData = (
  { country, appConfig }: StartupSettings,
  locale: string,
  session: SessionResponse | null,
): StandaloneData => ({
  locale,
  country,
  siteName: appConfig.siteName,
  mapSources: appConfig.mapSources,
  services: appConfig.services,
  rollouts: Object.fromEntries(
    (session?.rollouts ?? []).map(({ rollout_name: name, variant_name: variant }) => [name, variant]),
  ),
});

interface StandaloneParts {
  script: StandaloneScript;
  data: StandaloneData;
  assets: Pick<HostAssets, 'inlineCss' | 'fonts'>;
  nonce: string;
}

/** A page of one script, without the host: small enough to stand in a frame on another site. */
export function renderStandalone({ script, data, assets, nonce }: StandaloneParts): string {
  const fonts = assets.fonts.map(
    (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`,
  );
  return `<!doctype html>
<html lang="${data.locale === 'pseudo' ? 'en-us' : escaped(data.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escaped(data.siteName)}</title>
<style nonce="${nonce}">${assets.inlineCss.replaceAll('</', String.raw`<\/`)}</style>
${fonts.join('\n')}
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<script type="application/json" id="${STANDALONE_DATA}">${scriptSafe(data)}</script>
<script defer nonce="${nonce}" crossorigin src="${escaped(script.src)}" integrity="${script.integrity}"></script>
</head>
<body></body>
</html>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
