import type { AppCalls } from '@waymark/remote/early/ahead';
import type { MapView } from '@waymark/map';
import type { DraftAutosave } from '../draft/draft-keeper.ts';
import type { Draft } from '../draft/draft-store.ts';
import type { CommandId } from '../commands/commands.ts';
import type { Planner } from '../planner.ts';
import { appCalls, takeAhead } from '@waymark/remote/early/take';

/** The draft that is read before a planner is created. */
export interface FoundDraft {
  /** Key of member, page and route, see `draftKey`. */
  key: string;
  keeper: DraftAutosave;
  draft: Draft | null;
  /** The browser refuses storage. */
  isStorageRefused: boolean;
}

/** The planner that runs before the application has loaded. */
export interface InstantPlanner {
  found: FoundDraft;
  planner: Planner;
  map: MapView;
  /** The last command that only the full page can carry out. */
  pendingCommand: () => CommandId | null;
  /** Detaches from the map; from now on the page draws and listens, and calls go through the application. */
  handOver: (app: AppCalls) => void;
}

/** What the early script hands to the page. */
export interface Handover {
  /** Returns the planner, or null while it is not ready: it then shuts down, and the page creates its own. */
  take: (key: string) => InstantPlanner | null;
}

let taken: InstantPlanner | null | undefined;

/** The instant planner of this page, or null without one. */
export function instantPlanner(key: string | null): InstantPlanner | null {
  if (taken === undefined && key !== null) taken = (takeAhead() as Handover | undefined)?.take(key) ?? null;
  return taken?.found.key === key ? taken : null;
}

/** Ends the instant planner's own handling once the page has rendered. */
export const replaceInstantPlanner = ({ handOver: leave }: InstantPlanner): void => leave(appCalls());

/** Forgets the instant planner when its page is left. */
export const forgetInstantPlanner = (): void => void (taken = null);
