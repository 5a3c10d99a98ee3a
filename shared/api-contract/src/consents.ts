import { US_STATES } from '@waymark/units';
import { z } from 'zod';
import type { Call } from './common.ts';
import { consentEndpoints, consentServiceEndpoints } from './endpoints/account.ts';
import { SingleLine } from './text.ts';

/**
 * From the strictest to the loosest.
 * required: the account does not work without it. explicit: asked for by itself and off until given, such as health data.
 * optional: off until given. opt_out: on until refused.
 */
export const ConsentKind = z.enum(['required', 'explicit', 'optional', 'opt_out']);
export const ConsentChoice = z.enum(['accepted', 'declined']);
export type ConsentChoice = z.infer<typeof ConsentChoice>;
/** `browser`: a refusal given in this browser before the member signed in. `import`: a refusal out of the archive of another account. */
export const ConsentSource = z.enum(['form', 'gpc', 'signup', 'browser', 'import']);
export type ConsentSource = z.infer<typeof ConsentSource>;

const ConsentId = z.string().regex(/^[a-z][a-z0-9_]{1,39}$/);
const RegionId = z.string().regex(/^[A-Z0-9]{2,4}(-[A-Z]{2})?$/);

/** One consent as the matrix of a region words it. */
export const ConsentDefinition = z.object({
  id: ConsentId,
  kind: ConsentKind,
  title: z.string(),
  /** Plain text: what is done with which data, for what. */
  text: z.string(),
  /** What the member loses by declining, to be shown before they do. */
  consequence: z.string(),
  /** `account`: declining a required one leads to export and deletion. A feature: only that stops working. */
  blocks: z.enum(['account', 'feature', 'nothing']),
  /** Pages under `/legal/` that the text refers to. */
  legal_pages: z.array(z.string()),
  /** The latest version of the matrix that changed the meaning: who accepted an earlier one is asked again, who declined is not. */
  changed_in: z.number().int().positive(),
  /** A Global Privacy Control signal counts as a refusal, where the region honours it. */
  refused_by_gpc: z.boolean(),
});
export type ConsentDefinition = z.infer<typeof ConsentDefinition>;

export const ConsentMatrix = z.object({
  /** The region: US, EU1, EU2, or with a state, such as US-CA. */
  id: RegionId,
  version: z.number().int().positive(),
  effective_from: z.iso.date(),
  /** Years of age from which somebody may join. */
  min_age: z.number().int(),
  /** Whether a Global Privacy Control signal counts here. */
  honours_gpc: z.boolean(),
  consents: z.array(ConsentDefinition),
});
export type ConsentMatrix = z.infer<typeof ConsentMatrix>;

/** What holds for one consent now. */
export const ConsentState = z.object({
  id: ConsentId,
  kind: ConsentKind,
  /** Whether what needs this consent may run now. */
  is_granted: z.boolean(),
  /** The latest answer; null when there is none. */
  choice: ConsentChoice.nullable(),
  source: ConsentSource.nullable(),
  matrix_version: z.number().int().nullable(),
  recorded_datetime: z.string().nullable(),
  /** No answer yet, or what was accepted has changed since. A refusal stands until the member takes it back. */
  needs_answer: z.boolean(),
});
export type ConsentState = z.infer<typeof ConsentState>;

export const ConsentStatus = z.object({
  matrix_id: RegionId,
  matrix_version: z.number().int(),
  country: z.string().nullable(),
  state: z.string().nullable(),
  /** The region rests on a guess, or its state is not known (`confirmCountry`): ask before the first answer. */
  needs_country: z.boolean(),
  /** A required or explicit consent has no answer, or what was accepted has changed. Signed-in pages wait for it. */
  needs_answer: z.boolean(),
  /** The browser sent `Sec-GPC: 1`; `is_honoured`: it counts in this region and nothing is sold or shared, which the page has to show. */
  gpc: z.object({ is_received: z.boolean(), is_honoured: z.boolean() }),
  /** Show the do-not-sell banner: something is sold or shared, the region has an opt-out, there is no answer and no signal. */
  shows_do_not_sell: z.boolean(),
  /** The law asks for a lasting link to the choices on every page. */
  shows_privacy_choices: z.boolean(),
  consents: z.array(ConsentState),
});
export type ConsentStatus = z.infer<typeof ConsentStatus>;

