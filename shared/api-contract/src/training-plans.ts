import { z } from 'zod';
import { Day, Id, IdParams, type Call } from './common.ts';
import {
  calendarAddressEndpoints,
  startedPlanEndpoints,
  trainingPlanEndpoints,
} from './endpoints/training-plans.ts';
import { PLAN_WEEKS_MAX, SESSION_STEPS_MAX, WEEK_SESSIONS_MAX } from './limits.ts';
import { MultiLine, PublicName, SingleLine } from './text.ts';

export const PlanGoal = z.enum([
  '5k',
  '10k',
  'half_marathon',
  'marathon',
  'century',
  'base',
  'return',
  'strength',
  'other',
]);
export type PlanGoal = z.infer<typeof PlanGoal>;
export const PlanLevel = z.enum(['beginner', 'intermediate', 'advanced']);
export type PlanLevel = z.infer<typeof PlanLevel>;
/** What a session is done by. `cross` is any other endurance sport. */
export const PlanSport = z.enum(['run', 'ride', 'walk', 'hike', 'swim', 'gym', 'yoga', 'cross']);
export type PlanSport = z.infer<typeof PlanSport>;
export const SessionKind = z.enum(['easy', 'long', 'tempo', 'intervals', 'strength', 'cross', 'race']);
export type SessionKind = z.infer<typeof SessionKind>;

/** One value or a range, in the units of its kind. */
const target = <U extends string>(...units: [U, ...U[]]) =>
  z.union([
    z.object({ value: z.number(), units: z.enum(units) }),
    z.object({ start: z.number(), end: z.number(), units: z.enum(units) }),
  ]);
const Power = target('%ftp', 'w');
const HeartRate = target('hr_zone', 'bpm');
const Pace = target('secs/km');
const Feeling = target('rpe');
export type TrainingTarget = z.infer<typeof Power | typeof HeartRate | typeof Pace | typeof Feeling>;

interface TargetLimit {
  min: number;
  max: number;
  isWhole?: boolean;
  message: string;
}
/** What targets can be. Files for devices can hold no others. */
const TARGET_LIMITS: Readonly<Record<TrainingTarget['units'], TargetLimit>> = {
  '%ftp': { min: 10, max: 300, message: 'Set power between 10 and 300% of FTP.' },
  w: { min: 1, max: 2500, message: 'Set power between 1 and 2,500 W.' },
  hr_zone: { min: 1, max: 5, isWhole: true, message: 'Set a heart rate zone from 1 to 5.' },
  bpm: { min: 30, max: 250, message: 'Set a heart rate between 30 and 250 bpm.' },
  'secs/km': { min: 60, max: 3600, message: 'Set a pace between 1 and 60 minutes per km.' },
  rpe: { min: 1, max: 10, message: 'Set an effort between 1 and 10.' },
};

/** Why a target cannot be; null for one that can. */
function targetProblem(target: TrainingTarget): string | null {
  const { min, max, isWhole = false, message } = TARGET_LIMITS[target.units];
  const ends = 'value' in target ? [target.value] : [target.start, target.end];
  return ends.every((end) => end >= min && end <= max && (!isWhole || end % 1 === 0)) ? null : message;
}

const STEP_TARGETS = ['power', 'hr', 'pace', 'rpe'] as const;

/** A step by time (seconds) or distance (metres), with one target at most. Names are those of intervals.icu's documents. */
export const TrainingStep = z
  .object({
    duration: z.number().int().min(5).max(86_400).optional(),
    distance: z.number().min(10).max(500_000).optional(),
    text: SingleLine.max(120).optional(),
    warmup: z.boolean().optional(),
    cooldown: z.boolean().optional(),
    intensity: z.enum(['active', 'recovery', 'rest']).optional(),
    /** From the start of the range to its end, instead of anywhere in it. */
    ramp: z.boolean().optional(),
    power: Power.optional(),
    hr: HeartRate.optional(),
    pace: Pace.optional(),
    rpe: Feeling.optional(),
  })
  .refine(({ duration, distance }) => (duration === undefined) !== (distance === undefined), {
    message: 'Give each step a time or a distance.',
  })
  .refine((step) => STEP_TARGETS.filter((kind) => step[kind] !== undefined).length <= 1, {
    message: 'Give each step one target: power, heart rate, pace or feeling.',
  });
export type TrainingStep = z.infer<typeof TrainingStep>;

const Repeat = z.object({
  reps: z.number().int().min(2, 'Repeat steps at least twice.').max(50, 'Repeat steps at most 50 times.'),
  text: SingleLine.max(120).optional(),
  steps: z.array(TrainingStep).min(1, 'Add a step to repeat.').max(10, 'Repeat at most 10 steps.'),
});

