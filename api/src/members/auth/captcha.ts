import { beginEffect } from '../../kernel/database/call-attempt.ts';
import type { Env } from '../../kernel/server/env.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';

const failed = () =>
  new ApiProblem(400, 'captcha_failed', 'We could not tell that you are a person. Try the check again.');

/** Asks the captcha's server about an answer, where one is configured. @throws ApiProblem `captcha_failed` */
export async function checkCaptcha(env: Env, answer: string | undefined): Promise<void> {
  if (!env.RECAPTCHA_SITE_KEY || !env.RECAPTCHA_SECRET) return;
  if (!answer) throw failed();
  // An answer counts once: a call that has used it up cannot be repeated.
  beginEffect();
  const verdict = await fetch(env.RECAPTCHA_VERIFY_URL, {
    method: 'POST',
    body: new URLSearchParams({ secret: env.RECAPTCHA_SECRET, response: answer }),
    signal: AbortSignal.timeout(5000),
  })
    .then((reply) => reply.json() as Promise<{ success?: boolean }>)
    .catch(() => {
      throw new ApiProblem(
        503,
        'captcha_unavailable',
        'The check is not available right now. Try again soon.',
      );
    });
  if (verdict.success !== true) throw failed();
}
