import { z } from 'zod';
import { Id, IdParams, IdText, LinkKeyQuery, Links, type Call } from './common.ts';
import { safetyEndpoints } from './endpoints/social.ts';
import { MultiLine } from './text.ts';

export const REPORT_REASONS = ['spam', 'harassment', 'hate', 'sexual', 'danger', 'privacy', 'other'] as const;
/** A story, a comment, or a member as such. */
export const REPORT_OBJECTS = ['story', 'comment', 'user'] as const;

const ReportedMember = z.object({ id: Id, display_name: z.string(), username: z.string() });

/** A case of the moderators' queue. The text is as it was when it was reported, whatever happened to it since. */
export const Report = z.object({
  id: Id,
  state: z.enum(['open', 'dismissed', 'removed', 'suspended']),
  object_type: z.enum(REPORT_OBJECTS),
  object_id: Id,
  reason: z.enum(REPORT_REASONS),
  /** What the reporters wrote. */
  note: z.string(),
  /** The reported text as it was first and as it was when it was reported with another one, newest last. */
  snapshot: z.string(),
  /** How many members reported the same thing. */
  report_count: z.number().int(),
  member: ReportedMember,
  is_suspended: z.boolean(),
  created_datetime: z.string(),
  resolved_datetime: z.string().nullable(),
  resolution_note: z.string(),
  _links: Links,
});
export type Report = z.infer<typeof Report>;

export const ReportList = z.object({
  _links: Links,
  _embedded: z.object({ reports: z.array(Report) }),
  total_count: z.number().int(),
});
export type ReportList = z.infer<typeof ReportList>;

const note = MultiLine.trim().max(1000, 'Keep the note below 1000 characters.');

export const safetyCalls = {
  /**
   * Reporting the same thing again changes nothing while the case is open, unless its text changed. 404 for what the
   * caller may not see.
   */
  report: {
    ...safetyEndpoints.report,
    summary: 'Report a story, a comment or a member',
    querystring: LinkKeyQuery,
    body: z.object({
      object_type: z.enum(REPORT_OBJECTS),
      object_id: Id,
      reason: z.enum(REPORT_REASONS),
      note: note.default(''),
    }),
    status: 204,
  },
  queue: {
    ...safetyEndpoints.queue,
    summary: 'What members reported, oldest first',
    querystring: z.object({
      state: z.enum(['open', 'resolved']).default('open'),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      before: IdText.optional(),
      after: IdText.optional(),
    }),
    response: ReportList,
  },
  /** `remove` deletes the story or comment; `suspend` also hides the member from everybody and ends what they may write. */
  resolve: {
    ...safetyEndpoints.resolve,
    summary: 'Decide a report',
    params: IdParams,
    body: z.object({ action: z.enum(['dismiss', 'remove', 'suspend']), note: note.default('') }),
    response: Report,
  },
  unsuspend: {
    ...safetyEndpoints.unsuspend,
    summary: 'End the suspension of a member',
    params: IdParams,
    status: 204,
  },
} satisfies Record<keyof typeof safetyEndpoints, Call>;
