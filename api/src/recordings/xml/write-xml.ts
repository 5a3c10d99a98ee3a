/** Tab, line ends and everything from the blank on; half a surrogate pair is no character. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/** A text that XML can hold; what it cannot (control characters) goes. */
export const xmlText = (text: string): string =>
  text.replaceAll(NOT_XML, '').replaceAll(/[&<>"\r]/g, (character) => ENTITIES[character]!);

export const xmlTime = (ms: number): string => new Date(ms).toISOString();
