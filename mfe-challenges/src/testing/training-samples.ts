import type {
  PlannedSession,
  StartedPlan,
  StartedPlanDetails,
  TrainingPlan,
  TrainingPlanDetails,
} from '@waymark/api-contract';

export const samplePlan = (over: Partial<TrainingPlan> = {}): TrainingPlan => ({
  plan: 'first-5k',
  title: 'First 5 km',
  description: 'From walking to five kilometres.',
  goal: '5k',
  level: 'beginner',
  sports: ['run', 'walk'],
  week_count: 8,
  session_count: 23,
  sessions_per_week: 3,
  first_week_duration: 5400,
  peak_week_duration: 7200,
  longest_session: { duration: 2400, distance: null },
  is_own: false,
  ...over,
});

const intervals = [
  { duration: 600, warmup: true, rpe: { value: 3, units: 'rpe' as const } },
  {
    reps: 5,
    steps: [
      { distance: 400, pace: { start: 285, end: 295, units: 'secs/km' as const } },
      { duration: 90, intensity: 'recovery' as const },
    ],
  },
];

export const planDetails = (over: Partial<TrainingPlanDetails> = {}): TrainingPlanDetails => ({
  ...samplePlan(),
  weeks: [
    {
      note: '',
      duration: 5400,
      sessions: [
        {
          day: 0,
          sport: 'run',
          kind: 'easy',
          title: 'Run and walk',
          description: 'Slowly.',
          steps: [],
          distance: null,
          duration: 1800,
        },
        {
          day: 4,
          sport: 'run',
          kind: 'intervals',
          title: '5 × 400 m',
          description: '',
          steps: intervals,
          distance: null,
          duration: 1800,
        },
      ],
    },
  ],
  sources: [{ title: 'A paper', href: 'https://doi.org/10.1/x', used_for: 'It grows slowly.' }],
  link_key: null,
  ...over,
});

export const plannedSession = (over: Partial<PlannedSession> = {}): PlannedSession => ({
  id: 71,
  started_plan_id: 61,
  week: 0,
  day: '2026-11-23',
  planned_day: '2026-11-23',
  sport: 'run',
  kind: 'easy',
  title: 'Easy run',
  description: '',
  steps: intervals,
  distance: null,
  duration: 1800,
  load_percent: 100,
  status: 'planned',
  follows_hard_day: false,
  workout: null,
  is_unmatched: false,
  updated_datetime: '2026-11-01T00:00:00.000Z',
  ...over,
});

export const startedPlan = (over: Partial<StartedPlan> = {}): StartedPlan => ({
  id: 61,
  plan: 'first-5k',
  title: 'First 5 km',
  goal: '5k',
  level: 'beginner',
  first_day: '2026-11-23',
  last_day: '2026-12-06',
  week_count: 2,
  status: 'active',
  session_count: 3,
  done_count: 0,
  skipped_count: 0,
  missed_count: 0,
  next_session: null,
  is_adaptive: false,
  adapted: null,
  ...over,
});

export const startedDetails = (over: Partial<StartedPlanDetails> = {}): StartedPlanDetails => ({
  ...startedPlan(),
  today: '2026-11-24',
  week_start: 1,
  sessions: [
    plannedSession({ status: 'missed' }),
    plannedSession({ id: 72, day: '2026-11-25', title: 'Hills', kind: 'intervals' }),
    plannedSession({ id: 73, day: '2026-11-28', title: 'Long run', kind: 'long', distance: 8000 }),
  ],
  ...over,
});
