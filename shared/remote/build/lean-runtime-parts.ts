/** Sentences of errors by number, as the federation runtime looks them up. */
const none: Record<string, string> = {};
export { none as buildDescMap, none as errorDescMap, none as runtimeDescMap, none as typeDescMap };

/** A library that modules of the remote import, as the container describes it. */
interface ConsumedLibrary extends Record<string, unknown> {
  shareKey: string;
  shareScope: string[];
  fallback: () => unknown;
}

interface BundlerRequire {
  federation: { initOptions: object; runtime: { init(options: object): unknown } };
  consumesLoadingData: { moduleIdToConsumeDataMapping: Record<string, ConsumedLibrary> };
}

/** Without the plugin for shared libraries that are built apart: the host provides each of them. */
export const init = ({ webpackRequire: { federation } }: { webpackRequire: BundlerRequire }): unknown =>
  federation.runtime.init(federation.initOptions);

/** A remote carries no library to fall back to. */
export const getSharedFallbackGetter = ({ factory }: { factory: unknown }): unknown => factory;

const nothing = (): void => {};
/** Libraries are handed out whole, and a remote has no remotes of its own. */
export { nothing as getUsedExports, nothing as updateRemoteOptions };

/** Which library stands behind a module. A remote provides none, and its container starts without any. */
export function updateConsumeOptions({
  webpackRequire,
  moduleToHandlerMapping: handlers,
}: {
  webpackRequire: BundlerRequire;
  moduleToHandlerMapping: Record<string, object>;
}): void {
  const consumed = webpackRequire.consumesLoadingData.moduleIdToConsumeDataMapping;
  for (const [id, { shareKey, shareScope: scope, fallback: getter, ...shareConfig }] of Object.entries(
    consumed,
  ))
    handlers[id] ??= { shareKey, getter, shareInfo: { scope, shareConfig } };
}
const logger = {
  log: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  debug: nothing,
  success: nothing,
  ready: nothing,
};
export { logger, logger as infrastructureLogger, nothing as bindLoggerToCompiler };
export const createLogger = () => logger;
export const createInfrastructureLogger = createLogger;
