/** Names and notes are for people, not for novels. */
export const NAME_LENGTH = 200;
export const NOTES_LENGTH = 10_000;

/** A text of a file as the database takes it: it refuses NULs and halves of a character. */
export const storable = (text: string, length: number): string =>
  text.replaceAll('\0', '').slice(0, length).toWellFormed();
