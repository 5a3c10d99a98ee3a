/** A text of at most so many characters, none cut in half. */
export const truncateText = (text: string, most: number): string =>
  Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, most).join('').trim();
