import { z } from 'zod';

/**
 * A WebAuthn structure as `@simplewebauthn/browser` takes and gives it (JSON with base64url texts). The server checks
 * what comes back as a whole; pages pass it through.
 */
export const WebAuthnJson = z.record(z.string().max(60), z.unknown());
export type WebAuthnJson = z.infer<typeof WebAuthnJson>;

/** Six digits of an authenticator app; spaces are allowed. */
export const TotpCode = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits of your app.'));

/** One proof of who is asking. A passkey answers the options of `passkeyIdentityOptions`. */
export const IdentityProof = z.union([
  z.object({ password: z.string().min(1, 'Password is required.').max(200) }),
  z.object({ code: TotpCode }),
  z.object({ passkey: WebAuthnJson }),
]);
export type IdentityProof = z.input<typeof IdentityProof>;
