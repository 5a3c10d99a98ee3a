/** Largest single upload in bytes. In a file of its own, so that a browser can take the number without the schemas. */
export const UPLOAD_MAX_BYTES = 256 * 1024 * 1024;
/** Largest profile picture in bytes; a larger one is refused as 'too-big'. */
export const PICTURE_MAX_BYTES = 1_000_000;
/** Types of profile pictures; others are refused as 'invalid-image-type'. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/pjpeg', 'image/gif'] as const;
/** Largest zip archive in bytes: years of training come as one. */
export const ARCHIVE_MAX_BYTES = 8 * 1024 * 1024 * 1024;
/** Largest body of reported events in bytes: what a browser still sends while a page is being left (`keepalive`). */
export const CLIENT_EVENTS_MAX_BYTES = 64 * 1024;
/**
 * Whether an event reports an error. Those need no consent, as a bad version of a remote is withdrawn by its errors;
 * without the consent for statistics they carry neither device nor member. All other events are statistics.
 */
export const isErrorReport = (event: string): boolean => /^error(_|$)/.test(event);
/** Largest photo of a workout in bytes. */
export const PHOTO_MAX_BYTES = 30 * 1024 * 1024;
export const PHOTOS_MAX = 50;
/** Photos of a post. */
export const STORY_PHOTOS_MAX = 10;
/** Longest message of a friend request. */
export const REQUEST_MESSAGE_MAX = 300;
/** Longest appeal against a decision of moderators. */
export const APPEAL_MAX = 2000;
// The pattern of zod's e-mail schema, which pages do without: what passes here is not refused by the server.
const EMAIL =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
/** Whether a text has the form of an e-mail address. */
export const isEmail = (text: string): boolean => EMAIL.test(text.trim());
export const ROUTE_POINTS_MAX = 100_000;
/** Places that one question for a way may keep off; the default limit of Valhalla servers. */
export const EXCLUDED_LOCATIONS_MAX = 50;
/** Longest text of the notes of one segment, in the saved form: a course of some thousand turns is one segment. */
export const ROUTE_NOTES_MAX = 500_000;
/** Largest file that a course is read from, in bytes. */
export const COURSE_FILE_MAX_BYTES = 64 * 1024 * 1024;
/** Link id of the icon that marks a custom note. */
export const CUSTOM_NOTE_ICON = '2016';
/** To be shown wherever places are: their licence asks for it. */
export const PLACES_CREDIT = {
  name: 'GeoNames',
  licence: 'CC BY 4.0',
  href: 'https://www.geonames.org/',
} as const;

/** How a leg of a route is travelled: 0 straight, 1 on foot, 2 by bicycle, 3 by car. */
export const TRAVEL_MODES = [0, 1, 2, 3] as const;

/** Largest number of goals that a member pursues at once. */
export const ACTIVE_GOALS_MAX = 20;
/** Lowest and highest target of a week: metres, seconds, workouts and joules. */
export const GOAL_TARGET_LIMITS = {
  distance: { min: 100, max: 5_000_000 },
  duration: { min: 60, max: 7 * 24 * 3600 },
  count: { min: 1, max: 100 },
  energy: { min: 4184, max: 418_400_000 },
} as const;
/** Hours in which a stopped goal can be taken up again. */
export const GOAL_RESUME_HOURS = 24;

/** Weeks of a training plan, sessions of one of its weeks, steps of a session. */
export const PLAN_WEEKS_MAX = 52;
export const WEEK_SESSIONS_MAX = 14;
export const SESSION_STEPS_MAX = 40;
/** Training plans that a member makes, follows at once, and keeps of those followed. */
export const OWN_PLANS_MAX = 50;
export const ACTIVE_PLANS_MAX = 3;
export const STARTED_PLANS_MAX = 100;
