/** Calls `listener` when the page changes between light and dark. @returns the function that ends it */
export function watchColorScheme(listener: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const watcher = new MutationObserver(listener);
  watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  dark.addEventListener('change', listener);
  return () => {
    watcher.disconnect();
    dark.removeEventListener('change', listener);
  };
}
