/** The element that a remote is mounted in. */
export const slotId = (remote: string): string => `slot-${remote}`;
