import type { User, UserUpdate } from '@waymark/api-contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  isPlausibleHeight,
  isPlausibleWeight,
  isRealDate,
  readHeight,
  readWeight,
  splitBirthdate,
  type MeasurementSystem,
  typedHeight,
  typedWeight,
} from '@waymark/units';

/** The profile as it is typed: text throughout. */
export interface ProfileDraft {
  first_name: string;
  last_name: string;
  display_name: string;
  title: string;
  gender: '' | 'F' | 'M';
  birthdate: string;
  locality: string;
  region: string;
  country: string;
  /** Centimetres, or feet. */
  height: string;
  /** Inches beyond the feet; empty where lengths are metric. */
  inches: string;
  weight: string;
  introduction: string;
  goal_statement: string;
}
export type ProfileField = keyof ProfileDraft;
export type ProfileProblems = Partial<Record<ProfileField, MessageDescriptor>>;

/** What the form opens with, in the member's units and the page's way of writing numbers. */
export function createProfileDraft(user: User, locale: string): ProfileDraft {
  const system = user.display_measurement_system;
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    display_name: user.display_name,
    title: user.title,
    gender: user.gender ?? '',
    birthdate: user.birthdate ?? '',
    locality: user.location.locality ?? '',
    region: user.location.region ?? '',
    country: user.location.country ?? '',
    ...typedHeight(user.height, system, locale),
    weight: typedWeight(user.weight, system, locale),
    introduction: user.introduction,
    goal_statement: user.goal_statement,
  };
}

/** What is wrong with the draft, each with its sentence. */
export function checkProfileDraft(
  draft: ProfileDraft,
  system: MeasurementSystem,
  locale: string,
): ProfileProblems {
  const problems: ProfileProblems = {};
  if (!draft.first_name.trim()) problems.first_name = msg`First name is required.`;
  if (!draft.last_name.trim()) problems.last_name = msg`Last name is required.`;
  if (!draft.display_name.trim()) problems.display_name = msg`Display name is required.`;
  if (draft.birthdate === '') problems.birthdate = msg`Birthdate is required.`;
  else {
    const parts = splitBirthdate(draft.birthdate);
    if (!parts || !isRealDate(parts.year, parts.month, parts.day)) problems.birthdate = msg`Invalid date.`;
  }
  if (!isPlausibleHeight(readHeight(draft, system, locale)))
    problems.height =
      system === 'metric'
        ? msg`Height is between 40 and 280 cm.`
        : msg`Height is between 1 ft 4 in and 9 ft 2 in.`;
  if (!isPlausibleWeight(readWeight(draft.weight, system, locale)))
    problems.weight =
      system === 'metric' ? msg`Weight is between 2 and 500 kg.` : msg`Weight is between 5 and 1,100 lb.`;
  return problems;
}

const changedNumber = (next: number | null, before: number | null) =>
  next === null || before === null ? next !== before : Math.abs(next - before) > 0.005;

/** What differs from the member as they are; empty when nothing does. */
export function profileUpdate(
  draft: ProfileDraft,
  user: User,
  system: MeasurementSystem,
  locale: string,
): UserUpdate {
  const before = createProfileDraft(user, locale);
  const update: UserUpdate = {};
  for (const field of [
    'first_name',
    'last_name',
    'display_name',
    'title',
    'birthdate',
    'introduction',
    'goal_statement',
  ] as const)
    if (draft[field] !== before[field]) update[field] = draft[field];
  if (draft.gender !== before.gender) update.gender = draft.gender === '' ? null : draft.gender;
  const { locality, region, country } = draft;
  if (locality !== before.locality || region !== before.region || country !== before.country)
    update.location = {
      ...(locality.trim() && { locality: locality.trim() }),
      ...(region.trim() && { region: region.trim() }),
      ...(country && { country }),
    };
  const height = readHeight(draft, system, locale);
  // A height that was not typed again keeps its digits.
  if (
    (draft.height !== before.height || draft.inches !== before.inches) &&
    changedNumber(height, user.height)
  )
    update.height = height;
  const weight = readWeight(draft.weight, system, locale);
  if (draft.weight !== before.weight && changedNumber(weight, user.weight)) update.weight = weight;
  return update;
}
