/** `federation/script.ts` is the one place where scripts enter the page. */
const refuse = (): never => {
  throw new Error('Scripts are loaded by script.ts.');
};
export { refuse as createLink, refuse as createScript, refuse as loadScript };
export const isStaticResourcesEqual = (): boolean => false;
export async function safeWrapper<T>(run: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch {
    return undefined;
  }
}
