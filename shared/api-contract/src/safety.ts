import { z } from 'zod';
import { Id, IdParams, IdText, LinkKeyQuery, Links, type Call } from './common.ts';
import { safetyEndpoints } from './endpoints/social.ts';
import { APPEAL_MAX } from './limits.ts';
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
  /** For moderators only. */
  resolution_note: z.string(),
  /** What the member is told beside the reason. */
  statement: z.string(),
  _links: Links,
});
export type Report = z.infer<typeof Report>;

export const ReportList = z.object({
  _links: Links,
  _embedded: z.object({ reports: z.array(Report) }),
  total_count: z.number().int(),
  open_appeal_count: z.number().int(),
});
export type ReportList = z.infer<typeof ReportList>;

/** What a member reads of a moderator's decision about them. Who reported or decided is not told. */
export const ModerationDecision = z.object({
  id: Id,
  action: z.enum(['removed', 'suspended']),
  /** `ended` is a suspension that moderators ended without an appeal. */
  state: z.enum(['in_force', 'taken_back', 'ended']),
  object_type: z.enum(REPORT_OBJECTS),
  reason: z.enum(REPORT_REASONS),
  statement: z.string(),
  /** What was reported of the member's own words; empty for a member as such. */
  text: z.string(),
  decided_datetime: z.string(),
  /** Until then it can be appealed once. */
  appeal_until_datetime: z.string(),
  can_appeal: z.boolean(),
  appeal: z
    .object({
      state: z.enum(['open', 'upheld', 'overturned']),
      text: z.string(),
      answer: z.string(),
      /** Whether what was removed came back; it may have been deleted since. */
      is_content_restored: z.boolean(),
      created_datetime: z.string(),
      decided_datetime: z.string().nullable(),
    })
    .nullable(),
  _links: Links,
});
export type ModerationDecision = z.infer<typeof ModerationDecision>;

export const ModerationDecisionList = z.object({
  _links: Links,
  _embedded: z.object({ decisions: z.array(ModerationDecision) }),
  total_count: z.number().int(),
  is_suspended: z.boolean(),
});

/** An appeal as moderators read it, with the case that it is about. */
export const Appeal = z.object({
  id: Id,
  state: z.enum(['open', 'upheld', 'overturned']),
  text: z.string(),
  answer: z.string(),
  is_content_restored: z.boolean(),
  report: Report,
  is_own_case: z.boolean(),
  /** Whether the caller made the decision that is appealed. */
  is_own_decision: z.boolean(),
  /** Never in one's own case; about one's own decision where no other moderator can decide, or none did for days. */
  can_decide: z.boolean(),
  created_datetime: z.string(),
  decided_datetime: z.string().nullable(),
  _links: Links,
});
export type Appeal = z.infer<typeof Appeal>;

export const AppealList = z.object({
  _links: Links,
  _embedded: z.object({ appeals: z.array(Appeal) }),
  total_count: z.number().int(),
});
export type AppealList = z.infer<typeof AppealList>;

const note = MultiLine.trim().max(1000, 'Keep the note below 1000 characters.');
const messageToMember = MultiLine.trim().max(1000, 'Keep the message below 1000 characters.');
const QueuePage = z.object({
  state: z.enum(['open', 'resolved']).default('open'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  before: IdText.optional(),
  after: IdText.optional(),
});

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
    querystring: QueuePage,
    response: ReportList,
  },
  /**
   * `remove` takes the story or comment away; `suspend` also hides the member from everybody and ends what they may write.
   * The member reads the reason and the statement.
   */
  resolve: {
    ...safetyEndpoints.resolve,
    summary: 'Decide a report',
    params: IdParams,
    body: z.object({
      action: z.enum(['dismiss', 'remove', 'suspend']),
      note: note.default(''),
      statement: messageToMember.default(''),
    }),
    response: Report,
  },
  unsuspend: {
    ...safetyEndpoints.unsuspend,
    summary: 'End the suspension of a member',
    params: IdParams,
    status: 204,
  },
  decisions: {
    ...safetyEndpoints.decisions,
    summary: 'Moderators’ decisions about the caller, newest first',
    response: ModerationDecisionList,
  },
  /** Once, and within the time that the decision names. Suspended members may, too. */
  appeal: {
    ...safetyEndpoints.appeal,
    summary: 'Appeal a decision of moderators',
    params: IdParams,
    body: z.object({
      text: MultiLine.trim()
        .min(1, 'Write why you think the decision is wrong.')
        .max(APPEAL_MAX, `Keep your appeal below ${APPEAL_MAX} characters.`),
    }),
    status: 201,
    response: ModerationDecision,
  },
  appeals: {
    ...safetyEndpoints.appeals,
    summary: 'Appeals of members, oldest first',
    querystring: QueuePage,
    response: AppealList,
  },
  /** `overturn` ends the suspension and brings back what was removed, unless another decision stands against it. */
  decideAppeal: {
    ...safetyEndpoints.decideAppeal,
    summary: 'Decide an appeal',
    params: IdParams,
    body: z.object({ decision: z.enum(['uphold', 'overturn']), answer: messageToMember.default('') }),
    response: Appeal,
  },
} satisfies Record<keyof typeof safetyEndpoints, Call>;
