import type {
  GoalMetric,
  GoalWeek,
  User,
  UserGoal,
  UserGoalProgress,
  UserGoalProgressList,
} from '@waymark/api-contract';

export const sampleGoal = (over: Partial<UserGoal> = {}): UserGoal => ({
  id: 31,
  period: 'P1W',
  criteria: { activity_type_id: 16, threshold: { metric: 'distance', value: 30_000 } },
  activity_name: 'Run',
  activity_group: 'run',
  status: 'active',
  privacy: 1,
  start_datetime: '2026-11-02T10:00:00.000Z',
  end_datetime: null,
  _links: {},
  ...over,
});

interface SampleProgress extends Partial<UserGoal> {
  metric?: GoalMetric;
  value?: number;
  target?: number;
  daysLeft?: number;
}

/** Of 16 to 22 November, after two weeks of which the first reached the target. */
export function sampleProgress({
  metric = 'distance',
  value = 21_400,
  target = 30_000,
  daysLeft = 3,
  ...over
}: SampleProgress = {}): UserGoalProgress {
  const week = (from: string, to: string, done: number): GoalWeek => ({
    from,
    to,
    value: done,
    target,
    is_reached: done >= target,
  });
  const current = week('2026-11-16', '2026-11-22', value);
  return {
    goal: sampleGoal({
      criteria: { activity_type_id: 16, threshold: { metric, value: target } },
      ...over,
    }),
    progress: { ...current, remaining: Math.max(0, target - value), days_left: daysLeft },
    performance: {
      weeks: [
        week('2026-11-02', '2026-11-08', target),
        week('2026-11-09', '2026-11-15', target / 2),
        current,
      ],
      week_count: 2,
      reached_count: 1,
      current_streak: 0,
      longest_streak: 1,
    },
    _links: {},
  };
}

export const goalList = (
  goals: UserGoalProgress[],
  over: Partial<UserGoalProgressList> = {},
): UserGoalProgressList => ({
  _links: {},
  today: '2026-11-20',
  week_start: 1,
  is_own: true,
  display_name: 'Robin Trail',
  _embedded: { user_goal_progress: goals },
  total_count: goals.length,
  ...over,
});

export const sampleMember = (over: Partial<User> = {}): User => ({
  id: 7,
  uacfUserId: '7',
  username: 'robin7',
  title: 'Robin Trail',
  first_name: 'Robin',
  last_name: 'Trail',
  display_name: 'Robin Trail',
  email: 'robin@example.com',
  email_confirmed: true,
  gender: 'F',
  birthdate: '1990-05-17',
  height: null,
  weight: null,
  location: { locality: 'Austin', region: 'Texas', country: 'US' },
  time_zone: 'America/New_York',
  time_zone_offset: -300,
  preferred_language: 'en-us',
  first_day_of_week: 1,
  favorite_activities: [],
  date_joined: '2025-05-01T00:00:00.000Z',
  display_measurement_system: 'metric',
  goal_statement: '',
  introduction: '',
  sharing: {},
  communication: {},
  opt_outs: { news: false, social: false, challenges: false, summaries: false, reminders: false },
  default_privacy: { workout: 1, route: 1, profile: 3 },
  hrZones: [],
  profilePictureStatus: 'none',
  gdpr_iso_code: 'US',
  consents: {},
  consent_matrix_version: 1,
  app_name: 'Waymark',
  loyalty_status: null,
  has_sample_data: false,
  _links: {},
  ...over,
});
