/** Sentences of errors by number, as the federation runtime looks them up. */
const none: Record<string, string> = {};
export { none as buildDescMap, none as errorDescMap, none as runtimeDescMap, none as typeDescMap };

interface BundlerRequire {
  federation: { initOptions: object; runtime: { init(options: object): unknown } };
}

/** Without the plugin for shared libraries that are built apart: the host provides each of them. */
export const init = ({ webpackRequire: { federation } }: { webpackRequire: BundlerRequire }): unknown =>
  federation.runtime.init(federation.initOptions);

/** A remote carries no library to fall back to. */
export const getSharedFallbackGetter = ({ factory }: { factory: unknown }): unknown => factory;

const nothing = (): void => {};
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