/** The part of it that comes with the session. */
export const ConsentSummary = ConsentStatus.pick({
  matrix_id: true,
  matrix_version: true,
  needs_answer: true,
}).extend({ granted: z.array(ConsentId) });
export type ConsentSummary = z.infer<typeof ConsentSummary>;

export const ConsentStatusQuery = z.object({
  domain: z.string().max(253).optional(),
  app_domain: z.string().max(253).optional(),
  user_locale: z.string().max(35).optional(),
  /** What would hold there: for a person who is about to say where they live. */
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .optional(),
  state: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .optional(),
});

export const UsState = z.string().refine((code) => US_STATES.includes(code), 'Select a valid choice.');

/**
 * Answers of a member or of a visitor, whose browser gets a cookie that finds them again. They name the matrix that was on the screen: with another
 * region or an older version than the current one nothing is recorded (409 `matrix_outdated`), so that nobody agrees to
 * what they did not see. Declining a required consent of a signed-in member answers 409 `consent_required`.
 */
export const ConsentUpdate = z.object({
  matrix_id: RegionId,
  matrix_version: z.number().int().positive(),
  choices: z.record(ConsentId, ConsentChoice).refine((all) => Object.keys(all).length <= 40),
  locale: z.string().min(2).max(35),
  /** The page on which the answer was given, such as `privacy_center/consents/edit`. */
  screen: SingleLine.min(1).max(80),
  /** The region confirmed by the person (`confirmCountry`); stored with a member. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Select a valid choice.')
    .optional(),
  state: UsState.optional(),
});
export type ConsentUpdate = z.infer<typeof ConsentUpdate>;

/** One answer as it was recorded; records are never changed. */
export const ConsentRecord = z.object({
  consent_id: z.string(),
  /** The words that were answered; null for answers of before they were stored. */
  wording: ConsentDefinition.pick({ title: true, text: true, consequence: true }).nullable(),
  choice: ConsentChoice,
  matrix_id: z.string(),
  matrix_version: z.number().int(),
  locale: z.string(),
  screen: z.string(),
  source: ConsentSource,
  recorded_datetime: z.string(),
});
export type ConsentRecord = z.infer<typeof ConsentRecord>;

const MatrixParams = z.object({
  /** A region (`US-CA`, `EU1`) or a country (`DE`). */
  id: z.string().min(2).max(7),
});

export const consentCalls = {
  matrix: {
    ...consentEndpoints.matrix,
    summary: 'What is asked for in a region, in its current version',
    params: MatrixParams,
    response: ConsentMatrix,
  },
  status: {
    ...consentEndpoints.status,
    summary: 'What the caller has consented to',
    querystring: ConsentStatusQuery,
    response: ConsentStatus,
  },
  update: {
    ...consentEndpoints.update,
    summary: 'Accept or decline consents',
    body: ConsentUpdate,
    response: ConsentStatus,
  },
  history: {
    ...consentEndpoints.history,
    summary: 'Every answer of the member, latest first',
    response: z.object({ records: z.array(ConsentRecord) }),
  },
} satisfies Record<keyof typeof consentEndpoints, Call>;

export const consentServiceCalls = {
  status: {
    ...consentServiceEndpoints.status,
    summary: 'What the caller has consented to',
    querystring: ConsentStatusQuery,
    response: ConsentStatus,
  },
  matrix: {
    ...consentServiceEndpoints.matrix,
    summary: 'What is asked for in a region, in its current version',
    params: MatrixParams,
    response: ConsentMatrix,
  },
} satisfies Record<keyof typeof consentServiceEndpoints, Call>;
