import type { Boot, HostAssets } from '../../boot.ts';
import { CAPTCHA_SCRIPT } from '@waymark/contract/early';
import type { EarlyScript } from './early.ts';
import { AHEAD, inlineScript, scriptSafe, type InlineOptions } from './inline-script.ts';

export interface DocumentParts {
  boot: Boot;
  assets: HostAssets;
  nonce: string;
  theme: 'light' | 'dark' | null;
  /** Markup inside `#root`. */
  shell: string;
  inline: Omit<InlineOptions, 'after' | 'early' | 'held'>;
  early?: EarlyScript | undefined;
  /** Address of the captcha's script, on pages that ask it. */
  captchaScript?: string | undefined;
}

/** The whole page as HTML. */
export function renderDocument({
  boot,
  assets,
  nonce,
  theme,
  shell,
  inline,
  early,
  captchaScript,
}: DocumentParts): string {
  const after = assets.main.at(-1);
  const isHome = boot.page.status === 200 && boot.page.remote === null;
  const files = isHome ? [...assets.home, ...assets.main] : assets.main;
  const main = files.map((file) => {
    const integrity = assets.integrity[file];
    return integrity ? { src: `/assets/${file}`, integrity } : { src: `/assets/${file}` };
  });
  // What can be used before the application has the line for itself.
  const held = early?.ahead ? main : [];
  const scripts = (held.length ? [] : main).map(
    ({ src, integrity }) =>
      `<script defer nonce="${nonce}" src="${src}"${integrity ? ` integrity="${integrity}"` : ''}></script>`,
  );
  const fonts = (held.length ? [] : assets.fonts).map(
    (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`,
  );
  // Beside the shell's scripts, not after them; behind the inline script, which makes the call whose answer it draws.
  // Alone on the page it is deferred: browsers let an async script that has arrived lie while they are busy painting.
  const view =
    early &&
    `<script ${early.ahead ? `defer id="${AHEAD}" fetchpriority="high"` : 'async'} nonce="${nonce}" crossorigin src="${escaped(early.src)}" integrity="${early.integrity}"></script>\n`;
  // Only its address: it is another company's script, and runs once the visitor has consented.
  const captcha = captchaScript
    ? `<script type="text/plain" id="${CAPTCHA_SCRIPT}" data-src="${escaped(captchaScript)}"></script>\n`
    : '';
  const options = { ...inline, after: after && `/assets/${after}`, early: early?.given, held };
  return `<!doctype html>
<html lang="${boot.locale === 'pseudo' ? 'en-us' : escaped(boot.locale)}"${theme ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#FBFAF7">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101614">
${boot.page.status === 404 ? '<meta name="robots" content="noindex">\n' : ''}<title>${escaped(boot.settings.appConfig.siteName)}</title>
<style nonce="${nonce}">${assets.inlineCss.replaceAll('</', String.raw`<\/`)}</style>
${[...fonts, ...scripts].join('\n')}
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="manifest" href="/manifest.webmanifest">
<script type="application/json" id="waymark-boot">${scriptSafe(boot)}</script>
<script nonce="${nonce}">${inlineScript(options)}</script>
${view ?? ''}${captcha}</head>
<body>
<div id="root">${shell.replaceAll('<style', `<style nonce="${nonce}"`)}</div>
</body>
</html>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
