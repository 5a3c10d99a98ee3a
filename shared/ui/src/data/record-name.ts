import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { RECORD_DISTANCES } from '@waymark/units';

const NAMES: Record<string, MessageDescriptor> = {
  longest_distance: msg`Longest distance`,
  most_energy: msg`Most energy`,
  half_marathon: msg`Half marathon`,
  marathon: msg`Marathon`,
};

/** What a record is called. Kilometres and miles read the same in every language. */
export function recordName(key: string, translate: (message: MessageDescriptor) => string): string {
  const name = Object.hasOwn(NAMES, key) ? NAMES[key] : undefined;
  return name ? translate(name) : (RECORD_DISTANCES.find((one) => one.key === key)?.label ?? key);
}
