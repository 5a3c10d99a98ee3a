import type { WebAuthnJson } from '@waymark/api-contract';

const load = () => import(/* webpackChunkName: "webauthn" */ '@simplewebauthn/browser');

/** Can this browser make and use passkeys at all? */
export const canUsePasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Has the device sign with a passkey. @returns null when the person or the device did not */
export async function signWithPasskey(options: WebAuthnJson): Promise<WebAuthnJson | null> {
  const { startAuthentication } = await load();
  try {
    return (await startAuthentication({ optionsJSON: options as never })) as unknown as WebAuthnJson;
  } catch {
    return null;
  }
}

/** Has the device make a passkey. @returns null when the person or the device did not; 'known' when it has one already */
export async function createPasskey(options: WebAuthnJson): Promise<WebAuthnJson | 'known' | null> {
  const { startRegistration } = await load();
  try {
    return (await startRegistration({ optionsJSON: options as never })) as unknown as WebAuthnJson;
  } catch (error) {
    const code = (error as { code?: string }).code;
    return code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' ? 'known' : null;
  }
}
