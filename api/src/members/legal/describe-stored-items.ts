import { STORED_ITEMS, type StoredItem } from '@waymark/api-contract';
import type { Env } from '../../kernel/server/env.ts';

const DAY_SECONDS = 86_400;

function lifetimeOf({ lifetime }: StoredItem, { VISITOR_CONSENTS_DAYS }: StoredItemsEnv): string {
  const seconds = lifetime === 'VISITOR_CONSENTS_DAYS' ? VISITOR_CONSENTS_DAYS * DAY_SECONDS : lifetime;
  if (seconds === 'tab') return ' Until you close the tab.';
  if (seconds === 'browser') return ' Until you close the browser.';
  // The page says it once for all of them.
  if (seconds === 'removed') return '';
  return seconds < DAY_SECONDS ? ` For ${seconds / 60} minutes.` : ` For ${seconds / DAY_SECONDS} days.`;
}

export type StoredItemsEnv = Pick<Env, 'VISITOR_CONSENTS_DAYS'>;

/** Places in the page about cookies that are filled from the list of what the site stores in browsers. */
const PLACES: Readonly<Record<string, (item: StoredItem) => boolean>> = {
  '{{necessary cookies}}': ({ kind, consent }) => kind === 'cookie' && !consent,
  '{{browser storage}}': ({ kind, consent }) => kind !== 'cookie' && !consent,
  '{{statistics}}': ({ consent }) => consent === 'analytics',
};

/** Fills them in a text in Markdown; an operator's own text may name them as well. */
export function describeStoredItems(markdown: string, env: StoredItemsEnv): string {
  const items: readonly StoredItem[] = STORED_ITEMS;
  return Object.entries(PLACES).reduce(
    (text, [place, isListed]) =>
      text.replaceAll(place, () =>
        items
          .filter(isListed)
          .map((item) => `- \`${item.name}\`: to ${item.purpose}.${lifetimeOf(item, env)}`)
          .join('\n'),
      ),
    markdown,
  );
}
