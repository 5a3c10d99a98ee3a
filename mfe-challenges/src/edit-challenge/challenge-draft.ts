import type { ChallengeDetails, ChallengeInput, ChallengeKind } from '@waymark/api-contract';
import { convert, type MeasurementSystem, parseNumber, unitsOf } from '@waymark/units';

/** A challenge as it is typed: amounts in the member's own units. */
export interface ChallengeDraft extends Omit<ChallengeInput, 'target' | 'distance' | 'prizes' | 'time_zone'> {
  amount: string;
  hours: string;
  minutes: string;
  seconds: string;
  distance: string;
  prizes: { rank: string; text: string }[];
  time_zone: string;
}

export interface Units {
  system: MeasurementSystem;
  locale: string;
}

export const isTimed = (kind: ChallengeKind): boolean => kind === 'duration' || kind === 'fastest';

/** What is counted one by one. */
export const isCounted = (kind: ChallengeKind): boolean => kind === 'count' || kind === 'active_days';

const FEET_PER_METER = 3.280_839_895;

/** Units of the contract in one unit of the field. */
function unitOf(kind: ChallengeKind, system: MeasurementSystem): number {
  if (kind === 'distance' || kind === 'longest') return convert(1, unitsOf(system).distance, 'm');
  if (kind === 'ascent') return system === 'imperial' ? 1 / FEET_PER_METER : 1;
  return kind === 'energy' ? convert(1, 'kcal', 'J') : 1;
}

/** The unit beside the field of the target; none for what is counted. */
export function targetUnit(kind: ChallengeKind, system: MeasurementSystem): string | undefined {
  if (kind === 'distance' || kind === 'longest') return unitsOf(system).distance;
  if (kind === 'ascent') return system === 'imperial' ? 'ft' : 'm';
  return kind === 'energy' ? 'kcal' : undefined;
}

/** @param group_id of the group that it is for; for friends without one */
export const newDraft = (first_day: string, last_day: string, group_id: number | null): ChallengeDraft => ({
  title: '',
  description: '',
  rules_text: '',
  kind: 'distance',
  audience: group_id === null ? 'friends' : 'group',
  group_id,
  activity_groups: [],
  amount: '',
  hours: '',
  minutes: '',
  seconds: '',
  distance: '',
  first_day,
  last_day,
  time_zone: '',
  accepts_manual: true,
  country: null,
  age_class: null,
  repeats: null,
  prizes: [],
  teams: null,
  boards: [],
});

/** What the fields hold of a challenge that is there already. */
export function draftOf(challenge: ChallengeDetails, { system, locale }: Units): ChallengeDraft {
  const { kind, target, distance, rules, prizes } = challenge;
  const number = (value: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: false }).format(value);
  const seconds = isTimed(kind) ? target : null;
  return {
    title: challenge.title,
    description: challenge.description,
    rules_text: rules.text,
    kind,
    audience: challenge.audience,
    group_id: challenge.group_id,
    activity_groups: challenge.activity_groups,
    amount: target === null || isTimed(kind) ? '' : number(target / unitOf(kind, system)),
    hours: seconds === null ? '' : String(Math.floor(seconds / 3600)),
    minutes: seconds === null ? '' : String(Math.floor((seconds % 3600) / 60)),
    seconds: seconds === null ? '' : String(Math.round(seconds % 60)),
    distance: distance === null ? '' : number(distance / unitOf('distance', system)),
    first_day: challenge.first_day,
    last_day: challenge.last_day,
    time_zone: challenge.time_zone ?? '',
    accepts_manual: rules.accepts_manual,
    country: rules.country,
    age_class: rules.age_class,
    repeats: challenge.repeats,
    prizes: prizes.map(({ rank, text }) => ({ rank: rank === null ? '' : String(rank), text })),
    teams: challenge.teams && {
      score: challenge.teams.score,
      choice: challenge.teams.choice,
      names: challenge.teams.list.map(({ name }) => name),
    },
    boards: challenge.boards,
  };
}

