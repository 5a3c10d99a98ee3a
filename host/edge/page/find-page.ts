import { linkKeyOf, withLinkKey } from '@waymark/api-contract/link-key';
import type { Layout, RemotePage, ResolvedRemote } from '@waymark/contract/manifest';
import { matchPath } from '@waymark/contract/paths';
import type { Rollout } from '@waymark/api-contract';
import { NORMAL, remotePageAt } from '../../src/location/page.ts';
import { samePath } from '../../src/app/place.ts';

export interface FoundPage {
  status: 200 | 404;
  layout: Layout;
  /** Null for a page of the host's own. */
  remote: ResolvedRemote | null;
  page: RemotePage | null;
  /** Named parts of the address. */
  params: Record<string, string>;
}

/** The page behind an address, decided as the browser decides it. */
export function findPage(remotes: readonly ResolvedRemote[], path: string): FoundPage {
  const own = { layout: NORMAL, remote: null, page: null, params: {} };
  if (samePath(path, '/')) return { status: 200, ...own };
  const found = samePath(path, '/error/notfound') ? null : remotePageAt(remotes, path);
  if (!found) return { status: 404, ...own };
  const { remote, page } = found;
  return { status: 200, layout: page.layout, remote, page, params: matchPath(page.pattern, path) ?? {} };
}

/**
 * The page's first calls with the address filled in. One that needs a part that the address lacks is left out.
 * @param search of the page: the key of a link goes on to the calls, as the application's own calls carry it
 */
export function firstCalls({ page, params }: Pick<FoundPage, 'page' | 'params'>, search: string): string[] {
  const key = linkKeyOf(search);
  return (page?.firstCalls ?? []).flatMap((call) => {
    let complete = true;
    const address = call.replaceAll(/:([A-Za-z]\w*)/g, (_, name: string) => {
      complete &&= Object.hasOwn(params, name);
      return encodeURIComponent(params[name] ?? '');
    });
    return complete ? [withLinkKey(address, key)] : [];
  });
}

/** What a page needs for this visitor by its `variants`; undefined for a page that has none. */
export function pageVariant({ variants }: Pick<RemotePage, 'variants'>, rollouts: readonly Rollout[] = []) {
  if (!variants) return undefined;
  const name = rollouts.find(({ rollout_name }) => rollout_name === variants.rollout)?.variant_name;
  return (name !== undefined && variants.options[name]) || variants.options[variants.default];
}
