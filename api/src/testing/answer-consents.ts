import type { ConsentChoice, ConsentStatus } from '@waymark/api-contract';
import type { TestApi, TestMember } from './api.ts';

interface AnswerOptions {
  /** Where the member says that they live. */
  place?: { country: string; state?: string };
  headers?: Record<string, string>;
}

/** Answers the form of the member's region as the page does; throws where the answer is refused. */
export async function answerConsents(
  api: TestApi,
  { token }: TestMember,
  choices: Record<string, ConsentChoice>,
  { place, headers = {} }: AnswerOptions = {},
): Promise<ConsentStatus> {
  const query = new URLSearchParams(Object.entries(place ?? {})).toString();
  const { body: form } = await api.call<ConsentStatus>('GET', `/auth/consents-status?${query}`, { token });
  const { matrix_id, matrix_version } = form;
  const { status, body, text } = await api.call<ConsentStatus>('POST', '/auth/update-consents', {
    token,
    headers,
    body: { matrix_id, matrix_version, choices, locale: 'en-us', screen: 'test', ...place },
  });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}
