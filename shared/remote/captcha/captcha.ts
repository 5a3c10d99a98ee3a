import { CAPTCHA_SCRIPT } from '@waymark/contract';

interface Captcha {
  ready: (run: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

/** So long a form waits for the captcha's script; without an answer the server says what is missing. */
const SCRIPT_TIMEOUT_MS = 10_000;

/**
 * Asks the captcha whose script the edge added to the document (`"captcha": true` of the page in waymark.json).
 * @param action what the visitor is about to do, in letters and underscores, for the captcha's own statistics
 * @returns the token that the server checks; undefined where the script could not be loaded
 */
export async function requestCaptchaToken(siteKey: string, action: string): Promise<string | undefined> {
  const captcha = loadedCaptcha() ?? (await captchaScript());
  if (!captcha) return undefined;
  await new Promise<void>((resolve) => captcha.ready(resolve));
  return captcha.execute(siteKey, { action });
}

const loadedCaptcha = () => (globalThis as { grecaptcha?: Captcha }).grecaptcha;

/** Waits for the script that came with the document. */
async function captchaScript(): Promise<Captcha | undefined> {
  const script = document.getElementById(CAPTCHA_SCRIPT);
  if (!script) return undefined;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, SCRIPT_TIMEOUT_MS);
    for (const event of ['load', 'error']) script.addEventListener(event, () => resolve(), { once: true });
  });
  return loadedCaptcha();
}
