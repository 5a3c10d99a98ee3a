/** Whether a text has the form of an e-mail address; the server decides whether it is one. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim());
