import type { OAuthScope } from '@waymark/api-contract';
import type { Disclosure, Place } from './read-answer.test-helper.ts';
import { metersApart } from '../testing.ts';

/** Who reads, as they stand to the member whose things are read; tokens and the app are the member's own. */
export type ViewerName =
  | 'owner'
  | 'friend'
  | 'stranger'
  | 'who is blocked'
  | 'who blocked'
  | 'visitor'
  | 'page of a partner'
  | 'moderator'
  | `token ${OAuthScope}`
  | `app ${OAuthScope}`;

interface Kind {
  /** What members are promised of it. */
  promise: string;
  /** Each of them meets it somewhere, and nobody else does anywhere. */
  seenBy: readonly ViewerName[];
}

const BY_WORKOUT_TOKEN = ['token workout:read', 'app workout:read'] as const;
/** Whoever reads what is shared with everyone. */
const EVERYONE = ['owner', 'friend', 'stranger', 'visitor', 'page of a partner', 'moderator'] as const;
const OWN_WORKOUT = ['owner', ...BY_WORKOUT_TOKEN] as const;
const OWN_PROFILE = ['owner', 'token profile:read'] as const;
const OWN_ROUTE = ['owner', 'token route:read'] as const;

/** A member whose things everybody may read. */
const NAMED_TO = [...EVERYONE, ...BY_WORKOUT_TOKEN, 'token profile:read', 'token route:read'] as const;

/** Who sees which kind of marked value: the only place where the walk is told. */
export const KINDS = {
  'heart rate': {
    promise: 'Whoever may read a workout sees its heart rate while its owner consents to the use of it.',
    seenBy: [...EVERYONE, ...BY_WORKOUT_TOKEN],
  },
  'heart rate without consent': {
    promise: 'After the consent was taken back nobody is shown the heart rate, its owner included.',
    seenBy: [],
  },
  'training load': {
    promise: 'Training load is shown to its owner alone.',
    seenBy: OWN_WORKOUT,
  },
  'training load without consent': {
    promise: 'What was worked out from the heart rate goes with its consent.',
    seenBy: [],
  },
  'energy from heart rate': {
    promise:
      'Whoever may read a workout sees its energy while its owner consents to the use of the heart rate.',
    seenBy: [...EVERYONE, ...BY_WORKOUT_TOKEN],
  },
  'energy from heart rate without consent': {
    promise: 'What a device worked out from the heart rate goes with its consent.',
    seenBy: [],
  },
  'energy estimated by weight': {
    promise: 'The weight follows from an estimate of energy: its owner alone sees one.',
    seenBy: OWN_WORKOUT,
  },
  'private notes': { promise: 'The form says: seen by only you.', seenBy: OWN_WORKOUT },
  weight: { promise: 'The profile says: seen by only you.', seenBy: OWN_PROFILE },
  'weight without consent': { promise: 'The weight is hidden with the consent.', seenBy: [] },
  height: { promise: 'The profile says: seen by only you.', seenBy: OWN_PROFILE },
  birthdate: { promise: 'The profile says: seen by only you.', seenBy: OWN_PROFILE },
  gender: { promise: 'The profile says: seen by only you.', seenBy: OWN_PROFILE },
  'goal statement': { promise: 'The profile says: seen by only you.', seenBy: OWN_PROFILE },
  'e-mail address': { promise: 'The profile says: seen by only you.', seenBy: OWN_PROFILE },
  'heart rate zones': {
    promise: 'The zones divide the heart rate of a workout, and are shown with it.',
    seenBy: [...EVERYONE, ...BY_WORKOUT_TOKEN, 'token profile:read'],
  },
  'heart rate zones without consent': { promise: 'Zones are hidden with the consent.', seenBy: [] },
  'threshold power': { promise: 'Thresholds are shown to their owner alone.', seenBy: OWN_WORKOUT },
  'threshold power without consent': { promise: 'Thresholds are hidden with the consent.', seenBy: [] },
  'place in a privacy zone': {
    promise: 'No answer tells others a place inside a privacy zone.',
    seenBy: OWN_WORKOUT,
  },
  'place of a hidden map': {
    promise: 'A workout whose map is hidden shows others its figures and no place.',
    seenBy: OWN_WORKOUT,
  },
  'private workout': { promise: 'Privacy “only me”.', seenBy: OWN_WORKOUT },
  'workout for friends': { promise: 'Privacy “friends”.', seenBy: [...OWN_WORKOUT, 'friend'] },
  'file of an upload': { promise: 'The name of a file stays with who uploaded it.', seenBy: OWN_WORKOUT },
  'notes on gear': {
    promise: 'Gear is named at workouts; its notes stay with its owner.',
    seenBy: OWN_WORKOUT,
  },
  'own training plan': {
    promise: 'Plans are read by their owner and by whoever has a link.',
    seenBy: OWN_WORKOUT,
  },
  'private route': { promise: 'Privacy “only me”.', seenBy: OWN_ROUTE },
  'what was deleted': { promise: 'What a member deleted is gone from every answer.', seenBy: [] },
  'what a moderator removed': {
    promise: 'Moderators keep the text of what they removed, and whoever wrote it is told what it was.',
    seenBy: ['moderator', 'owner'],
  },
  'words of a report': {
    promise: 'Reports are between the reporter and the moderators.',
    seenBy: ['moderator'],
  },
  'key of a workout’s link': {
    promise: 'Keys of links are given out by who owns the workout.',
    seenBy: OWN_WORKOUT,
  },
  'key of a route’s link': {
    promise: 'Keys of links are given out by who owns the route.',
    seenBy: OWN_ROUTE,
  },
  'private address': {
    promise: 'Addresses that open without signing in are shown to their owner in a session, to no token.',
    seenBy: ['owner'],
  },
  'address of a device': {
    promise: 'Where a browser is reached stays between it and the server.',
    seenBy: [],
  },
  'place in a photo': { promise: 'Photos are stored without what a camera wrote into them.', seenBy: [] },
  receipt: { promise: 'Receipts are the payer’s.', seenBy: ['owner'] },
  'name across a block': {
    promise: 'After a block neither meets the other by name or address of the profile.',
    seenBy: NAMED_TO,
  },
  'number across a block': { promise: 'After a block neither meets the other by number.', seenBy: NAMED_TO },
  'name of a suspended member': {
    promise: 'Nothing of a suspended member is left for others.',
    seenBy: ['moderator'],
  },
  'number of a suspended member': {
    promise: 'Nothing of a suspended member is left for others.',
    seenBy: ['moderator'],
  },
  'name of a leaving member': {
    promise: 'Nothing of a member who deletes their account is left for others.',
    seenBy: [],
  },
  'number of a leaving member': {
    promise: 'Nothing of a member who deletes their account is left for others.',
    seenBy: [],
  },
} as const satisfies Record<string, Kind>;
export type KindName = keyof typeof KINDS;

