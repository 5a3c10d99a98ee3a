/** `tokens.css` resets what browsers do differently; the system is told to add nothing. */
export const createPreflight = () => ({});
