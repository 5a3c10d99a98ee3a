import { addDemoRoutes, type DemoMember } from '@waymark/api/src/demo/routes.ts';
import { SERVICE_BASES } from '@waymark/api-contract';

/** The member that a local installation makes so that there is something to look at. */
export const DEMO = { email: 'demo@waymark.example', password: 'trail-blaze-2026' } as const;

const ROBIN = { ...DEMO, birthdate: '1990-05-17', gender: 'F', first_name: 'Robin', last_name: 'Trail' };
/** Somebody else, whose routes the demo member finds. */
const SAM = {
  email: 'sam@waymark.example',
  password: 'river-bend-2026',
  birthdate: '1987-09-02',
  gender: 'M',
  first_name: 'Sam',
  last_name: 'Rivers',
};

const HEADERS = { 'content-type': 'application/json', 'x-requested-with': 'waymark' };
const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });

async function tokenOf(answer: Response, who: string): Promise<string> {
  if (!answer.ok) throw new Error(`${who} could not be made: ${await answer.text()}`);
  // Signing up answers with an access_token, signing in with an authToken.
  const { access_token, authToken } = (await answer.json()) as Partial<Record<string, string>>;
  return access_token ?? authToken ?? '';
}

/** @returns null when there is such a member already */
async function signUp(apiUrl: string, member: typeof ROBIN | typeof SAM): Promise<string | null> {
  const answer = await post(`${apiUrl}${SERVICE_BASES.auth}/signup`, {
    ...member,
    country: 'US',
    promotionalPreference: false,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return answer.status === 409 ? null : tokenOf(answer, `The demo member ${member.first_name}`);
}

async function memberOf(apiUrl: string, token: string): Promise<DemoMember> {
  const call: DemoMember['call'] = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(apiUrl + path, {
      method,
      headers: { ...HEADERS, authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok)
      throw new Error(`Demo: ${method} ${path} answered ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { id } = await call<{ id: number }>('GET', `${SERVICE_BASES.main}/user/self/`);
  return { userId: id, call };
}

/** Signs the demo members up with sample workouts and routes; does nothing when they are there. */
export async function ensureDemoMember(apiUrl: string): Promise<void> {
  const made = await signUp(apiUrl, ROBIN);
  if (made)
    await fetch(`${apiUrl}${SERVICE_BASES.main}/workout/samples/`, {
      method: 'POST',
      headers: { 'x-requested-with': 'waymark', authorization: `Bearer ${made}` },
    });
  const other = await signUp(apiUrl, SAM);
  if (!other) return;
  // Made by an older version: without routes, and with a password that may be another one by now.
  const login = made ? null : await post(`${apiUrl}${SERVICE_BASES.auth}/login`, DEMO);
  if (login && !login.ok) return;
  const own = made ?? (await tokenOf(login!, 'The demo member'));
  await addDemoRoutes(await memberOf(apiUrl, own), await memberOf(apiUrl, other));
}
