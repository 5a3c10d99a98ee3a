import { loadStripe as createStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';

const SCRIPT_URL = 'https://js.stripe.com/endive/stripe.js';
/** The edge allows this policy on payment pages, and the address is the only one that it makes. */
const POLICY_NAME = 'waymark-stripe';

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

function trustedScriptUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return SCRIPT_URL;
  policy ??= trustedTypes.createPolicy(POLICY_NAME, { createScriptURL: () => SCRIPT_URL });
  return policy.createScriptURL(SCRIPT_URL);
}

/**
 * Loads the provider's script. The library would set its address as plain text, which pages refuse that require trusted
 * types; it adopts a script that is there.
 */
function loadScript(): Promise<void> {
  if ((globalThis as { Stripe?: unknown }).Stripe) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The script of the payment provider did not load.'));
    });
    script.src = trustedScriptUrl();
    document.head.append(script);
  });
}

/** Stripe's own code for this page, from Stripe: it may not be kept elsewhere. @throws Error when it does not load */
export async function loadStripe(key: string): Promise<Stripe> {
  await loadScript();
  const stripe = await createStripe(key);
  if (!stripe) throw new Error('The payment provider gave no client.');
  return stripe;
}
