import type { SignupBody, SignupResponse } from '@waymark/api-contract';
import { matrixOf } from '../members/consents/matrix.ts';

/** The answers of somebody who allows the use of health data, where the form of their country asks for it. */
const consentsIn = (country: string, state: string | null): SignupBody['consents'] => {
  const matrix = matrixOf({ CONSENT_MATRIX_FILE: undefined });
  const { id, version, consents } = matrix.forResidence({ country, state });
  return consents.some(({ id: consent, kind }) => consent === 'health' && kind === 'explicit')
    ? { matrix_id: id, matrix_version: version, choices: { health: 'accepted' }, locale: 'en-us' }
    : undefined;
};

/** What somebody who signs up sends; of two members only the addresses differ. */
export const memberBody = (overrides: Partial<SignupBody> = {}): SignupBody => ({
  email: 'ola@example.com',
  password: 'blue-heron-lake-1',
  birthdate: '1990-05-17',
  gender: 'F',
  country: 'PL',
  first_name: 'Ola',
  last_name: 'Runner',
  promotionalPreference: false,
  time_zone: 'Europe/Warsaw',
  consents: consentsIn(overrides.country ?? 'PL', overrides.state ?? null),
  ...overrides,
});

/** Signs a member up at an API that runs by itself. */
export async function signUpAt(url: string, email?: string): Promise<SignupResponse> {
  const answer = await fetch(`${url}/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(memberBody(email === undefined ? {} : { email })),
  });
  if (answer.status !== 201) throw new Error(`sign-up: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as SignupResponse;
}
