import { engine } from './engine.ts';

export interface Notification {
  kind: 'success' | 'warning' | 'error';
  text: string;
  /** One thing to do about it, for instance Undo. */
  action?: { label: string; run: () => void };
}

/** Shows a message in the bar at the bottom of the page. @returns the function that takes it away */
export const notify = (notification: Notification): (() => void) => engine().notify(notification);
