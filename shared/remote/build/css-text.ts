import type { LoaderContext } from 'webpack';

const EXCHANGE = `import.meta.webpackHot.accept();
import.meta.webpackHot.dispose(() => {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
});`;

/**
 * Turns a library's style sheet into a module that adds it to the page through the CSSOM,
 * which a content security policy allows without a nonce. Files it names become assets.
 */
function cssText(this: LoaderContext<object>, css: string): string {
  const files: string[] = [];
  const text = JSON.stringify(tight(css)).replace(
    /url\((?:\\"|')?(?!data:|#|https?:)([^)'"\\]+)(?:\\"|')?\)/g,
    (_, file: string) => {
      files.push(/^[./@]/.test(file) ? file : `./${file}`);
      return `url(" + u${files.length - 1} + ")`;
    },
  );
  return [
    ...files.map((file, i) => `import u${i} from ${JSON.stringify(file)};`),
    'const sheet = new CSSStyleSheet();',
    `sheet.replaceSync(${text});`,
    'document.adoptedStyleSheets.push(sheet);',
    ...(this.hot ? [EXCHANGE] : []),
  ].join('\n');
}

/** Without remarks and the spaces that only people need. */
const tight = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?|([:,]) /g, '$1$2')
    .replaceAll(';}', '}')
    .trim();

export default cssText;
