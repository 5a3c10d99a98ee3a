/** `federation/preload.ts` fetches ahead, with integrity and nonce. */
const refuse = (): never => {
  throw new Error('Scripts are fetched ahead by preload.ts.');
};
export {
  refuse as defaultPreloadArgs,
  refuse as formatPreloadArgs,
  refuse as normalizePreloadExposes,
  refuse as preloadAssets,
};
