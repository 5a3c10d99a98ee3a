import type { FastifyReply } from 'fastify';

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** Text for a page: what comes from elsewhere is escaped, what `html` made is not. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Writes HTML; values are escaped unless they are `Html` themselves. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  const written = values.map((value) => [value].flat().map(write).join(''));
  return new Html(parts.reduce((all, part, index) => all + part + (written[index] ?? ''), ''));
}

function write(value: unknown): string {
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined || value === false) return '';
  return escapeHtml(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Sends a page of the API itself, without a script, in the product's look. */
export function sendPage(
  reply: FastifyReply,
  {
    title,
    body,
    status = 200,
    hasForm = false,
  }: { title: string; body: Html; status?: number; hasForm?: boolean },
) {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action ${hasForm ? "'self'" : "'none'"}; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    })
    .send(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="color-scheme" content="light dark" />
            <title>${title} - Waymark</title>
            <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
            <link rel="stylesheet" href="/developer/style.css" />
          </head>
          <body>
            <header>
              <a href="/"><img src="/favicon.svg" alt="" width="28" height="28" />Waymark</a>
            </header>
            <main>${body}</main>
          </body>
        </html>`.text,
    );
}

export const STYLE = `
:root { color-scheme: light dark; --paper: #FBFAF7; --ink: #17211E; --soft: #56615C; --line: #DDDDD8; --blaze: #B93A14; --step: #F3F1EB; }
@media (prefers-color-scheme: dark) { :root { --paper: #101614; --ink: #E9EDE8; --soft: #A3AEA8; --line: #2C3532; --blaze: #FF7A4D; --step: #18201D; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { padding: 12px 24px; border-bottom: 1px solid var(--line); }
header a { display: inline-flex; align-items: center; gap: 8px; min-height: 44px; font: 600 24px/1.2 'Barlow Condensed', 'Roboto Condensed', 'Arial Narrow', sans-serif; color: inherit; text-decoration: none; }
main { max-width: 960px; margin: 0 auto; padding: 32px 24px 96px; }
h1, h2, h3 { font-family: 'Barlow Condensed', 'Roboto Condensed', 'Arial Narrow', sans-serif; font-weight: 600; line-height: 1.2; margin: 0 0 12px; }
h1 { font-size: 36px; } h2 { font-size: 28px; margin-top: 48px; } h3 { font-size: 20px; }
p, ul { max-width: 72ch; } a { color: var(--blaze); text-underline-offset: 3px; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--blaze); outline-offset: 2px; border-radius: 2px; }
nav ul, .rows { list-style: none; padding: 0; margin: 0; max-width: none; }
nav ul { display: flex; flex-wrap: wrap; gap: 8px 20px; }
nav a { display: inline-block; padding: 4px 0; }
.rows > li { border-top: 1px solid var(--line); } .rows > li:last-child { border-bottom: 1px solid var(--line); }
.rows > li > a { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, auto) auto; gap: 24px; padding: 12px 0; color: inherit; text-decoration: none; }
.rows > li > a:hover span:first-child { text-decoration: underline; }
.soft { color: var(--soft); } .wrap { overflow-wrap: anywhere; }
button { min-height: 44px; padding: 8px 20px; border: 0; border-radius: 6px; background: var(--blaze); color: var(--paper); font: inherit; font-weight: 600; cursor: pointer; }
details { border-top: 1px solid var(--line); } details:last-of-type { border-bottom: 1px solid var(--line); }
summary { display: flex; flex-wrap: wrap; gap: 4px 12px; padding: 12px 0; cursor: pointer; align-items: baseline; }
summary code { font-size: 15px; } .method { min-width: 4.5em; font-weight: 700; font-size: 13px; letter-spacing: .04em; }
details > div { padding: 0 0 20px; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line); } th { font-size: 13px; color: var(--soft); font-weight: 600; }
code, pre { font-family: ui-monospace, 'DejaVu Sans Mono', monospace; font-size: 14px; }
pre { background: var(--step); padding: 16px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
iframe { width: 100%; height: 560px; border: 1px solid var(--line); background: #FBFAF7; color-scheme: light; }
@media (pointer: coarse) { nav a { padding: 10px 0; } }
@media (max-width: 640px) { header { padding: 10px 16px; } main { padding: 24px 16px 64px; } .rows > li > a { grid-template-columns: 1fr; gap: 2px; } }
`;
