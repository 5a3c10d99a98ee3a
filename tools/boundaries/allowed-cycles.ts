/** Entries of one folder that still import each other in a circle; each says why. */
export interface AllowedCycle {
  folder: string;
  members: Readonly<Record<string, `why: ${string}`>>;
}

/**
 * The circles that were there when the check came. The list only becomes shorter: a new member is refused,
 * and one that has left its circle has to be removed here.
 */
export const ALLOWED_CYCLES: readonly AllowedCycle[] = [
  {
    folder: 'api/src/files',
    members: {
      kept: 'why: stores the parts of a recording',
      'recording.ts': 'why: is the model and also writes its stored parts',
    },
  },
  {
    folder: 'api/src/files',
    members: {
      'archive-list.ts': 'why: names the files of Strava archives',
      'strava-files.ts': 'why: is one kind of archive and uses the list type',
    },
  },
  {
    folder: 'api/src/files',
    members: {
      'fit-sessions.ts': 'why: splits swims by the rules of fit-swim',
      'fit-swim.ts': 'why: takes the session type',
    },
  },
  {
    folder: 'api/src/files',
    members: {
      'hostile-zips.ts': 'why: adds to the list of hostile files',
      'hostile.ts': 'why: collects the hostile files',
    },
  },
];
