import type { Boot } from '../../boot.ts';

/**
 * Reads what the edge wrote into the page, then empties the element: the access token stays in memory only.
 * @throws Error when the page did not come from the edge
 */
export function readBoot(document: Document): Boot {
  const element = document.getElementById('waymark-boot');
  if (!element?.textContent) throw new Error('This page has no start data; it did not come from the edge.');
  const boot = JSON.parse(element.textContent) as Boot;
  element.remove();
  return boot;
}
