let pending: string[] = [];

function flush(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@layer wm{${pending.join('')}}`);
  pending = [];
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Adds the static styles of a control to the page when its code loads. Constructed sheets need no nonce; controls
 * that load together share one. The layer lets style props and the styles of pages win.
 */
export function styles(css: string): void {
  if (typeof document === 'undefined' || !('adoptedStyleSheets' in document)) return;
  if (pending.length === 0) queueMicrotask(flush);
  pending.push(css);
}
