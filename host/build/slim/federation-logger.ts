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
