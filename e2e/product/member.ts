import { readFileSync } from 'node:fs';
import { expect, test as base, type APIRequestContext, type Page } from '@playwright/test';

export interface Member {
  email: string;
  password: string;
  userId: number;
  token: string;
  /** A call of the main API as this member. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
}

const SITE = () => process.env.WAYMARK_URL ?? 'http://localhost:4000';
let made = 0;

/** Signs a new member up through the API; the browser context that owns `request` is signed in from then on. */
export async function signUp(
  request: APIRequestContext,
  email = `runner-${process.pid}-${Date.now()}-${made++}@example.com`,
  country = 'US',
): Promise<Member> {
  const password = 'Nine miles before noon';
  const answer = await request.post(`${SITE()}/auth/signup`, {
    headers: { 'x-requested-with': 'waymark' },
    data: {
      email,
      password,
      birthdate: '1990-05-17',
      gender: 'F',
      country,
      // Its law asks for nothing before the first page.
      ...(country === 'US' && { state: 'CO' }),
      first_name: 'Robin',
      last_name: 'Trail',
      promotionalPreference: false,
      time_zone: 'America/New_York',
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { access_token: token, user_id: userId } = (await answer.json()) as {
    access_token: string;
    user_id: number;
  };
  return {
    email,
    password,
    userId,
    token,
    call: (method, path, body) =>
      fetch(`${SITE()}/services/main/v7.1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
  };
}

const MATRIX = JSON.parse(
  readFileSync(new URL('../../api/src/members/consents/matrix.json', import.meta.url), 'utf8'),
) as { version: number };

/** The banner about selling data covers the bottom of pages until it is answered, for the browser and who signs up in it. */
export async function refuseSale(request: APIRequestContext): Promise<void> {
  const answer = await request.post(`${SITE()}/auth/update-consents`, {
    headers: { 'x-requested-with': 'waymark' },
    data: {
      matrix_id: 'US',
      matrix_version: MATRIX.version,
      choices: { sale_share: 'declined' },
      locale: 'en-us',
      screen: 'test',
      country: 'US',
      state: 'CO',
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** What each test gets: the site's address, and a page that fails the test when it logs an error. */
export const test = base.extend<{ site: string; member: Member; quiet: Page }>({
  site: async ({}, use) => use(SITE()),
  baseURL: async ({}, use) => use(SITE()),
  // The banner's own tests begin without this.
  context: async ({ context }, use) => {
    await refuseSale(context.request);
    await use(context);
    // A frame may still be asked for when the last expectation holds; its handler ends with the test, without failing it.
    for (const routed of [...context.pages(), context]) await routed.unrouteAll({ behavior: 'ignoreErrors' });
  },
  member: async ({ context }, use) => use(await signUp(context.request)),
  quiet: async ({ page }, use) => {
    const said: string[] = [];
    page.on('pageerror', (error) => said.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') said.push(`${message.text()} ${message.location().url}`);
    });
    await use(page);
    expect(said, 'the page logged errors').toEqual([]);
  },
});

/** The link of the newest mail to an address whose path begins so; the local mailbox shows it as the member would see it. */
export async function mailedLink(
  request: APIRequestContext,
  recipient: string,
  prefix: string,
): Promise<string> {
  let found = '';
  await expect
    .poll(async () => {
      const list = await (await request.get('/mailbox')).text();
      const ids = [...list.matchAll(/href="\/mailbox\/(\d+)"/g)].map(([, id]) => Number(id));
      for (const id of ids.toSorted((a, b) => b - a).slice(0, 12)) {
        const mail = await (await request.get(`/mailbox/${id}`)).text();
        const link = new RegExp(`${prefix}[\\w-]+`).exec(mail)?.[0];
        if (link && mail.includes(recipient)) return (found = link);
      }
      return '';
    })
    .not.toBe('');
  return found;
}

export { expect };
