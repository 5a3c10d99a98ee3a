/** Spaces and line breaks of all kinds, and letters that look like a space. */
const BLANKS = /[\s\u0085\u2800\u3164\uFFA0]+/gu;

/** In one line: what members write must not look like further paragraphs of a mail. */
export const oneLine = (text: string): string => text.replaceAll(BLANKS, ' ').trim();

/** What members write, to stand in a sentence of ours: its quotation marks cannot end those around it. */
export const quotable = (text: string): string =>
  oneLine(text)
    .replaceAll(/[“„‟〝❝]/gu, '‘')
    .replaceAll(/[”〞〟❞ˮ]/gu, '’')
    .replaceAll(/["＂ʺ″‶]/gu, "'")
    // Two single ones look like a double one.
    .replaceAll(/(?<mark>[‘’'])[‘’']+/gu, '$<mark>');
