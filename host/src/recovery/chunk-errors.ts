import { readSession, writeSession } from '@waymark/api-contract/browser-storage';

/** A script or style sheet of ours did not arrive, as webpack words it. */
export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'ChunkLoadError' || /Loading (CSS )?chunk \S+ failed/.test(error.message);
}

export interface RecoveryOptions {
  /** The release this page was made from. */
  release: string;
  /** The release that is live now; null when nobody answers. */
  liveRelease: () => Promise<string | null>;
  reload: () => void;
  /** Says that a part could not be loaded, with a way to try again. */
  tell: () => void;
}

/**
 * What to do about a file that did not arrive: after a new deployment the page is loaded anew, once for each
 * release; otherwise the visitor is told and tries again when they want.
 */
export function createRecovery({ release, liveRelease, reload, tell }: RecoveryOptions) {
  let running: Promise<void> | undefined;
  const recover = async () => {
    const live = await liveRelease().catch(() => null);
    if (live !== null && live !== release && remember(live)) reload();
    else tell();
  };
  /** @returns false when this page was loaded anew for that release before, or can't remember it */
  const remember = (live: string): boolean =>
    readSession('wm_reloaded_for') !== live && writeSession('wm_reloaded_for', live);
  const recoverOnce = async () => {
    await recover();
    running = undefined;
  };
  return (error: unknown): boolean => {
    if (!isChunkError(error)) return false;
    running ??= recoverOnce();
    return true;
  };
}

/**
 * For `React.lazy`: its error boundary takes the rejection, so that no window event tells of a chunk that did not
 * arrive.
 */
export const withRecovery =
  <T>(load: () => Promise<T>, recover: (error: unknown) => boolean) =>
  (): Promise<T> =>
    load().catch((error: unknown) => {
      recover(error);
      throw error;
    });

/** Hears of every such error on the page that nobody else dealt with. */
export function watchChunkErrors(window: Window, recover: (error: unknown) => boolean): void {
  window.addEventListener('error', (event) => void recover(event.error));
  window.addEventListener('unhandledrejection', (event) => {
    if (recover(event.reason)) event.preventDefault();
  });
}