/** The document of a session: steps one after the other, some repeated. */
export const TrainingSteps = z
  .array(z.union([Repeat, TrainingStep]))
  .max(SESSION_STEPS_MAX, `A session has at most ${SESSION_STEPS_MAX} steps.`)
  // Here and not at the target: of a choice of shapes, no message within one is told.
  .superRefine((items, context) => {
    for (const [index, item] of items.entries())
      for (const step of 'reps' in item ? item.steps : [item])
        for (const kind of STEP_TARGETS) {
          const message = step[kind] && targetProblem(step[kind]);
          if (message) context.addIssue({ code: 'custom', path: [index], message });
        }
  });

const sessionFields = {
  sport: PlanSport,
  kind: SessionKind,
  title: SingleLine.min(1, 'Name the session.').max(80, 'Keep the name below 81 characters.'),
  description: MultiLine.max(1000, 'Keep the notes below 1,001 characters.').default(''),
  steps: TrainingSteps.default([]),
  /** Metres that the whole session covers; worked out from the steps unless given. */
  distance: z.number().min(10).max(500_000).nullable().default(null),
  /** Seconds that the whole session takes; worked out from the steps unless given. */
  duration: z.number().int().min(60).max(86_400).nullable().default(null),
};

export const PlanWeeks = z
  .array(
    z.object({
      note: MultiLine.max(300, 'Keep the note below 301 characters.').default(''),
      sessions: z
        .array(
          z.object({
            /** Day of the week of training, 0 for its first. */
            day: z.number().int().min(0).max(6),
            ...sessionFields,
          }),
        )
        .max(WEEK_SESSIONS_MAX, `A week has at most ${WEEK_SESSIONS_MAX} sessions.`),
    }),
  )
  .min(1, 'A plan has at least one week.')
  .max(PLAN_WEEKS_MAX, `A plan has at most ${PLAN_WEEKS_MAX} weeks.`);
export type PlanWeeks = z.infer<typeof PlanWeeks>;

export const PlanInput = z.object({
  title: PublicName.min(1, 'Name the plan.').max(80, 'Keep the name below 81 characters.'),
  description: MultiLine.max(2000, 'Keep the description below 2,001 characters.').default(''),
  goal: PlanGoal.default('other'),
  level: PlanLevel.default('beginner'),
  weeks: PlanWeeks,
});
export type PlanInput = z.infer<typeof PlanInput>;

export const TrainingPlan = z.object({
  /** Name of a plan of the catalogue, id of an own one: what its page is called. */
  plan: z.string(),
  title: z.string(),
  description: z.string(),
  goal: PlanGoal,
  level: PlanLevel,
  sports: z.array(PlanSport),
  week_count: z.number().int(),
  session_count: z.number().int(),
  /** Of the fullest week. */
  sessions_per_week: z.number().int(),
  /** Seconds of training in the first and in the longest week. */
  first_week_duration: z.number(),
  peak_week_duration: z.number(),
  longest_session: z.object({ duration: z.number(), distance: z.number().nullable() }),
  is_own: z.boolean(),
});
export type TrainingPlan = z.infer<typeof TrainingPlan>;

const SessionTotals = {
  distance: z.number().nullable(),
  duration: z.number(),
};

const PlanSession = z.object({ day: z.number().int(), ...sessionFields, ...SessionTotals });
export type PlanSession = z.infer<typeof PlanSession>;

export const TrainingPlanDetails = TrainingPlan.extend({
  weeks: z.array(z.object({ note: z.string(), duration: z.number(), sessions: z.array(PlanSession) })),
  /** What is known about how load grows, and what the plan makes of it. */
  sources: z.array(z.object({ title: z.string(), href: z.string(), used_for: z.string() })),
  /** Of the link that the owner shares; null for others and without one. */
  link_key: z.string().nullable(),
});
export type TrainingPlanDetails = z.infer<typeof TrainingPlanDetails>;

export const TrainingPlanList = z.object({
  catalogue: z.array(TrainingPlan),
  own: z.array(TrainingPlan),
});
export type TrainingPlanList = z.infer<typeof TrainingPlanList>;

const KeyQuery = z.object({ key: z.string().max(100).optional() });

/**
 * Refusals: `too_many_plans` (409). Plans of the catalogue are read by everybody; an own one by its owner, and by whoever
 * has the key of its link. Others are told that there is no such plan.
 */
