import type { LoginResponse } from '@waymark/api-contract';
import { parseStored, readSession, writeSession } from '@waymark/api-contract/browser-storage';

/** The profile of an account that was brought over and has one step left. */
export type Onboarding = NonNullable<LoginResponse['profile']>;

/** Somebody whom a chat app has named: they need no password, and the address is the one it told. */
export interface ChatAppSignup {
  channel: string;
  identity: string;
  /** Empty where the chat app names none. */
  email: string;
  /** Without it the sign-up is refused. */
  isEmailConfirmed: boolean;
  first_name: string;
  last_name: string;
}

const EMAIL = 'waymark.auth.email';
const ONBOARDING = 'waymark.auth.onboarding';
const NEXT = 'waymark.auth.next';
const CHAT_SIGNUP = 'waymark.auth.chat_signup';

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

/** A sign-up that a chat app began, by the state that it came back with: its answer can be used once, and pages are reloaded. */
export const storeChatSignup = (state: string, person: ChatAppSignup): void =>
  void writeSession(CHAT_SIGNUP, JSON.stringify({ state, person }));
export function storedChatSignup(state: string): ChatAppSignup | null {
  const stored = parseStored(readSession(CHAT_SIGNUP)) as { state: string; person: ChatAppSignup } | null;
  return stored?.state === state ? stored.person : null;
}

/** Once somebody is signed in nothing of this is of use. */
export function forgetHandover(): void {
  for (const name of [EMAIL, ONBOARDING, NEXT, CHAT_SIGNUP] as const) writeSession(name, null);
}
