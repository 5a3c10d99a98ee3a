/** `http.ts` writes the query itself, with flat values. */
export default URLSearchParams;
