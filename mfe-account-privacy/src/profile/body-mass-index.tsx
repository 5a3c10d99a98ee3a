import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormatLocale } from '@waymark/remote';
import { Text } from '@waymark/ui';
import { ageOn, bmi, type BmiClass, bmiClass, isPlausibleHeight, isPlausibleWeight } from '@waymark/units';
import { useState } from 'react';

/** Classes of the World Health Organization, which are those of adults. */
const CLASSES: Readonly<Record<BmiClass, MessageDescriptor>> = {
  very_severely_underweight: msg`very severely underweight`,
  severely_underweight: msg`severely underweight`,
  underweight: msg`underweight`,
  normal: msg`normal weight`,
  overweight: msg`overweight`,
  obese_1: msg`obese, class 1`,
  obese_2: msg`obese, class 2`,
  obese_3: msg`obese, class 3`,
};
const ADULT = 18;

interface Body {
  /** Metres. */
  height: number | null;
  /** Kilograms. */
  weight: number | null;
  birthdate: string;
}

/** The body mass index of what the form holds, for its owner; nothing for whoever is no adult yet. */
export function BodyMassIndex({ height, weight, birthdate }: Body) {
  const { i18n } = useLingui();
  const locale = useFormatLocale();
  const [now] = useState(() => new Date());
  const isAdult = (ageOn(birthdate, now) ?? 0) >= ADULT;
  if (!isAdult || height === null || weight === null) return null;
  const index = isPlausibleHeight(height) && isPlausibleWeight(weight) ? bmi(height, weight) : null;
  if (index === null) return null;
  const figure = index.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const meaning = i18n._(CLASSES[bmiClass(index)]);
  return (
    <Text fontSize="sm" color="muted">
      <Trans>
        Body mass index {figure}: {meaning}. It says little about athletes, whose muscles weigh more.
      </Trans>
    </Text>
  );
}