export const trainingPlanCalls = {
  list: {
    ...trainingPlanEndpoints.list,
    summary: 'Training plans: the catalogue and own ones',
    querystring: z.object({ goal: PlanGoal.optional(), level: PlanLevel.optional() }),
    response: TrainingPlanList,
  },
  one: {
    ...trainingPlanEndpoints.one,
    summary: 'A training plan with its weeks',
    params: z.object({ plan: z.string().min(1).max(60) }),
    querystring: KeyQuery,
    response: TrainingPlanDetails,
  },
  create: {
    ...trainingPlanEndpoints.create,
    summary: 'Make a training plan',
    body: PlanInput,
    response: TrainingPlanDetails,
    status: 201,
  },
  update: {
    ...trainingPlanEndpoints.update,
    summary: 'Change an own training plan; plans that were started from it stay as they are',
    params: IdParams,
    body: PlanInput,
    response: TrainingPlanDetails,
  },
  remove: {
    ...trainingPlanEndpoints.remove,
    summary: 'Delete an own training plan',
    params: IdParams,
    status: 204,
  },
  share: {
    ...trainingPlanEndpoints.share,
    summary: 'Make a link to an own training plan; one made before ends',
    params: IdParams,
    response: z.object({ link_key: z.string() }),
    status: 201,
  },
  unshare: {
    ...trainingPlanEndpoints.unshare,
    summary: 'End the link to an own training plan',
    params: IdParams,
    status: 204,
  },
} satisfies Record<keyof typeof trainingPlanEndpoints, Call>;

export const PlannedSession = z.object({
  id: Id,
  started_plan_id: Id,
  /** Week of the plan, 0 for the first. */
  week: z.number().int(),
  day: z.string(),
  /** The day that the plan had it on. */
  planned_day: z.string(),
  sport: PlanSport,
  kind: SessionKind,
  title: z.string(),
  description: z.string(),
  steps: TrainingSteps,
  ...SessionTotals,
  /** 100 as the plan has it, less after a break. Steps, distance and duration are those that are to be done. */
  load_percent: z.number().int(),
  /** `missed`: its day is over and no workout matches. */
  status: z.enum(['planned', 'done', 'skipped', 'missed']),
  /** The day before has a hard session of the plan as well. */
  follows_hard_day: z.boolean(),
  workout: z
    .object({
      id: Id,
      name: z.string(),
      day: z.string(),
      distance: z.number().nullable(),
      duration: z.number().nullable(),
      /** Percent of the planned distance, or of the time where the session has none: 100 as planned, less for more or less. */
      closeness: z.number().int(),
      /** The member chose it. */
      is_chosen: z.boolean(),
    })
    .nullable(),
  /** The member said that no workout was this session. */
  is_unmatched: z.boolean(),
  updated_datetime: z.string(),
});
export type PlannedSession = z.infer<typeof PlannedSession>;

export const StartedPlan = z.object({
  id: Id,
  /** Where it came from; null where that is gone or somebody else's. */
  plan: z.string().nullable(),
  title: z.string(),
  goal: PlanGoal,
  level: PlanLevel,
  first_day: z.string(),
  last_day: z.string(),
  week_count: z.number().int(),
  status: z.enum(['active', 'stopped', 'over']),
  session_count: z.number().int(),
  done_count: z.number().int(),
  skipped_count: z.number().int(),
  missed_count: z.number().int(),
  next_session: PlannedSession.nullable(),
  /** After a break the rest moves and begins with less, while the member has premium. */
  is_adaptive: z.boolean(),
  /** The last time that happened; null before, and once the member has switched it off. */
  adapted: z
    .object({
      day: z.string(),
      /** Days without training before it. */
      away_days: z.number().int(),
      /** 0 where a race keeps the plan where it is. */
      moved_days: z.number().int(),
      /** The last day with a session of less load; null without any. */
      eased_until: z.string().nullable(),
    })
    .nullable(),
});
export type StartedPlan = z.infer<typeof StartedPlan>;

export const StartedPlanDetails = StartedPlan.extend({
  today: z.string(),
  week_start: z.number().int(),
  sessions: z.array(PlannedSession),
});
export type StartedPlanDetails = z.infer<typeof StartedPlanDetails>;

export const StartedPlanList = z.object({
  today: z.string(),
  started_plans: z.array(StartedPlan),
  /** Sessions of active plans on the days from today to the sixth after it. */
  coming: z.array(PlannedSession),
});
export type StartedPlanList = z.infer<typeof StartedPlanList>;

export const PlannedSessionDetails = PlannedSession.extend({
  plan_title: z.string(),
  is_plan_active: z.boolean(),
  /** Workouts of the days around it that could be the session, the closest first. */
  candidates: z.array(
    z.object({ id: Id, name: z.string(), day: z.string(), closeness: z.number().int().nullable() }),
  ),
});
export type PlannedSessionDetails = z.infer<typeof PlannedSessionDetails>;

