// Everything that the site stores in a browser. Whatever stores takes its names from here, by type; the page about
// cookies is written from it, and a browser test compares it with what browsers hold.

/** `local` and `session` are the two storages of a page, the latter of one tab; both stay in the browser. */
export type StorageKind = 'cookie' | 'local' | 'session' | 'database' | 'worker';

export interface StoredItem {
  /** With `*` for what differs, such as the number of what is being written. */
  name: string;
  kind: StorageKind;
  /** For the page about cookies: completes "to …". */
  purpose: string;
  /** Seconds from when it is stored; until the tab or browser is closed; or until it is removed, by whom the purpose says. */
  lifetime: number | 'tab' | 'browser' | 'removed' | 'VISITOR_CONSENTS_DAYS';
  /** The consent without which it is not stored; absent for what a visitor asks for or the site cannot work without. */
  consent?: 'analytics';
}

const MINUTE = 60;
const DAY = 86_400;
const YEAR = 365 * DAY;

export const STORED_ITEMS = [
  { name: '__Host-waymark_refresh', kind: 'cookie', purpose: 'keep you signed in', lifetime: 30 * DAY },
  {
    name: 'waymark_refresh',
    kind: 'cookie',
    purpose: 'keep you signed in, on sites without https',
    lifetime: 30 * DAY,
  },
  {
    name: 'wm_choices',
    kind: 'cookie',
    purpose:
      'find your answers about consents again. It is set when you give the first one and used for nothing else',
    lifetime: 'VISITOR_CONSENTS_DAYS',
  },
  {
    name: 'wm_region',
    kind: 'cookie',
    purpose: 'ask you by the law of where you said that you live: a country or state',
    lifetime: 'VISITOR_CONSENTS_DAYS',
  },
  {
    name: 'wm_signup_refused',
    kind: 'cookie',
    purpose:
      'give the same answer for a day after a sign-up that was refused for the date of birth. It holds neither',
    lifetime: DAY,
  },
  { name: 'wm_theme', kind: 'cookie', purpose: 'show the colors that you chose', lifetime: YEAR },
  {
    name: 'wm_canary',
    kind: 'cookie',
    purpose:
      'stay with one version while a new one is tried out. It is a number from 0 to 99, the same for many visitors',
    lifetime: 'browser',
  },
  {
    name: 'waymark_chat_app',
    kind: 'cookie',
    purpose: 'recognize this browser when you come back from the app with which you log in',
    lifetime: 15 * MINUTE,
  },
  {
    name: 'waymark_oauth*',
    kind: 'cookie',
    purpose: 'recognize this browser while you decide whether an app may use your account',
    lifetime: 15 * MINUTE,
  },
  {
    name: 'wm_device',
    kind: 'cookie',
    purpose: 'tell browsers apart in usage statistics, by a random number',
    lifetime: YEAR,
    consent: 'analytics',
  },
  { name: 'wm_theme', kind: 'local', purpose: 'show the colors that you chose', lifetime: 'removed' },
  {
    name: 'wm_session_generation',
    kind: 'local',
    purpose: 'let the open tabs agree on your session, by a counter',
    lifetime: 'removed',
  },
  {
    name: 'wm_house_ad_hidden_until',
    kind: 'local',
    purpose: 'hide ads for the week after you closed one',
    lifetime: 'removed',
  },
  {
    name: 'waymark.draft.*',
    kind: 'local',
    purpose: 'keep what you are writing until you send it, by your member number',
    lifetime: 'removed',
  },
  {
    name: 'waymark.links_changed.*',
    kind: 'local',
    purpose: 'remember that you read about changed links, by your member number',
    lifetime: 'removed',
  },
  { name: 'waymark-map-type', kind: 'local', purpose: 'show maps as you chose', lifetime: 'removed' },
  {
    name: 'waymark.activity_types',
    kind: 'local',
    purpose: 'show the list of activities without loading it again. Replaced after 30 days',
    lifetime: 'removed',
  },
  {
    name: 'waymark.streets_hint',
    kind: 'local',
    purpose: 'show the hint about maps without streets once',
    lifetime: 'removed',
  },
  { name: 'waymark.hints', kind: 'local', purpose: 'show each hint once', lifetime: 'removed' },
  {
    name: 'waymark.planner_motorways',
    kind: 'local',
    purpose: 'plan routes by car with or without motorways as you chose',
    lifetime: 'removed',
  },
  {
    name: 'waymark.planner_surface',
    kind: 'local',
    purpose: 'plan routes on the surface that you chose',
    lifetime: 'removed',
  },
  {
    name: 'waymark.planner_avoided_streets',
    kind: 'local',
    purpose: 'keep planned routes off the streets that you marked',
    lifetime: 'removed',
  },
  {
    name: 'waymark.planner_profile',
    kind: 'local',
    purpose: 'open or close the elevation profile of the route planner as you left it',
    lifetime: 'removed',
  },
  {
    name: 'waymark.planner_view',
    kind: 'local',
    purpose: 'open the map of the route planner where you left it',
    lifetime: 'removed',
  },
  {
    name: 'waymark.planner_mode',
    kind: 'local',
    purpose: 'plan for the way of traveling that you chose last',
    lifetime: 'removed',
  },
  {
    name: 'waymark.planner_speeds',
    kind: 'local',
    purpose: 'estimate times by the speeds that you chose',
    lifetime: 'removed',
  },
  {
    name: 'waymark.log_last_start',
    kind: 'local',
    purpose: 'offer the time of day at which your last logged workout began',
    lifetime: 'removed',
  },
  {
    name: 'waymark.workout_columns',
    kind: 'local',
    purpose: 'show the columns that you chose for the table of workouts',
    lifetime: 'removed',
  },
  {
    name: 'waymark.track_color',
    kind: 'local',
    purpose: 'color tracks on maps as you chose',
    lifetime: 'removed',
  },
  {
    name: 'wm_reloaded_for',
    kind: 'session',
    purpose: 'load a page again only once after an update of the site',
    lifetime: 'tab',
  },
  {
    name: 'waymark.auth.*',
    kind: 'session',
    purpose:
      'carry your name, your e-mail address and the page that you want from one step of logging in to the next',
    lifetime: 'tab',
  },
  {
    name: 'waymark.log_draft',
    kind: 'session',
    purpose: 'keep the workout that you are logging',
    lifetime: 'tab',
  },
  { name: 'waymark.log_key', kind: 'session', purpose: 'save that workout only once', lifetime: 'tab' },
  { name: 'waymark.stats', kind: 'session', purpose: 'keep the filters of your statistics', lifetime: 'tab' },
  {
    name: 'waymark.cut_draft.*',
    kind: 'session',
    purpose: 'keep the part of a workout that you are selecting',
    lifetime: 'tab',
  },
  { name: 'premium-prepare', kind: 'session', purpose: 'begin a payment only once', lifetime: 'tab' },
  {
    name: 'waymark.routes',
    kind: 'database',
    purpose: 'keep the route that you are drawing until you save or discard it',
    lifetime: 'removed',
  },
  {
    name: '/notifications-worker.js',
    kind: 'worker',
    purpose:
      'show notifications while the site is closed, from when you switch them on until you switch them off',
    lifetime: 'removed',
  },
] as const satisfies readonly StoredItem[];

type DeclaredName<K extends StorageKind> = Extract<(typeof STORED_ITEMS)[number], { kind: K }>['name'];
/** A name that the list declares for this kind of storage. */
export type StoredName<K extends StorageKind> =
  DeclaredName<K> extends infer N ? (N extends `${infer Start}*` ? `${Start}${string}` : N) : never;
