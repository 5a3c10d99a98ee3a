import type { HostAssets } from '../../boot.ts';

/** Names what is deployed: another build of the host, or another revision of the registry, is another release. */
export const releaseOf = (assets: Pick<HostAssets, 'hash'>, { revision }: { revision: number }): string =>
  `${assets.hash.slice(0, 8)}.${revision}`;
