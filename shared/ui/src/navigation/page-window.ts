export interface PageQuery {
  /** How many there are in all. */
  count: number;
  /** How many on a page. */
  limit: number;
  /** From 1. */
  page: number;
  /** How many neighbouring page numbers are shown at least. Default 3. */
  minButtons?: number;
}

export interface PageWindow {
  /** Within 1 and total, whatever was asked for. */
  page: number;
  total: number;
  /** How many to skip: limit x (page - 1). */
  offset: number;
  isFirst: boolean;
  isLast: boolean;
  /** Page numbers to show, first and last always among them; 'gap' stands for those left out. */
  pages: (number | 'gap')[];
}

/** Which pages a paginator shows. Pure. */
export function pageWindow({ count, limit, page, minButtons = 3 }: PageQuery): PageWindow {
  const total = Math.max(1, Math.ceil(count / Math.max(1, limit)));
  const current = Math.min(total, Math.max(1, Math.floor(page) || 1));
  const size = Math.min(total, Math.max(1, minButtons));
  const start = Math.min(Math.max(1, current - Math.floor((size - 1) / 2)), total - size + 1);
  const pages: (number | 'gap')[] = Array.from({ length: size }, (_, index) => start + index);
  const end = start + size - 1;
  // A gap of one page is that page.
  if (start > 1) pages.unshift(...(start === 2 ? [1] : start === 3 ? [1, 2] : [1, 'gap' as const]));
  if (end < total)
    pages.push(
      ...(end === total - 1 ? [total] : end === total - 2 ? [total - 1, total] : ['gap' as const, total]),
    );
  return {
    page: current,
    total,
    offset: limit * (current - 1),
    isFirst: current === 1,
    isLast: current === total,
    pages,
  };
}