interface Exception {
  kinds: readonly KindName[];
  /** Whoever knows the address where nobody is named. */
  seenBy?: readonly ViewerName[];
  reason: string;
}

/** Operations that disclose more than KINDS says. */
export const DISCLOSED_ON_PURPOSE: Readonly<Record<string, readonly Exception[]>> = {
  'GET /auth/password/reset/:token': [
    { kinds: ['e-mail address'], reason: 'Whoever has the link of a mail has the mailbox.' },
  ],
  'GET /services/main/v7.1/feed/:key/': [
    {
      kinds: ['name across a block', 'number across a block'],
      reason: 'Whoever was given the address reads as its owner.',
    },
  ],
  'GET /services/main/v7.1/user_block/': [
    {
      kinds: ['name across a block', 'number across a block'],
      seenBy: ['who blocked'],
      reason: 'Members see whom they blocked.',
    },
  ],
  'GET /services/main/v7.1/workout/:id/original/': [
    {
      kinds: ['heart rate without consent'],
      seenBy: ['owner'],
      reason: 'A file is given back to its owner as it was uploaded, byte by byte; not to an app.',
    },
  ],
  'POST /auth/login': [
    { kinds: ['number across a block'], reason: 'Whoever has the password is the member.' },
  ],
  archive: [
    {
      kinds: ['number across a block', 'number of a suspended member', 'number of a leaving member'],
      reason: 'What a member wrote at the stories of others and whom they befriended is theirs, by number.',
    },
    { kinds: ['name across a block'], seenBy: ['who blocked'], reason: 'Members see whom they blocked.' },
  ],
};

/** A value that was put into the world once, and how an answer that discloses it is known. */
export interface Mark {
  kind: KindName;
  /** Whose it is: the name of a subject; null for what concerns viewers of both. */
  subject: string | null;
  /** @param address what was asked for: whoever wrote a value there knew it */
  isIn(this: void, disclosure: Disclosure, address: string): boolean;
}

export const textMark = (...texts: readonly string[]): Mark['isIn'] => {
  return ({ text }, address) => texts.some((part) => text.includes(part) && !address.includes(part));
};

export const numberMark = (...numbers: readonly number[]): Mark['isIn'] => {
  return (disclosure) => numbers.some((number) => disclosure.numbers.has(number));
};

export const fieldMark = (name: string, value: unknown): Mark['isIn'] => {
  return ({ fields }) => fields.get(name)?.has(value) ?? false;
};

/** @param isRough boxes around a track disclose it, too */
export const placeMark = (center: Place, radiusMeters: number, { isRough = false } = {}): Mark['isIn'] => {
  const isNear = (place: Place) => metersApart(place, center) < radiusMeters;
  return ({ places, corners }) => places.some(isNear) || (isRough && corners.some(isNear));
};
