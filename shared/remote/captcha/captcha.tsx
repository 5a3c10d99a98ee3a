import type { ConsentStatus } from '@waymark/api-contract';
import { consentCalls } from '@waymark/api-contract/client';
import { Trans } from '@lingui/react/macro';
import { call, CAPTCHA_SCRIPT } from '@waymark/contract';
import { useFailureText, useFormatLocale, useSettings } from '@waymark/remote';
import { Banner, Box, Button, Stack } from '@waymark/ui';
import { type ReactNode, useState } from 'react';

interface Captcha {
  ready: (run: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

/** So long a form waits for the captcha's script; without an answer the server says what is missing. */
const SCRIPT_TIMEOUT_MS = 10_000;
const CONSENT = 'captcha';

/** The visitor has not allowed the captcha yet: `question` of `useCaptcha` asks, and sends the form once they do. */
export class CaptchaNotAllowed extends Error {
  override readonly name = 'CaptchaNotAllowed';
}

/**
 * The captcha of a form, where the site has one. Its script is another company's: it is loaded when the form is sent,
 * and only after the consent for it.
 * @param action what the visitor is about to do, in letters and underscores, for the captcha's own statistics
 */
export function useCaptcha(action: string) {
  const { captcha } = useSettings();
  const locale = useFormatLocale();
  const [missing, setMissing] = useState<ConsentStatus | null>(null);

  /**
   * @returns the token that the server checks; undefined without a captcha, or when its script could not be loaded
   * @throws CaptchaNotAllowed while the consent is missing
   */
  const requestToken = async (): Promise<string | undefined> => {
    if (!captcha) return undefined;
    const query = { user_locale: locale };
    const status = await call(consentCalls.status, { query, noRefresh: true });
    if (status.consents.some(({ id, is_granted: isGranted }) => id === CONSENT && !isGranted)) {
      setMissing(status);
      throw new CaptchaNotAllowed();
    }
    return executeCaptcha(captcha.siteKey, action);
  };
  const allow = async ({ matrix_id, matrix_version }: ConsentStatus): Promise<void> => {
    const choices = { [CONSENT]: 'accepted' as const };
    const body = { matrix_id, matrix_version, choices, locale, screen: `captcha/${action}` };
    await call(consentCalls.update, { body, noRefresh: true });
    setMissing(null);
  };
  const question: ReactNode = missing && <CaptchaQuestion onAllow={() => allow(missing)} />;
  return { requestToken, question };
}

/** Stands in the form that it belongs to, and sends it once the check is allowed. */
function CaptchaQuestion({ onAllow }: { onAllow: () => Promise<void> }) {
  const failureText = useFailureText();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const allow = async (form: HTMLFormElement | null) => {
    setIsBusy(true);
    try {
      await onAllow();
      form?.requestSubmit();
    } catch (error) {
      setFailure(error);
      setIsBusy(false);
    }
  };
  return (
    <Banner title={<Trans>Allow the bot check?</Trans>}>
      <Stack gap={3}>
        {failure === null ? (
          <Trans>
            A service of another company checks that a person sends this form. It learns your address on the
            internet and what browser you use.
          </Trans>
        ) : (
          failureText(failure)
        )}
        <Box>
          <Button size="sm" loading={isBusy} onClick={(event) => void allow(event.currentTarget.form)}>
            <Trans>Allow and send</Trans>
          </Button>
        </Box>
      </Stack>
    </Banner>
  );
}

async function executeCaptcha(siteKey: string, action: string): Promise<string | undefined> {
  const captcha = loadedCaptcha() ?? (await loadScript());
  if (!captcha) return undefined;
  await new Promise<void>((resolve) => captcha.ready(resolve));
  return captcha.execute(siteKey, { action });
}

const loadedCaptcha = () => (globalThis as { grecaptcha?: Captcha }).grecaptcha;

/** Has the browser load what the edge named in the document (`"captcha": true` of the page in waymark.json). */
async function loadScript(): Promise<Captcha | undefined> {
  const address = document.getElementById(CAPTCHA_SCRIPT)?.dataset['src'];
  if (!address) return undefined;
  const script = document.createElement('script');
  script.src = address;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, SCRIPT_TIMEOUT_MS);
    for (const event of ['load', 'error']) script.addEventListener(event, () => resolve(), { once: true });
    document.head.append(script);
  });
  return loadedCaptcha();
}