/**
 * Refusals: `too_many_active_plans` (409), `too_many_steps` (409: TCX holds 20), `plan_over` (409: it was stopped), `session_done` (409: a session with a workout
 * keeps its day), `premium_required` (403: plans adapt for members with premium; anybody can switch it off). Sessions are
 * done by the workout that matches best, found anew at every read; see `match-sessions.ts`.
 */
export const startedPlanCalls = {
  list: {
    ...startedPlanEndpoints.list,
    summary: 'Plans that I follow or followed',
    response: StartedPlanList,
  },
  start: {
    ...startedPlanEndpoints.start,
    summary: 'Start a plan on a day, or so that it ends on one',
    body: z.object({
      plan: z.string().min(1).max(60),
      key: z.string().max(100).nullable().default(null),
      /** What `day` is: the first day of training, or that of the last session. */
      anchor: z.enum(['start', 'finish']),
      day: Day,
    }),
    response: StartedPlanDetails,
    status: 201,
  },
  one: {
    ...startedPlanEndpoints.one,
    summary: 'A plan that I follow, with its sessions',
    params: IdParams,
    response: StartedPlanDetails,
  },
  update: {
    ...startedPlanEndpoints.update,
    summary: 'Stop a plan, take it up again, move all that is left of it, or let it adapt to breaks',
    params: IdParams,
    body: z.object({
      status: z.enum(['active', 'stopped']).optional(),
      /** Switched on after a break it adapts at once; switched off, sessions that are not done get their full load back. */
      is_adaptive: z.boolean().optional(),
      /** Moves sessions that are not done or skipped, from this day on. */
      shift: z
        .object({
          from: Day,
          days: z
            .number()
            .int()
            .min(-28, 'Move at most four weeks at a time.')
            .max(28, 'Move at most four weeks at a time.'),
        })
        .optional(),
    }),
    response: StartedPlanDetails,
  },
  remove: {
    ...startedPlanEndpoints.remove,
    summary: 'Delete a started plan with its sessions; workouts stay',
    params: IdParams,
    status: 204,
  },
  arrange: {
    ...startedPlanEndpoints.arrange,
    summary: 'Put sessions of a plan on other days, all at once',
    params: IdParams,
    body: z.object({
      sessions: z
        .array(z.object({ id: Id, day: Day }))
        .min(1)
        .max(400),
    }),
    response: StartedPlanDetails,
  },
  session: {
    ...startedPlanEndpoints.session,
    summary: 'A session with the workouts that could be it',
    params: IdParams,
    response: PlannedSessionDetails,
  },
  /** One change at a time. */
  updateSession: {
    ...startedPlanEndpoints.updateSession,
    summary: 'Move, swap or skip a session, or say which workout it was',
    params: IdParams,
    body: z.union([
      z.object({ day: Day }),
      z.object({ swap_with: Id }),
      z.object({
        is_skipped: z.boolean(),
        /** The later sessions of its week move up, each to the day of the one before, none to a day that is over. A race keeps its day. */
        closes_up: z.boolean().default(false),
      }),
      /** `null`: no workout was this session. */
      z.object({ workout_id: Id.nullable() }),
      /** Back to the workout that matches best. */
      z.object({ is_matched: z.literal(true) }),
    ]),
    response: StartedPlanDetails,
  },
  file: {
    ...startedPlanEndpoints.file,
    summary: 'A session as a file for watches and indoor trainers',
    params: IdParams,
    querystring: z.object({ format: z.enum(['fit', 'zwo', 'tcx']) }),
  },
} satisfies Record<keyof typeof startedPlanEndpoints, Call>;

export const CalendarAddress = z.object({
  href: z.string().nullable(),
  created_datetime: z.string().nullable(),
});
export type CalendarAddress = z.infer<typeof CalendarAddress>;

/** Whoever knows the address reads the sessions; a new one ends the old one at once. */
export const calendarAddressCalls = {
  read: {
    ...calendarAddressEndpoints.read,
    summary: 'The private address of my sessions for calendar apps',
    response: CalendarAddress,
  },
  renew: { ...calendarAddressEndpoints.renew, summary: 'Make a new address', response: CalendarAddress },
  remove: { ...calendarAddressEndpoints.remove, summary: 'End the address', status: 204 },
  calendar: {
    ...calendarAddressEndpoints.calendar,
    summary: 'Sessions as iCalendar',
    params: z.object({ key: z.string().max(100) }),
  },
} satisfies Record<keyof typeof calendarAddressEndpoints, Call>;
