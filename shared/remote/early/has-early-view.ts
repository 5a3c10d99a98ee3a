/** Whether a first view stands on the page, so that nothing else need stand in for what is on its way. */
export const hasEarlyView = (): boolean => window.waymark?.earlyView?.drawn?.isConnected ?? false;