/** What is wrong with a draft, by field. */
export interface DraftProblems {
  title?: boolean;
  target?: 'amount' | 'too_many_days';
  distance?: boolean;
  days?: boolean;
  teams?: boolean;
}

/** Two teams at least, each with a name of its own. */
function areTeamsNamed({ names }: NonNullable<ChallengeDraft['teams']>): boolean {
  const typed = names.map((name) => name.trim().toLowerCase());
  return typed.length >= 2 && !typed.includes('') && new Set(typed).size === typed.length;
}

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;
const wholeOf = (text: string): number => (text.trim() === '' ? 0 : Number(text));

/** The first to the last day of one month: what can start again each month. */
export const isMonth = ({ first_day, last_day }: Pick<ChallengeDraft, 'first_day' | 'last_day'>): boolean =>
  first_day.endsWith('-01') &&
  first_day.slice(0, 7) === last_day.slice(0, 7) &&
  new Date(Date.parse(last_day) + DAY_MS).getUTCDate() === 1;

function targetOf({ kind, amount, hours, minutes, seconds }: ChallengeDraft, { system, locale }: Units) {
  const isEmpty = isTimed(kind)
    ? [hours, minutes, seconds].every((text) => text.trim() === '')
    : amount.trim() === '';
  if (isEmpty) return null;
  const value = isTimed(kind)
    ? wholeOf(hours) * 3600 + wholeOf(minutes) * 60 + wholeOf(seconds)
    : (parseNumber(amount, locale) ?? Number.NaN) * unitOf(kind, system);
  return Math.round(value * 1000) / 1000;
}

function problemOfTarget(
  kind: ChallengeKind,
  target: number | null,
  days: number,
): Pick<DraftProblems, 'target'> {
  if (target === null) return {};
  if (!(target > 0 && target <= 1e10) || (isCounted(kind) && target % 1 !== 0)) return { target: 'amount' };
  return kind === 'active_days' && days >= 1 && target > days ? { target: 'too_many_days' } : {};
}

/**
 * The challenge that a draft says.
 * @param stored with members, whose amounts must not change by being shown rounded
 */
export function inputOf(
  draft: ChallengeDraft,
  units: Units,
  stored: Pick<ChallengeDetails, 'target' | 'distance'> | null,
): { input: ChallengeInput; problems: DraftProblems } {
  const { amount: _, hours: _h, minutes: _m, seconds: _s, prizes, time_zone, ...same } = draft;
  const { locale, system } = units;
  const typed = parseNumber(draft.distance, locale);
  const course = typed === null ? null : Math.round(typed * unitOf('distance', system) * 1000) / 1000;
  const distance = draft.kind === 'fastest' ? course : null;
  const target = stored ? stored.target : targetOf(draft, units);
  const days = (Date.parse(draft.last_day) - Date.parse(draft.first_day)) / DAY_MS + 1;
  const problems: DraftProblems = {
    ...(draft.title.trim() === '' && { title: true }),
    ...(!stored && problemOfTarget(draft.kind, target, days)),
    ...(draft.kind === 'fastest' &&
      !stored &&
      (distance === null || distance < 100 || distance > 1_000_000) && { distance: true }),
    ...(!(days >= 1 && days <= DAYS_MAX) && { days: true }),
    ...(draft.teams && !areTeamsNamed(draft.teams) && { teams: true }),
  };
  return {
    problems,
    input: {
      ...same,
      target,
      distance: stored ? stored.distance : distance,
      time_zone: time_zone === '' ? null : time_zone,
      repeats: isMonth(draft) ? draft.repeats : null,
      // Times cannot be added up.
      teams: draft.teams && { ...draft.teams, score: draft.kind === 'fastest' ? 'mean' : draft.teams.score },
      prizes: prizes
        .filter(({ text }) => text.trim() !== '')
        .map(({ rank, text }) => ({ rank: rank === '' ? null : Number(rank), text })),
    },
  };
}
