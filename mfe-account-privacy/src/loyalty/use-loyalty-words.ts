import type { LoyaltyStatusName, PointRuleName } from '@waymark/api-contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

const LEVELS: Readonly<Record<LoyaltyStatusName, MessageDescriptor>> = {
  starter: msg`Starter`,
  bronze: msg`Bronze`,
  silver: msg`Silver`,
  gold: msg`Gold`,
  platinum: msg`Platinum`,
};

const RULES: Readonly<Record<PointRuleName, MessageDescriptor>> = {
  workout: msg`Workout of at least 10 minutes`,
  active_time: msg`Every 10 active minutes`,
  completed: msg`Challenge completed`,
  rank_1: msg`First place in a challenge`,
  rank_2: msg`Second place in a challenge`,
  rank_3: msg`Third place in a challenge`,
};

export function useLevelName(): (status: LoyaltyStatusName) => string {
  const { i18n } = useLingui();
  return (status) => i18n._(LEVELS[status]);
}

export function useRuleName(): (rule: PointRuleName) => string {
  const { i18n } = useLingui();
  return (rule) => i18n._(RULES[rule]);
}
