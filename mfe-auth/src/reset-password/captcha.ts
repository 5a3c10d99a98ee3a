interface Captcha {
  ready: (run: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

/** The answer of the captcha on this page; undefined when its script is not there, and the server then says so. */
export async function captchaAnswer(siteKey: string): Promise<string | undefined> {
  const { grecaptcha } = globalThis as { grecaptcha?: Captcha };
  if (!grecaptcha) return undefined;
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return grecaptcha.execute(siteKey, { action: 'password_reset' });
}
