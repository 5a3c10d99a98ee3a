import type { AppCalls } from '@waymark/remote/early/ahead';
import type { MapView } from '@waymark/map';
import type { DraftAutosave } from '../draft/draft-keeper.ts';
import type { Draft } from '../draft/draft-store.ts';
import type { CommandId } from '../commands/commands.ts';
import type { Planner } from '../planner.ts';
import { appCalls, takeAhead } from '@waymark/remote/early/take';

/** What was looked for before the planner was made. */
export interface FoundDraft {
  /** Whose course of which page it is. */
  key: string;
  keeper: DraftAutosave;
  draft: Draft | null;
  /** The browser keeps nothing. */
  isStorageRefused: boolean;
}

/** A planner that was drawn with before the application was there. */
export interface InstantPlanner {
  found: FoundDraft;
  planner: Planner;
  map: MapView;
  /** What was asked for and only the whole page can do. */
  pendingCommand: () => CommandId | null;
  /** The page draws and listens from now on, and its calls go through the application. */
  handOver: (app: AppCalls) => void;
}

/** What the script that runs ahead gives to the page. */
export interface Handover {
  /** The planner, or null where it is not ready: it then ends by itself, and the page makes its own. */
  take: (key: string) => InstantPlanner | null;
}

let taken: InstantPlanner | null | undefined;

/** The planner that was drawn with before the application was there, as long as its page is open; null without one. */
export function instantPlanner(key: string | null): InstantPlanner | null {
  if (taken === undefined && key !== null) taken = (takeAhead() as Handover | undefined)?.take(key) ?? null;
  return taken?.found.key === key ? taken : null;
}

/** The page is there: what stood in its place ends. */
export const replaceInstantPlanner = ({ handOver: leave }: InstantPlanner): void => leave(appCalls());

/** The page is left: what comes next begins anew. */
export const forgetInstantPlanner = (): void => void (taken = null);
