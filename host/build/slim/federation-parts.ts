/** `federation/script.ts` is the one place where scripts enter the page. */
const refuseScript = (): never => {
  throw new Error('Scripts are loaded by script.ts.');
};
export { refuseScript as createLink, refuseScript as createScript, refuseScript as loadScript };
export const isStaticResourcesEqual = (): boolean => false;
export async function safeWrapper<T>(run: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch {
    return undefined;
  }
}

/** `federation/preload.ts` fetches ahead, with integrity and nonce. */
const refusePreload = (): never => {
  throw new Error('Scripts are fetched ahead by preload.ts.');
};
export {
  refusePreload as defaultPreloadArgs,
  refusePreload as formatPreloadArgs,
  refusePreload as normalizePreloadExposes,
  refusePreload as preloadAssets,
};

/** The registry names each remote's entry, so the runtime reads no manifest of its own and keeps nothing of one. */
export class SnapshotHandler {
  readonly hooks = { applyPlugin(): void {} };
  readonly manifestCache = new Map<string, never>();
}

/** Without manifests no remote has a snapshot. */
export const getGlobalRemoteInfo = () => ({ hostGlobalSnapshot: undefined });

/** The number stays in the message of an error, and the library's documentation says what it means. */
const none: Record<string, string> = {};
export { none as buildDescMap, none as errorDescMap, none as runtimeDescMap, none as typeDescMap };

const silent = (): void => {};

/** Warnings and errors of the runtime go to the console under its name; what else it says is for its own developers. */
export const createLogger = (name: string) => ({
  log: silent,
  info: silent,
  debug: silent,
  success: silent,
  ready: silent,
  // oxlint-disable-next-line no-console -- the runtime's own word on a remote that does not load, as the whole library says it
  warn: (...said: unknown[]) => console.warn(name, ...said),
  // oxlint-disable-next-line no-console -- as above
  error: (...said: unknown[]) => console.error(name, ...said),
});
export const logger = createLogger('[ Module Federation ]');
export {
  createLogger as createInfrastructureLogger,
  logger as infrastructureLogger,
  silent as bindLoggerToCompiler,
};
