import { LRUCache } from 'lru-cache';
import type { ScopedToken } from './authenticate.ts';
import type { Context } from './context.ts';

/** A revoked token counts at no process after this. */
const CACHE_MS = 10_000;
const MAX_TOKENS = 5000;

/**
 * Keeps tokens that were found, by their hash, so that a script's next call asks the database nothing.
 * @returns the cache of an API: several of them run in one process in tests
 */
export function createTokenCache<T extends ScopedToken>() {
  const caches = new WeakMap<object, LRUCache<string, T>>();
  return ({ db }: Pick<Context, 'db'>): LRUCache<string, T> => {
    let cache = caches.get(db);
    if (!cache) caches.set(db, (cache = new LRUCache({ max: MAX_TOKENS, ttl: CACHE_MS })));
    return cache;
  };
}
