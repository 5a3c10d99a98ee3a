/** What components made with `chakra` keep for themselves, beside style properties and variants, which are asked for first. */
const KEPT = new Set(['as', 'asChild', 'css', 'recipe', 'theme', 'unstyled']);

/**
 * Whether a property goes on to the element. The library carries the names of all attributes; the types of components
 * let no others through.
 */
const isPropValid = (name: string): boolean => !KEPT.has(name);
export default isPropValid;
