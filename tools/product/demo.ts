import { SERVICE_BASES } from '@waymark/api-contract';

/** The member that a local installation makes so that there is something to look at. */
export const DEMO = { email: 'demo@waymark.example', password: 'trail-blaze-2026' } as const;

/** Signs the demo member up with sample workouts; does nothing when they are there. */
export async function ensureDemoMember(apiUrl: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'waymark' };
  const signup = await fetch(`${apiUrl}${SERVICE_BASES.auth}/signup`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      ...DEMO,
      birthdate: '1990-05-17',
      gender: 'F',
      country: 'US',
      first_name: 'Robin',
      last_name: 'Trail',
      promotionalPreference: false,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  });
  if (signup.status === 409) return;
  if (!signup.ok) throw new Error(`The demo member could not be made: ${await signup.text()}`);
  const { access_token } = (await signup.json()) as { access_token: string };
  await fetch(`${apiUrl}${SERVICE_BASES.main}/workout/samples/`, {
    method: 'POST',
    headers: { 'x-requested-with': 'waymark', authorization: `Bearer ${access_token}` },
  });
}
