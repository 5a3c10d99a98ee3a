import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The levels of privacy by name, the closest first. */
export const PRIVACY_NAMES: Readonly<Record<0 | 1 | 3 | 6, MessageDescriptor>> = {
  0: msg`Private (only me)`,
  1: msg`Friends`,
  3: msg`Everyone`,
  6: msg`Anyone with the link`,
};
