import { addDemoCommunity } from '@waymark/api/src/demo/community.ts';
import { FRIENDS } from '@waymark/api/src/demo/friends.ts';
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

type Person = typeof ROBIN | typeof SAM | (typeof FRIENDS)[keyof typeof FRIENDS];

async function tokenOf(answer: Response, { first_name: name }: Person): Promise<string> {
  if (!answer.ok) throw new Error(`The demo member ${name} could not be made: ${await answer.text()}`);
  // Signing up answers with an access_token, signing in with an authToken.
  const { access_token, authToken } = (await answer.json()) as Partial<Record<string, string>>;
  return access_token ?? authToken ?? '';
}

/** @returns null when there is such a member already */
async function signUp(apiUrl: string, person: Person): Promise<string | null> {
  const answer = await post(`${apiUrl}${SERVICE_BASES.auth}/signup`, {
    ...person,
    country: 'US',
    // Its law asks for nothing before the first page.
    state: 'CO',
    promotionalPreference: false,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return answer.status === 409 ? null : tokenOf(answer, person);
}

/** @returns null where somebody has changed the password */
async function logIn(apiUrl: string, { email, password }: Person): Promise<string | null> {
  const answer = await post(`${apiUrl}${SERVICE_BASES.auth}/login`, { email, password });
  if (!answer.ok) return null;
  const { authToken } = (await answer.json()) as { authToken?: string };
  return authToken ?? null;
}

async function memberOf(apiUrl: string, token: string): Promise<DemoMember> {
  const call: DemoMember['call'] = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { 'content-type': _, ...headers } = HEADERS;
    const isForm = body instanceof FormData;
    const answer = await fetch(apiUrl + path, {
      method,
      headers: { ...(isForm ? headers : HEADERS), authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok)
      throw new Error(`Demo: ${method} ${path} answered ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { id } = await call<{ id: number }>('GET', `${SERVICE_BASES.main}/user/self/`);
  return { userId: id, call };
}

/** Friends of the demo member, unless one of them is there already. */
async function addCommunity(apiUrl: string, own: DemoMember, other: DemoMember): Promise<void> {
  const find = async (person: Person) => {
    const token = (await signUp(apiUrl, person)) ?? (await logIn(apiUrl, person));
    return token === null ? null : memberOf(apiUrl, token);
  };
  const last = await signUp(apiUrl, FRIENDS.tom);
  if (last === null) return;
  const [maya, jonas, lea, nina] = await Promise.all(
    (['maya', 'jonas', 'lea', 'nina'] as const).map((name) => find(FRIENDS[name])),
  );
  if (!maya || !jonas || !lea || !nina) return;
  await addDemoCommunity(own, { sam: other, maya, jonas, lea, nina, tom: await memberOf(apiUrl, last) });
}

/** Signs the demo members up with sample workouts, routes and friends; does nothing when they are there. */
export async function ensureDemoMember(apiUrl: string): Promise<void> {
  const made = await signUp(apiUrl, ROBIN);
  if (made)
    await fetch(`${apiUrl}${SERVICE_BASES.main}/workout/samples/`, {
      method: 'POST',
      headers: { 'x-requested-with': 'waymark', authorization: `Bearer ${made}` },
    });
  // Where an older version made them, their passwords may be others by now.
  const madeOther = await signUp(apiUrl, SAM);
  const token = made ?? (await logIn(apiUrl, ROBIN));
  const otherToken = madeOther ?? (await logIn(apiUrl, SAM));
  if (token === null || otherToken === null) return;
  const [own, other] = await Promise.all([memberOf(apiUrl, token), memberOf(apiUrl, otherToken)]);
  if (madeOther) await addDemoRoutes(own, other);
  await addCommunity(apiUrl, own, other);
}
