const style = globalThis.document?.documentElement.style ?? {};

/** The browser knows its properties; the library carries their list. */
export const isCssProperty = (name: string): boolean =>
  name in style || name.startsWith('--') || /[&@]/.test(name);
