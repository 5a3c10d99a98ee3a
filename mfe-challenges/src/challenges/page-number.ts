/** Far beyond the last page of any list, and within what the server takes. */
const PAGE_MAX = 50_000;

/** The page that an address names, from 1; the first one for what is no page. */
export function pageNumber(text: string | null, max = PAGE_MAX): number {
  const page = Math.trunc(Number(text ?? 1)) || 1;
  return Math.min(max, Math.max(1, page));
}
