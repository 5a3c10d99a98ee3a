import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

/** Perceived exertion, as training diaries rate it. */
export const EFFORTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

const NAMES: readonly MessageDescriptor[] = [
  msg`Very easy`,
  msg`Easy`,
  msg`Light`,
  msg`Moderate`,
  msg`Somewhat hard`,
  msg`Challenging`,
  msg`Hard`,
  msg`Very hard`,
  msg`Extremely hard`,
  msg`All out`,
];

/** The name of an effort, from 1 to 10. */
export function useEffortName(): (effort: number) => string {
  const { i18n } = useLingui();
  return (effort) => {
    const name = NAMES[effort - 1];
    return name ? i18n._(name) : '';
  };
}
