import type { LoginResponse } from '@waymark/api-contract';
import { parseStored, readSession, writeSession } from '@waymark/api-contract/browser-storage';

/** The profile of an account that was brought over and has one step left. */
export type Onboarding = NonNullable<LoginResponse['profile']>;

const EMAIL = 'waymark.auth.email';
const ONBOARDING = 'waymark.auth.onboarding';
const NEXT = 'waymark.auth.next';

// What one page of this remote leaves for the next, in this tab only. The address is not put into a link:
// links end up in logs and histories. Without storage the fields simply start empty.
export const rememberEmail = (email: string): void => void writeSession(EMAIL, email.trim() || null);
export const rememberedEmail = (): string => readSession(EMAIL) ?? '';

/** The page to go on to, kept while the browser is at a chat app. */
export const rememberNext = (path: string): void => void writeSession(NEXT, path);
export const rememberedNext = (): string | null => readSession(NEXT) ?? null;

export const storeOnboarding = (profile: Onboarding): void =>
  void writeSession(ONBOARDING, JSON.stringify(profile));
export const storedOnboarding = (): Onboarding | null =>
  parseStored(readSession(ONBOARDING)) as Onboarding | null;

/** Once somebody is signed in nothing of this is of use. */
export function forgetHandover(): void {
  for (const name of [EMAIL, ONBOARDING, NEXT] as const) writeSession(name, null);
}
