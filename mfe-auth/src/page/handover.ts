import type { LoginResponse } from '@waymark/api-contract';

/** The profile of an account that was brought over and has one step left. */
export type Onboarding = NonNullable<LoginResponse['profile']>;

const EMAIL = 'waymark.auth.email';
const ONBOARDING = 'waymark.auth.onboarding';
const NEXT = 'waymark.auth.next';

// What one page of this remote leaves for the next, in this tab only. The address is not put into a link:
// links end up in logs and histories. Without storage the fields simply start empty.
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Nothing to do: see above.
  }
}

export const rememberEmail = (email: string): void => write(EMAIL, email.trim() || null);
export const rememberedEmail = (): string => read(EMAIL) ?? '';

/** The page to go on to, kept while the browser is at a chat app. */
export const rememberNext = (path: string): void => write(NEXT, path);
export const rememberedNext = (): string | null => read(NEXT);

export const storeOnboarding = (profile: Onboarding): void => write(ONBOARDING, JSON.stringify(profile));
export function storedOnboarding(): Onboarding | null {
  const text = read(ONBOARDING);
  try {
    return text ? (JSON.parse(text) as Onboarding) : null;
  } catch {
    return null;
  }
}

/** Once somebody is signed in nothing of this is of use. */
export function forgetHandover(): void {
  write(EMAIL, null);
  write(ONBOARDING, null);
  write(NEXT, null);
}
