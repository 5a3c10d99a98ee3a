/** Adds a style sheet of the design system to the page before the design system is there. */
export function addSheet(css: string): void {
  if (!('adoptedStyleSheets' in document)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@layer wm{${css}}`);
  document.adoptedStyleSheets.push(sheet);
}
