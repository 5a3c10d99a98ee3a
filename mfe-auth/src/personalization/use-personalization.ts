import { goalCalls, userCalls } from '@waymark/api-contract/client';
import type { User, UserUpdate } from '@waymark/api-contract';
import { useLingui } from '@lingui/react/macro';
import { call, navigate } from '@waymark/contract';
import { useHealthConsent } from '@waymark/remote/health-consent';
import { createIdempotencyKey, isSavedBefore, useFormatLocale } from '@waymark/remote';
import {
  convert,
  isPlausibleHeight,
  isPlausibleWeight,
  parseNumber,
  readHeight,
  readWeight,
  type MeasurementSystem,
  typedHeight,
  typedWeight,
} from '@waymark/units';
import { useRef, useState } from 'react';
import { useFailure } from '../form/failure.ts';
import type { Problems } from '../form/problems.ts';
import { useForm } from '../form/use-form.ts';

export type GoalChoice = 'none' | 'distance' | 'count';

export interface Personalization {
  system: MeasurementSystem;
  /** Centimetres or feet. */
  height: string;
  inches: string;
  weight: string;
  /** Ids of activity types as text. */
  activities: readonly string[];
  goal: GoalChoice;
  /** Kilometres, miles or workouts a week. */
  target: string;
}
type PersonalizationField = 'height' | 'weight' | 'target';

/** Limits of the server: 0.1 to 5,000 km, 1 to 100 workouts. */
const isPlausibleTarget = (goal: GoalChoice, value: number): boolean =>
  goal === 'distance'
    ? value >= 100 && value <= 5_000_000
    : Number.isInteger(value) && value >= 1 && value <= 100;

/** The form of the page after the sign-up. Everything in it may be left out. */
export function usePersonalization(member: User, next: string) {
  const { t } = useLingui();
  const locale = useFormatLocale();
  const explain = useFailure();
  // A goal that was stored is not stored again when what follows it failed.
  const isGoalStored = useRef(false);
  const [failure, setFailure] = useState<unknown>();
  const health = useHealthConsent(failure);
  const [goalKey] = useState(createIdempotencyKey);
  const [initial] = useState((): Personalization => {
    const system = member.display_measurement_system;
    return {
      system,
      ...typedHeight(member.height, system, locale),
      weight: typedWeight(member.weight, system, locale),
      activities: member.favorite_activities.map(String),
      goal: 'none',
      target: '',
    };
  });

  const targetOf = ({ goal, target, system }: Personalization): number => {
    const value = parseNumber(target, locale) ?? Number.NaN;
    return goal === 'distance' ? convert(value, system === 'metric' ? 'km' : 'mi', 'm') : value;
  };

  const check = (values: Personalization): Problems<PersonalizationField> => {
    const { system, goal } = values;
    const wrong = (text: string) => ({ kind: 'other', text }) as const;
    return {
      ...(!isPlausibleHeight(readHeight(values, system, locale)) && {
        height: wrong(
          system === 'metric'
            ? t`Height is between 40 and 280 cm.`
            : t`Height is between 1 ft 4 in and 9 ft 2 in.`,
        ),
      }),
      ...(!isPlausibleWeight(readWeight(values.weight, system, locale)) && {
        weight: wrong(
          system === 'metric' ? t`Weight is between 2 and 500 kg.` : t`Weight is between 5 and 1,100 lb.`,
        ),
      }),
      ...(!health.hasConsent &&
        values.weight !== '' && {
          weight: wrong(
            t`Waymark saves a weight only with your consent for health data. Give it, or empty this field.`,
          ),
        }),
      ...(goal !== 'none' &&
        !isPlausibleTarget(goal, targetOf(values)) && {
          target: wrong(
            goal === 'distance'
              ? t`Enter how far you want to go each week.`
              : t`Choose 1 to 100 workouts a week.`,
          ),
        }),
    };
  };

  const form = useForm<Personalization, PersonalizationField>({
    initial,
    fields: ['height', 'weight', 'target'],
    check,
    send: async (values) => {
      const { system } = values;
      const [height, weight] = [
        readHeight(values, system, locale),
        readWeight(values.weight, system, locale),
      ];
      const body: UserUpdate = {
        display_measurement_system: system,
        favorite_activities: values.activities.filter((id) => id !== 'all').map(Number),
        ...(height !== null && { height }),
        ...(weight !== null && { weight }),
      };
      await call(userCalls.update, { params: { id: member.id }, body });
      if (values.goal !== 'none' && !isGoalStored.current) {
        const body = { criteria: { threshold: { metric: values.goal, value: targetOf(values) } } };
        try {
          await call(goalCalls.create, { body, idempotencyKey: goalKey.keyFor(null) });
        } catch (error) {
          // It is told once; the goal itself can be changed later.
          isGoalStored.current = isSavedBefore(error);
          throw error;
        }
        isGoalStored.current = true;
      }
      navigate(next, { replace: true });
      return 'leaving';
    },
    failed: (error) => {
      setFailure(error);
      return { text: explain(error).text };
    },
  });

  /** Heights and weights that are typed already are told in the other units. */
  const setSystem = (system: MeasurementSystem): void => {
    const before = form.values;
    const [height, weight] = [
      readHeight(before, before.system, locale),
      readWeight(before.weight, before.system, locale),
    ];
    form.set('system', system);
    if (height !== null && Number.isFinite(height)) {
      const typed = typedHeight(height, system, locale);
      form.set('height', typed.height);
      form.set('inches', typed.inches);
    }
    if (weight !== null && Number.isFinite(weight)) form.set('weight', typedWeight(weight, system, locale));
  };

  return {
    ...form,
    setSystem,
    health,
  };
}
export type PersonalizationForm = ReturnType<typeof usePersonalization>;
