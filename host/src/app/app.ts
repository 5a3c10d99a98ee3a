import type { I18n } from '@lingui/core';
import type { ConsentChoice, ConsentStatus, HouseAd } from '@waymark/api-contract';
import type { EventProperties, Session } from '@waymark/contract';
import { createI18n } from '@waymark/i18n';
import type { ReactNode } from 'react';
import type { Boot } from '../../boot.ts';
import { parsePlace, type Place } from './place.ts';
import type { Notice } from './notices.ts';
import { sessionFromBoot } from './session-state.ts';
import type { Theme } from './theme.ts';
import { createStore, type Store } from '@waymark/store';

/** How far a remote has come on this page. */
export interface RemoteStatus {
  state: 'loading' | 'mounted' | 'failed';
  error?: Error;
  version?: string;
}

/** The matrix that an answer is given to. */
export type MatrixOnScreen = Pick<ConsentStatus, 'matrix_id' | 'matrix_version'>;

/** What a page says about selling and sharing data; null for nothing. */
export type OptOut =
  | { kind: 'banner'; status: MatrixOnScreen }
  /** The browser's Global Privacy Control signal counts. */
  | { kind: 'honoured' }
  | null;

/** What the second script brings; until then links load pages as links do. */
export interface Links {
  navigate: (to: string, options: { replace?: boolean; state?: unknown }) => void;
  prefetch: (to: string) => void;
  retry: (remote: string) => Promise<void>;
  signOut: () => Promise<void>;
  track: (name: string, properties: EventProperties) => void;
  answerSale: (status: MatrixOnScreen, choice: ConsentChoice) => Promise<void>;
  dismissAd: () => void;
  /** The first page is in its place, or does not come: what stands around it has its turn. */
  firstPageSettled: () => void;
}

/** Everything the shell shows, in one place. Made from the start data alone, so the server makes the same. */
export interface App {
  boot: Boot;
  i18n: I18n;
  /** The path the document was asked for. */
  firstPath: string;
  /** Milliseconds that the visitor had waited when the scripts took over. */
  elapsed: number;
  year: number;
  place: Store<Place>;
  session: Store<Session>;
  remotes: Store<Readonly<Record<string, RemoteStatus>>>;
  notices: Store<readonly Notice[]>;
  /** The banner about a page that could not load its data. */
  failed: Store<boolean>;
  /** The script with the rest of the product could not be loaded. */
  offline: Store<boolean>;
  theme: Store<Theme>;
  /** The visitor is in a state whose law gives them a privacy request. */
  privacyRequest: Store<boolean>;
  /** The law of where the visitor lives asks for a lasting link to their choices. */
  hasPrivacyChoices: Store<boolean>;
  /** Notifications that the member has not read. */
  unreadCount: Store<number>;
  /** What is to be said about selling and sharing data. */
  optOut: Store<OptOut>;
  /** Whether consents allow analytics; null until known. */
  mayTrack: Store<boolean | null>;
  /** The operator's ad below the page; null without one or while nobody knows. */
  houseAd: Store<HouseAd | 'dismissed' | null>;
  /** Where the ad stands, once its script is there: pages without ads carry nothing of it. */
  houseAdPlace: Store<ReactNode>;
  links: Partial<Links>;
}

/**
 * @param address path and query of the page
 * @param elapsed milliseconds since the page was asked for
 */
export function createApp(boot: Boot, address: string, elapsed = 0): App {
  const place = parsePlace(address);
  return {
    boot,
    firstPath: place.path,
    elapsed,
    year: new Date().getFullYear(),
    i18n: createI18n(boot.locale),
    place: createStore(place),
    session: createStore(sessionFromBoot(boot.session)),
    remotes: createStore<Readonly<Record<string, RemoteStatus>>>({}),
    notices: createStore<readonly Notice[]>([]),
    failed: createStore(false),
    offline: createStore(false),
    theme: createStore<Theme>('system'),
    privacyRequest: createStore(false),
    hasPrivacyChoices: createStore(false),
    unreadCount: createStore(0),
    optOut: createStore<OptOut>(null),
    mayTrack: createStore<boolean | null>(null),
    houseAd: createStore<HouseAd | 'dismissed' | null>(null),
    houseAdPlace: createStore<ReactNode>(null),
    links: {},
  };
}
