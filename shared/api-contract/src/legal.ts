import { z } from 'zod';
import type { Call } from './common.ts';
import { legalEndpoints } from './endpoints/account.ts';

export const LEGAL_PAGES = ['terms', 'privacy-policy', 'cookies', 'privacy-notice'] as const;
export const LegalPageId = z.enum(LEGAL_PAGES);
export type LegalPageId = z.infer<typeof LegalPageId>;

/** A run of text in one style. Links are `https:`, `mailto:` or paths of the site; nothing else becomes a link. */
const TextSpan = z.object({
  text: z.string(),
  style: z.enum(['plain', 'strong', 'emphasis', 'code']),
  href: z.string().optional(),
});
export type TextSpan = z.infer<typeof TextSpan>;
const Spans = z.array(TextSpan);

/** Markdown as blocks: a page draws them with its own elements, so that no text of a file becomes HTML. */
export const TextBlock = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('heading'),
    level: z.number().int().min(1).max(4),
    id: z.string(),
    spans: Spans,
  }),
  z.object({ type: z.literal('paragraph'), spans: Spans }),
  z.object({ type: z.literal('list'), is_ordered: z.boolean(), items: z.array(Spans) }),
]);
export type TextBlock = z.infer<typeof TextBlock>;

export const LegalPageSummary = z.object({
  page: LegalPageId,
  title: z.string(),
  version: z.string(),
  effective_from: z.string(),
});
export const LegalPage = LegalPageSummary.extend({
  blocks: z.array(TextBlock),
  /** Versions that can still be read, latest first. */
  versions: z.array(z.object({ version: z.string(), effective_from: z.string() })),
});
export type LegalPage = z.infer<typeof LegalPage>;

export const legalCalls = {
  list: {
    ...legalEndpoints.list,
    summary: 'The legal pages in their current versions',
    response: z.object({ pages: z.array(LegalPageSummary) }),
  },
  page: {
    ...legalEndpoints.page,
    summary: 'A legal page, current or in an earlier version',
    params: z.object({ page: LegalPageId }),
    querystring: z.object({ version: z.string().max(40).optional() }),
    response: LegalPage,
  },
} satisfies Record<keyof typeof legalEndpoints, Call>;
