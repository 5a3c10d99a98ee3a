const style = globalThis.document?.documentElement.style ?? {};

/** The browser knows its properties; the library carries their list. */
export const isCssProperty = (name: string): boolean =>
  name in style || name.startsWith('--') || /[&@]/.test(name);

/** What components made with `chakra` keep for themselves, beside style properties and variants, which are asked for first. */
const KEPT = new Set(['as', 'asChild', 'css', 'recipe', 'theme', 'unstyled']);

/**
 * Whether a property goes on to the element. The library carries the names of all attributes; the types of components
 * let no others through.
 */
export const isPropValid = (name: string): boolean => !KEPT.has(name);

/** Only `withTheme` of emotion copies static members, and nothing here uses it. */
export const hoistStatics = <T>(target: T): T => target;

/** `tokens.css` resets what browsers do differently; the system is told to add nothing. */
export const createPreflight = () => ({});
