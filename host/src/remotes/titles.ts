import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const TITLES: Record<string, MessageDescriptor> = {
  'mfe-auth': msg`Logging in`,
  'mfe-account-privacy': msg`Your account`,
  'mfe-workouts': msg`Workouts`,
  'mfe-routes': msg`Routes`,
  'mfe-social': msg`Friends and activity`,
  'mfe-premium': msg`Premium`,
  'mfe-challenges': msg`Challenges`,
};

/** A part of the product in plain words, for its fallback. */
export const remoteTitle = (name: string): MessageDescriptor => TITLES[name] ?? msg`This part of the page`;
