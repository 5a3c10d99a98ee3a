/** Addresses are compared without regard to case. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();
