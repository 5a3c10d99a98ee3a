import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Report } from '@waymark/api-contract';

/** Why something is reported, as members choose it and moderators read it. */
export const REASON_NAMES: Record<Report['reason'], MessageDescriptor> = {
  spam: msg`Spam or advertising`,
  harassment: msg`Harassment or bullying`,
  hate: msg`Hate`,
  sexual: msg`Sexual content`,
  danger: msg`Danger to somebody`,
  privacy: msg`Shows something private`,
  other: msg`Something else`,
};

export const REPORTED_NAMES: Record<Report['object_type'], MessageDescriptor> = {
  story: msg`Post or workout`,
  comment: msg`Comment`,
  user: msg`Member`,
};

export const DECISION_NAMES: Record<Report['state'], MessageDescriptor> = {
  open: msg`Open`,
  dismissed: msg`No violation`,
  removed: msg`Removed`,
  suspended: msg`Member suspended`,
};
