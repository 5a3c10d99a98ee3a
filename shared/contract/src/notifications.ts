import { engine, type Notification } from './engine.ts';

export type { Notification } from './engine.ts';

/** Shows a message in the bar at the bottom of the page. @returns the function that takes it away */
export const notify = (notification: Notification): (() => void) => engine().notify(notification);
