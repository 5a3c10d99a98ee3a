import { BASE, type OneBundle } from './one-bundle/build.ts';

/** How a page is put together; `ours` is the product itself. */
export const VARIANTS = ['ours', 'one', 'one-preload', 'one-staged'] as const;
export type Variant = (typeof VARIANTS)[number];

/** What the inline script of the edge's pages is told (`host/edge/page/inline-script.ts`). */
interface Inline {
  calls: string[];
  preloads: { href: string; integrity?: string }[];
  after?: string;
}

/**
 * Makes a page of the one bundle from the product's own page: the same data, styles, fonts, nonce and headers.
 * `one` is plain HTML; `one-preload` names the page's chunk in its head; `one-staged` has what the product has
 * (markup of the shell, the first calls, and a preload that waits for the shell's scripts).
 * @param chunk name of the page's chunk, where it has one
 * @throws Error when the edge's page has another form than this was written for
 */
export function onePage(
  html: string,
  variant: Exclude<Variant, 'ours'>,
  bundle: OneBundle,
  chunk?: string,
): string {
  const staged = variant === 'one-staged';
  const page = (chunk && bundle.chunks[chunk]) || [];
  const nonce = found(html, /<script nonce="([^"]+)"/)[1] ?? '';
  const inline = JSON.parse(found(html, /\}\)\((\{"calls".*\})\)<\/script>/)[1] ?? '') as Inline;
  const options: Inline = {
    calls: staged ? inline.calls : [],
    preloads: staged ? page.map((file) => ({ href: BASE + file })) : [],
    after: `${BASE}${bundle.main.at(-1)}`,
  };
  const scripts = bundle.main.map(
    (file) =>
      `<script defer nonce="${nonce}" src="${BASE}${file}" integrity="${bundle.integrity[file]}"></script>`,
  );
  const preloads =
    variant === 'one-preload'
      ? page.map((file) => `<link rel="preload" as="script" href="${BASE}${file}">`)
      : [];
  const ours = /<script defer [^>]*src="\/assets\/[^>]*><\/script>\n?/g;
  found(html, ours);
  const rewritten = html
    .replace(ours, '')
    .replace('<link rel="icon"', () => `${[...preloads, ...scripts].join('\n')}\n<link rel="icon"`)
    .replace(/\}\)\((\{"calls".*\})\)<\/script>/, () => `})(${JSON.stringify(options)})</script>`);
  if (staged) return rewritten;
  const start = rewritten.indexOf('<div id="root">');
  return `${rewritten.slice(0, start)}<div id="root"></div>\n</body>\n</html>\n`;
}

function found(html: string, pattern: RegExp): RegExpMatchArray {
  const match = html.match(pattern);
  if (!match) throw new Error(`The page of the edge has nothing like ${String(pattern)}.`);
  return match;
}
