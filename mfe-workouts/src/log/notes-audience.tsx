import { Trans } from '@lingui/react/macro';

/** Who sees the notes, the mood, the effort and the gear of a workout: the same for all of them. */
export const NotesAudience = ({ areShared }: { areShared: boolean | undefined }) =>
  areShared ? <Trans>Everyone who can see this workout sees this.</Trans> : <Trans>Only you see this.</Trans>;
